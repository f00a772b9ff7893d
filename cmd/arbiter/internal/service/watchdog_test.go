package service_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion"
	"arbiter/engine"
)

// A told is a watchdog over a table that answers as the test wants, and the messages it sent.
type told struct {
	*service.Watchdog
	states []string
	left   bool
}

func newTold(shot companion.Snapshot) *told {
	w := &told{}
	w.Watchdog = &service.Watchdog{
		Ask:    func(context.Context) (companion.Snapshot, error) { return shot, nil },
		Ping:   func(context.Context) error { return nil },
		Notify: func(state string) error { w.states = append(w.states, state); return nil },
		Every:  10 * time.Second, Limit: 10 * time.Second,
		Update: func() bool { return false },
		Logger: slog.New(slog.DiscardHandler),
	}
	return w
}

// watch lets the watchdog run for some time.
func (w *told) watch(t *testing.T, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	if err := w.Run(ctx, func() { w.left = true; cancel() }); err != nil {
		t.Error(err)
	}
}

func (w *told) said(state string) (n int) {
	for _, s := range w.states {
		if s == state {
			n++
		}
	}
	return n
}

func TestWatchdogIsFedByTheTableAlone(t *testing.T) {
	t.Parallel()
	disk := errors.New("disk")
	tests := []struct {
		name      string
		ask, ping bool // whether they still answer after five seconds
		want      int  // watchdog pings in 45 s, besides the first message
	}{
		{"a table that answers", true, true, 4}, // the control
		{"a table that hangs", false, true, 0},
		{"a file that does not answer", true, false, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newTold(companion.Snapshot{})
				late := time.Now().Add(5 * time.Second)
				w.Ask = func(ctx context.Context) (companion.Snapshot, error) {
					if !test.ask && time.Now().After(late) {
						<-ctx.Done()
					}
					return companion.Snapshot{}, ctx.Err()
				}
				w.Ping = func(context.Context) error {
					if !test.ping && time.Now().After(late) {
						return disk
					}
					return nil
				}
				w.watch(t, 45*time.Second)
				if got := w.said(daemon.SdNotifyReady); got != 1 {
					t.Errorf("%d times ready, want once", got)
				}
				if got := w.said(daemon.SdNotifyWatchdog); got != test.want {
					t.Errorf("the watchdog was fed %d times, want %d", got, test.want)
				}
				if got, want := w.states[len(w.states)-1], daemon.SdNotifyStopping; got != want {
					t.Errorf("at the end it said %q, want %q", got, want)
				}
			})
		})
	}
}

func TestUpdateWaitsForTheEndOfTheGame(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		shot companion.Snapshot
		want bool
	}{
		{"no game", companion.Snapshot{}, true},
		{"a game", companion.Snapshot{GameID: "a"}, false},
		{"a game that is over", companion.Snapshot{GameID: "a", View: engine.View{Over: true}}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newTold(test.shot)
				w.Update = func() bool { return true }
				w.watch(t, time.Hour)
				if w.left != test.want {
					t.Errorf("left: %t, want %t", w.left, test.want)
				}
			})
		})
	}
}

func TestOtherFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, running := filepath.Join(dir, "arbiter"), filepath.Join(dir, "running")
	write := func(file string) {
		t.Helper()
		if err := os.WriteFile(file, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(path)
	if err := os.Link(path, running); err != nil { // as /proc/self/exe, it stays when path is replaced
		t.Fatal(err)
	}
	other := service.OtherFile(path, running)
	steps := []struct {
		do   func()
		want bool
	}{
		{func() {}, false},
		{func() { os.Remove(path) }, false}, // the update has just begun
		{func() { write(path) }, true},
	}
	for i, s := range steps {
		if s.do(); other() != s.want {
			t.Errorf("step %d: another file: %t, want %t", i, !s.want, s.want)
		}
	}
}
