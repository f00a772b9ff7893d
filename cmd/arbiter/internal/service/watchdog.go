package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"arbiter/companion"
)

// A Watchdog tells the service manager that the table is well: see sd_notify(3). It asks the table
// itself, so if the table hangs it says nothing, and the manager restarts the program.
type Watchdog struct {
	Ask    func(context.Context) (companion.Snapshot, error) // goes through the table's own loop
	Ping   func(context.Context) error                       // reads from the file of games
	Notify func(state string) error
	Every  time.Duration // between two checks
	Limit  time.Duration // for one check
	Update func() bool   // reports whether the program's file was replaced
	Logger *slog.Logger
}

// idleCheck is how often it checks if no manager is watching.
const idleCheck = 10 * time.Second

// newWatchdog returns the Watchdog of e, or nil if there is no manager.
func newWatchdog(e *Service) (*Watchdog, error) {
	if os.Getenv("NOTIFY_SOCKET") == "" {
		return nil, nil
	}
	limit, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return nil, fmt.Errorf("WATCHDOG_USEC: %w", err)
	}
	w := &Watchdog{
		Ask:    func(ctx context.Context) (companion.Snapshot, error) { return e.App.Table.Snapshot(ctx, "") },
		Ping:   e.DB.Ping,
		Notify: notify,
		Every:  idleCheck, Limit: idleCheck, Update: replaced(), Logger: e.Logger,
	}
	if limit > 0 {
		w.Every, w.Limit = min(limit/3, idleCheck), limit/3
	}
	return w, nil
}

// notifyWithin is how long the manager may take to accept a message. The library's function waits
// for ever, and the program could not end.
const notifyWithin = time.Second

// notify sends a state to the manager.
func notify(state string) error {
	socket, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: os.Getenv("NOTIFY_SOCKET"), Net: "unixgram"})
	if err != nil {
		return err
	}
	defer socket.Close()
	if err := socket.SetWriteDeadline(time.Now().Add(notifyWithin)); err != nil {
		return err
	}
	_, err = socket.Write([]byte(state))
	return err
}

// tell notifies the manager, and reports whether it has accepted the message: a busy one is told
// again later.
func (w *Watchdog) tell(state string) (taken bool, err error) {
	err = w.Notify(state)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		w.Logger.Warn("the service manager takes no messages", "state", state)
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("service manager: %w", err)
	}
	return true, nil
}

// Run reports until ctx ends. It calls leave when the program has been updated and no game is on;
// the manager then starts the new program.
func (w *Watchdog) Run(ctx context.Context, leave func()) error {
	state := daemon.SdNotifyReady
	tick := time.NewTicker(w.Every)
	defer tick.Stop()
	for ctx.Err() == nil {
		playing, err := w.check(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			w.Logger.Error("the table does not answer; the watchdog is not told that it does", "err", err)
		case !playing && w.Update():
			w.Logger.Info("the program was updated and no game is on: it ends, to be started anew")
			leave()
		default:
			taken, err := w.tell(state)
			if err != nil {
				return err
			}
			if taken {
				state = daemon.SdNotifyWatchdog
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	_, err := w.tell(daemon.SdNotifyStopping)
	return err
}

// check asks the table and the file, and reports whether a game is on.
func (w *Watchdog) check(ctx context.Context) (playing bool, err error) {
	ctx, done := context.WithTimeout(ctx, w.Limit)
	defer done()
	shot, err := w.Ask(ctx)
	if err != nil {
		return false, err
	}
	return shot.GameID != "" && !shot.View.Over, w.Ping(ctx)
}

// replaced returns a function that reports whether the file that this program was started from has
// been replaced, as by an update. The running program keeps the old file open.
func replaced() func() bool {
	path, err := os.Executable()
	if err != nil {
		return func() bool { return false }
	}
	return OtherFile(path, "/proc/self/exe")
}

// OtherFile returns a function that reports whether the file at path exists and is not the one at
// self.
func OtherFile(path, self string) func() bool {
	return func() bool {
		now, err := os.Stat(path)
		if err != nil {
			return false // in the middle of an update
		}
		mine, err := os.Stat(self)
		return err == nil && !os.SameFile(now, mine)
	}
}
