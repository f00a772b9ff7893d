package pn532_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/picc"
	chip "arbiter/hw/emu/pn532"
	"arbiter/hw/pn532"
)

// descriptors counts what this process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	d, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(d)
}

// TestManyReconnects pulls the cable thousands of times and plugs it in again:
// nothing is left over.
func TestManyReconnects(t *testing.T) {
	rounds := 10000
	if testing.Short() {
		rounds = 300
	}
	b := newBench(t, patient)
	b.field.Place(tag(t, one))
	round := func() {
		b.expect(nil, one)
		b.unplug()
		b.expect(hw.ErrNoReader)
		b.plug()
	}
	for range 20 {
		round()
	}
	files, routines := descriptors(t), runtime.NumGoroutine()
	begin := time.Now()
	for range rounds {
		round()
	}
	t.Logf("%d reconnects in %v; %d descriptors, %d goroutines", rounds, time.Since(begin).Round(time.Millisecond), descriptors(t), runtime.NumGoroutine())
	const slack = 3 // a goroutine may be on its way out
	if got := descriptors(t); got > files+slack {
		t.Errorf("%d descriptors, %d before", got, files)
	}
	if got := runtime.NumGoroutine(); got > routines+slack {
		t.Errorf("%d goroutines, %d before", got, routines)
	}
	open, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if descriptors(t) <= files-slack {
		t.Error("control: an open file is not counted")
	}
}

// TestWatch is the way from tags to changes, at real pace, with a cable pulled.
func TestWatch(t *testing.T) {
	var buses []hw.Bus
	var chips []*chip.Chip
	var fields []*picc.Field
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, "tty-"+name) }
	for i, name := range []string{"p", "q"} {
		f := picc.NewField(uint64(i))
		c := chip.New(f, uint64(i))
		if err := c.Plug(path(name)); err != nil {
			t.Fatal(err)
		}
		defer c.Unplug()
		r := pn532.Open(name, path(name), pn532.Opts{Ack: time.Second, Reply: time.Second})
		defer r.Close()
		buses, chips, fields = append(buses, hw.Bus{r}), append(chips, c), append(fields, f)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := hw.Watch(ctx, buses, hw.NewTracker(hw.Opts{}), hw.Pace{Deadline: 10 * time.Second})
	x, y := tag(t, one), tag(t, "DEADBEEF")
	fields[0].Place(x)
	fields[1].Place(y)
	hear(t, w, "p: arrived "+one, "q: arrived DEADBEEF")
	fields[0].Lift(x)
	hear(t, w, "p: left "+one)
	if err := chips[1].Unplug(); err != nil {
		t.Fatal(err)
	}
	hear(t, w, "q: reader down")
	fields[1].Lift(y)
	fields[1].Place(x)
	if err := chips[1].Plug(path("q")); err != nil {
		t.Fatal(err)
	}
	hear(t, w, "q: arrived "+one, "q: left DEADBEEF", "q: reader up")
	cancel()
	for range w.Changes() {
		t.Error("changes after the end")
	}
}

// hear waits for as many changes as wanted and compares them in sorted order.
func hear(t *testing.T, w *hw.Watcher, want ...string) {
	t.Helper()
	var got []string
	for range want {
		select {
		case c := <-w.Changes():
			c.Err = nil
			got = append(got, c.String())
		case <-time.After(60 * time.Second):
			t.Fatalf("heard %q, want %q", got, want)
		}
	}
	slices.Sort(got)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("heard %q, want %q", got, want)
	}
}
