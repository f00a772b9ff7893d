package app

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"arbiter/companion/assembly"
	"arbiter/engine/contain"
	"arbiter/hw"
	"arbiter/setups"
)

// rogue is a reader whose driver panics.
type rogue struct{ hw.Reader }

func (rogue) Name() string                           { return "left" }
func (rogue) Scan(context.Context) ([]hw.UID, error) { panic("04A2241B5C6D80") }

// A driver that panics fails only the trial of its part, and the owner is told where it was.
func TestTrialsThatPanic(t *testing.T) {
	journal := &bytes.Buffer{}
	h := &App{Opts: Opts{Logger: slog.New(slog.NewTextHandler(journal, nil))}, Lessons: &Lessons{playing: func() bool { return true }}}
	trials, before := newTrials(h), contain.Count()
	trials.one(t.Context(), nil, assembly.Trial{}, func(ctx context.Context, _ setups.Rig) { _, _ = rogue{}.Scan(ctx) })
	if got := journal.String(); !strings.Contains(got, "trials_test.go:") || strings.Contains(got, "04A2") {
		t.Errorf("the journal has %q, want where it panicked", got)
	}
	trials.scan(t.Context(), rogue{})
	if got, want := contain.Count()-before, int64(2); got < want {
		t.Errorf("%d panics are counted, want %d", got, want)
	}
}
