package pn532_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/picc"
	chip "arbiter/hw/emu/pn532"
	"arbiter/hw/pn532"
	"arbiter/hw/readertest"
)

func TestManyReconnects(t *testing.T) {
	times := tier.Of(t, tier.Readers, "reconnects", 30, 500, 10_000)
	b := atDevice(t)
	b.field.Place(tag(t, one))
	readertest.Reconnects(t, times, readertest.Rig{Reader: b.r, Card: one, Pull: b.chip.Unplug, Plug: b.plugIn})
}

// TestWatch is the way from tags to changes, with a cable pulled.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var buses []hw.Bus
		var chips []*chip.Chip
		var fields []*picc.Field
		var sockets [2]cable.Socket
		for i, name := range []string{"p", "q"} {
			f := picc.NewField(uint64(i))
			c := chip.New(f, uint64(i))
			c.Connect(sockets[i].Plug())
			defer c.Unplug()
			r := pn532.Open(name, name, pn532.Opts{Open: sockets[i].Open})
			defer r.Close()
			buses, chips, fields = append(buses, hw.Bus{r}), append(chips, c), append(fields, f)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w := hw.Watch(ctx, buses, hw.NewTracker(hw.Opts{}), hw.Pace{})
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
		chips[1].Connect(sockets[1].Plug())
		hear(t, w, "q: arrived "+one, "q: left DEADBEEF", "q: reader up")
		cancel()
		for range w.Changes() {
			t.Error("changes after the end")
		}
	})
}

// hear waits for as many changes as wanted, in a bubble, and compares them in sorted
// order.
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
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("heard %q, want %q", got, want)
	}
}
