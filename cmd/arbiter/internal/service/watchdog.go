package service

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"arbiter/companion"
)

// A Watchdog tells the service manager how the table is doing: sd_notify(3). It
// asks the table itself, so a table that hangs goes unreported, and the manager
// starts the program anew.
type Watchdog struct {
	Ask    func(context.Context) (companion.Snapshot, error) // goes through the table's own loop
	Ping   func(context.Context) error                       // asks the file of games
	Notify func(state string) error
	Every  time.Duration // between two questions
	Limit  time.Duration // for the answers to one
	Update func() bool   // whether another program lies where this one was started from
	Logger *slog.Logger
}

// idleCheck is how often the watchdog asks where nobody watches it.
const idleCheck = 10 * time.Second

// newWatchdog returns the one of e, or nil where no manager listens.
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
		Notify: func(state string) error { _, err := daemon.SdNotify(false, state); return err },
		Every:  idleCheck, Limit: idleCheck, Update: replaced(), Logger: e.Logger,
	}
	if limit > 0 {
		w.Every, w.Limit = min(limit/3, idleCheck), limit/3
	}
	return w, nil
}

// Run reports until ctx ends. It calls leave when the program has been updated
// and no game is on: the manager then starts the new one. It never does so in a
// game.
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
			if err := w.Notify(state); err != nil {
				return fmt.Errorf("service manager: %w", err)
			}
			state = daemon.SdNotifyWatchdog
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	return w.Notify(daemon.SdNotifyStopping)
}

// check asks the table and the file, and tells whether a game is on.
func (w *Watchdog) check(ctx context.Context) (playing bool, err error) {
	ctx, done := context.WithTimeout(ctx, w.Limit)
	defer done()
	shot, err := w.Ask(ctx)
	if err != nil {
		return false, err
	}
	return shot.GameID != "" && !shot.View.Over, w.Ping(ctx)
}

// replaced returns a function that tells whether the file that this program was
// started from is another one now, as after an update. The running program keeps
// the old one.
func replaced() func() bool {
	path, err := os.Executable()
	if err != nil {
		return func() bool { return false }
	}
	return OtherFile(path, "/proc/self/exe")
}

// OtherFile returns a function that tells whether there is a file at path that is
// not the file at self.
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
