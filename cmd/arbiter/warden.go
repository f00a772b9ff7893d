package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"arbiter/companion"
)

// A warden tells the service manager how the table is doing: sd_notify(3). It
// asks the table itself, so a table that hangs goes unreported, and the manager
// starts the program anew.
type warden struct {
	ask    func(context.Context) (companion.Snapshot, error) // goes through the table's own loop
	ping   func(context.Context) error                       // asks the file of games
	notify func(state string) error
	every  time.Duration // between two questions
	limit  time.Duration // for the answers to one
	update func() bool   // whether another program lies where this one was started from
	logger *slog.Logger
}

// idleCheck is how often the warden asks where nobody watches it.
const idleCheck = 10 * time.Second

// newWarden returns the warden of e, or nil where no manager listens.
func newWarden(e *evening) (*warden, error) {
	if os.Getenv("NOTIFY_SOCKET") == "" {
		return nil, nil
	}
	limit, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return nil, fmt.Errorf("WATCHDOG_USEC: %w", err)
	}
	w := &warden{
		ask:    func(ctx context.Context) (companion.Snapshot, error) { return e.house.Table.Snapshot(ctx, "") },
		ping:   e.db.Ping,
		notify: func(state string) error { _, err := daemon.SdNotify(false, state); return err },
		every:  idleCheck, limit: idleCheck, update: replaced(), logger: e.logger,
	}
	if limit > 0 {
		w.every, w.limit = min(limit/3, idleCheck), limit/3
	}
	return w, nil
}

// run reports until ctx ends. It calls leave when the program has been updated
// and no game is on: the manager then starts the new one. It never does so in a
// game.
func (w *warden) run(ctx context.Context, leave func()) error {
	state := daemon.SdNotifyReady
	beat := time.NewTicker(w.every)
	defer beat.Stop()
	for ctx.Err() == nil {
		playing, err := w.check(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			w.logger.Error("the table does not answer; the watchdog is not told that it does", "err", err)
		case !playing && w.update():
			w.logger.Info("the program was updated and no game is on: it ends, to be started anew")
			leave()
		default:
			if err := w.notify(state); err != nil {
				return fmt.Errorf("service manager: %w", err)
			}
			state = daemon.SdNotifyWatchdog
		}
		select {
		case <-beat.C:
		case <-ctx.Done():
		}
	}
	return w.notify(daemon.SdNotifyStopping)
}

// check asks the table and the file, and tells whether a game is on.
func (w *warden) check(ctx context.Context) (playing bool, err error) {
	ctx, done := context.WithTimeout(ctx, w.limit)
	defer done()
	shot, err := w.ask(ctx)
	if err != nil {
		return false, err
	}
	return shot.GameID != "" && !shot.View.Over, w.ping(ctx)
}

// replaced returns a function that tells whether the file that this program was
// started from is another one now, as after an update. The running program keeps
// the old one.
func replaced() func() bool {
	path, err := os.Executable()
	if err != nil {
		return func() bool { return false }
	}
	return otherFile(path, "/proc/self/exe")
}

// otherFile returns a function that tells whether there is a file at path that is
// not the file at self.
func otherFile(path, self string) func() bool {
	return func() bool {
		now, err := os.Stat(path)
		if err != nil {
			return false // in the middle of an update
		}
		mine, err := os.Stat(self)
		return err == nil && !os.SameFile(now, mine)
	}
}
