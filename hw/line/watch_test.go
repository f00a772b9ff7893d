package line_test

import (
	"context"
	"flag"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"arbiter/hw"
)

func descriptors(t *testing.T) int {
	t.Helper()
	d, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(d)
}

var reconnects = flag.Int("reconnects", 1000, "how often the cable of a hub is pulled; 10000 take some minutes")

// TestManyReconnects pulls the cable again and again: nothing is left over.
func TestManyReconnects(t *testing.T) {
	rounds := *reconnects
	if testing.Short() {
		rounds = 100
	}
	b := newBench(t, beat)
	b.hub.Place("left", one...)
	round := func() {
		b.until("[04A2241B5C6D80] []")
		b.unplug()
		b.until("! !")
		b.plug()
	}
	for range 20 {
		round()
	}
	files, routines := descriptors(t), runtime.NumGoroutine()
	for range rounds {
		round()
	}
	b.until("[04A2241B5C6D80] []")
	t.Logf("%d reconnects: %d descriptors and %d goroutines, before it %d and %d", rounds, descriptors(t), runtime.NumGoroutine(), files, routines)
	const slack = 5 // on their way out, or just born
	if got := descriptors(t); got > files+slack {
		t.Errorf("%d descriptors, %d before", got, files)
	}
	if got := runtime.NumGoroutine(); got > routines+slack {
		t.Errorf("%d goroutines, %d before", got, routines)
	}
}

func TestWatch(t *testing.T) {
	b := newBench(t, beat)
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
	// Which reader is back first is chance. While the left one does not answer, it cannot
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

// heard waits for as many changes.
func heard(t *testing.T, w *hw.Watcher, n int) (got []string) {
	t.Helper()
	for range n {
		select {
		case c := <-w.Changes():
			c.Err = nil
			got = append(got, c.String())
		case <-time.After(60 * time.Second):
			t.Fatalf("heard %q and nothing more", got)
		}
	}
	return got
}
