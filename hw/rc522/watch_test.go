package rc522_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// TestThreeReadersOnOneBus is the whole way from tags to changes: three chips, cards
// laid and moved, one reader unplugged in the middle.
func TestThreeReadersOnOneBus(t *testing.T) { synctest.Test(t, threeReadersOnOneBus) }

func threeReadersOnOneBus(t *testing.T) {
	names := []string{"p", "q", "r"}
	var bus hw.Bus
	var chips []*chip.Chip
	var fields []*picc.Field
	for i, name := range names {
		f := picc.NewField(uint64(i))
		c := chip.New(name, f)
		r, err := rc522.Open(name, c, nil, quick)
		if err != nil {
			t.Fatal(err)
		}
		bus, chips, fields = append(bus, r), append(chips, c), append(fields, f)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := hw.Watch(ctx, []hw.Bus{bus}, hw.NewTracker(hw.Opts{}), hw.Pace{})

	a, b, c := tag(t, "04A2241B5C6D80"), tag(t, "DEADBEEF"), tag(t, "00112233445566778899")
	fields[0].Place(a)
	fields[1].Place(b)
	fields[1].Place(c)
	hear(t, w, "p: arrived 04A2241B5C6D80", "q: arrived 00112233445566778899", "q: arrived DEADBEEF")
	fields[0].Lift(a)
	fields[2].Place(a)
	hear(t, w, "p: left 04A2241B5C6D80", "r: arrived 04A2241B5C6D80")
	chips[1].Unplug(0xFF)
	hear(t, w, "q: reader down")
	fields[1].Lift(b)
	fields[0].Place(b)
	hear(t, w, "p: conflict DEADBEEF (lies on q)")
	chips[1].Plug()
	hear(t, w, "p: arrived DEADBEEF", "p: settled DEADBEEF", "q: left DEADBEEF", "q: reader up")
	cancel()
	for range w.Changes() {
		t.Error("changes after the end")
	}
}

// hear waits for as many changes as wanted, in a bubble, and compares them in sorted order.
func hear(t *testing.T, w *hw.Watcher, want ...string) {
	t.Helper()
	var got []string
	for range want {
		select {
		case c := <-w.Changes():
			c.Err = nil
			got = append(got, c.String())
		case <-time.After(time.Minute):
			t.Fatalf("heard %q, want %q", got, want)
		}
	}
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Fatal(d)
	}
}
