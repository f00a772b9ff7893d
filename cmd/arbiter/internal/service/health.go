package service

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion"
	"arbiter/companion/mqtt"
	"arbiter/engine/contain"
)

// enough is how many bytes must be free for a game to go on.
const enough = 1 << 20

// A Health reports how the device is, in facts that everybody may know.
type Health struct {
	Ask     func(context.Context) (companion.Snapshot, error) // goes through the table's own loop
	Log     func(context.Context) error                       // why the log cannot be written; nil if it can
	Monitor *monitor.Monitor
	Broker  func() mqtt.Status // may be nil
}

// newHealth returns the Health of e.
func newHealth(e *Service) Health {
	blocked := sparing(func() error { return Blocked(e.Dir) })
	return Health{
		Ask:     func(ctx context.Context) (companion.Snapshot, error) { return e.App.Table.Snapshot(ctx, "") },
		Log:     func(ctx context.Context) error { return errors.Join(e.DB.Ping(ctx), e.DB.InPlace(), blocked(ctx)) },
		Monitor: e.App.Monitor, Broker: e.broker.Status,
	}
}

// Report returns a line for each thing that can be wrong. well is false if no game can go on.
// Missing readers and panels do not stop a game, nor do faults in the program that were contained.
func (h Health) Report(ctx context.Context) (text string, well bool) {
	var b strings.Builder
	well = true
	vital := func(what string, err error) {
		if err != nil {
			well = false
			fmt.Fprintf(&b, "%s: fault: %v\n", what, err)
			return
		}
		fmt.Fprintf(&b, "%s: ok\n", what)
	}
	_, err := h.Ask(ctx)
	vital("table", err)
	now := h.Monitor.Now()
	err = h.Log(ctx)
	if err == nil {
		err = now.Trouble
	}
	vital("log", monitor.Cause(err))
	if now.Damaged != "" {
		fmt.Fprintf(&b, "game %s: damaged, does not go on; a new one can begin\n", now.Damaged)
	}
	for _, list := range []struct {
		kind   string
		organs []monitor.Component
	}{{"reader", now.Readers}, {"panel", now.Panels}} {
		for _, p := range list.organs {
			state := "ok"
			if p.Down {
				state = "does not answer"
			}
			fmt.Fprintf(&b, "%s %s: %s\n", list.kind, p.Name, state)
		}
	}
	if h.Broker != nil {
		switch told := h.Broker(); {
		case told.Address == "", told.Trying: // there is nothing to say
		case told.Wrong.IsZero():
			b.WriteString("broker: ok\n")
		default:
			b.WriteString("broker: is not told\n")
		}
	}
	fmt.Fprintf(&b, "contained: %d\n", contain.Count())
	return b.String(), well
}

// Blocked returns why a folder cannot be written to; nil if it can. It may write to the card.
func Blocked(dir string) error {
	if err := syscall.Access(dir, writable); err != nil {
		return err
	}
	free, err := datadir.Room(dir)
	if err == nil && free < enough {
		return fmt.Errorf("only %d bytes are free", free)
	}
	return err
}

// trusted is how long a check that found nothing wrong is not repeated.
const trusted = time.Minute

// sparing returns a check that can be called at each poll: it trusts a good result for a minute,
// and if a check hangs, callers wait no longer than their contexts and start no second one.
func sparing(check func() error) func(context.Context) error {
	turn := make(chan time.Time, 1) // until when it is trusted; whoever has taken it checks
	turn <- time.Time{}
	return func(ctx context.Context) error {
		var until time.Time
		select {
		case until = <-turn:
		case <-ctx.Done():
			return ctx.Err()
		}
		if time.Now().Before(until) {
			turn <- until
			return nil
		}
		found := make(chan error, 1)
		go func() {
			err := check()
			if err == nil {
				until = time.Now().Add(trusted)
			}
			turn <- until
			found <- err
		}()
		select {
		case err := <-found:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// writable is W_OK of access(2).
const writable = 2

// guard checks every few seconds that the files of the games are in place, and otherwise has the
// games saved: the plug might be pulled after an hour in which nobody played.
func (e *Service) guard(ctx context.Context) {
	told := ""
	for ctx.Err() == nil {
		err, pause := e.DB.InPlace(), guarding
		if err != nil && err.Error() != told {
			e.Logger.Error("the games are not in their place", "err", err)
		}
		told = fmt.Sprint(err)
		var loss companion.Loss
		if errors.As(err, &loss) {
			if _, _, busy := loss.Saved(); !busy {
				pause = lookingAgain
			}
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

// guarding is how often that is checked, lookingAgain how often when files are missing: without room
// to save the games, each check tries again.
const guarding, lookingAgain = 2 * time.Second, time.Minute
