package line_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	hub "arbiter/hw/emu/line"
	"arbiter/hw/line"
	"arbiter/hw/readertest"
)

// A hub reconnects many times at a device of the machine.
func TestManyReconnects(t *testing.T) {
	times := tier.Of(t, tier.Readers, "reconnects", 30, 500, 10_000)
	path := filepath.Join(t.TempDir(), "ttyHub")
	b := bench{T: t, hub: hub.New(1, hub.Opts{Beat: 20 * time.Millisecond}, "left", "right")}
	b.plugIn = func() error { return b.hub.Plug(path) }
	// A hub that a busy machine delays is not dead.
	b.start(line.Open(path, line.Opts{Silence: 5 * time.Minute, Ask: 30 * time.Millisecond, RetryMin: time.Millisecond, RetryMax: 20 * time.Millisecond}))
	b.hub.Place("left", one...)
	readertest.Reconnects(t, times, readertest.Rig{Reader: b.r[0], Card: "04A2241B5C6D80", Pull: b.hub.Unplug, Plug: b.plugIn})
}

func TestWatch(t *testing.T) {
	inBubble(t, hub.Opts{}, func(t *testing.T, b bench) {
		b.hub.Place("left", one...)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w := hw.Watch(ctx, []hw.Bus{{b.r[0], b.r[1]}}, hw.NewTracker(hw.Opts{}), hw.Pace{})
		hear(t, w, "purple-1: arrived 04A2241B5C6D80")
		b.unplug()
		hear(t, w, "purple-1: reader down", "purple-2: reader down")
		b.hub.Lift("left", one...)
		b.hub.Place("right", one...)
		b.plug()
		want := []string{"purple-1: left 04A2241B5C6D80", "purple-1: reader up", "purple-2: arrived 04A2241B5C6D80", "purple-2: reader up"}
		got := heard(t, w, 3)
		// Which reader comes back first is chance. While the left one does not answer, it cannot
		// say that the card has gone.
		if slices.Contains(got, "purple-2: conflict 04A2241B5C6D80 (lies on purple-1)") {
			got = append(got, heard(t, w, 3)...)
			want = append(want, "purple-2: conflict 04A2241B5C6D80 (lies on purple-1)", "purple-2: settled 04A2241B5C6D80")
		} else {
			got = append(got, heard(t, w, 1)...)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("heard %q, want %q", got, want)
		}
	})
}

// hear waits for as many changes as wanted and compares them in sorted order.
func hear(t *testing.T, w *hw.Watcher, want ...string) {
	t.Helper()
	got := heard(t, w, len(want))
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("heard %q, want %q", got, want)
	}
}

// heard waits for as many changes, in a bubble.
func heard(t *testing.T, w *hw.Watcher, n int) (got []string) {
	t.Helper()
	for range n {
		select {
		case c := <-w.Changes():
			c.Err = nil
			got = append(got, c.String())
		case <-time.After(time.Minute):
			t.Fatalf("heard %q and nothing more", got)
		}
	}
	return got
}
