package pn532_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
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

// TestWatch covers the whole way from tags to changes, with a cable pulled.
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

// TestReplugged measures how long a reader that is plugged in again takes to say what lies there,
// however long it was away: at most 4 s. A tag that lay there all the time is not reported again,
// and one that came meanwhile is reported once.
func TestReplugged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		field := picc.NewField(1)
		c := chip.New(field, 1)
		c.Pace(pn532.DefaultBaud)
		var ports [2]cable.Socket // ttyACM0 and ttyACM1
		var at atomic.Int32
		c.Connect(ports[0].Plug())
		defer func() { _ = c.Unplug() }()
		byID := func() (io.ReadWriteCloser, error) { // the link leads to where it is now
			dev, err := ports[at.Load()].Open()
			if err != nil {
				return nil, &fs.PathError{Op: "open", Path: "/dev/serial/by-id/usb-x", Err: syscall.ENOENT}
			}
			return dev, nil
		}
		r := pn532.Open("p", "usb-x", pn532.Opts{Open: byID})
		defer r.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w := hw.Watch(ctx, []hw.Bus{{r}}, hw.NewTracker(hw.Opts{}), hw.Pace{})
		stays, comes := tag(t, one), tag(t, "DEADBEEF")
		field.Place(stays)
		hear(t, w, "p: arrived "+one)
		var slowest time.Duration
		for n := range 24 {
			if err := c.Unplug(); err != nil {
				t.Fatal(err)
			}
			hear(t, w, "p: reader down")
			time.Sleep(time.Duration(n) * 370 * time.Millisecond) // bubble: it is plugged in at a different moment each time
			at.Store(int32(n % 2))                                // #nosec G115 -- 0 and 1
			field.Place(comes)
			began := time.Now()
			c.Connect(ports[n%2].Plug())
			hear(t, w, "p: arrived DEADBEEF", "p: reader up")
			slowest = max(slowest, time.Since(began))
			field.Lift(comes)
			hear(t, w, "p: left DEADBEEF")
		}
		if slowest > 4*time.Second {
			t.Errorf("the slowest took %v", slowest)
		}
		t.Logf("the slowest took %v", slowest)
		cancel()
		for change := range w.Changes() {
			t.Errorf("at the end: %v", change)
		}
	})
}

// TestEqualAdapters: two adapters with identical descriptions are told apart by the ports that they
// are in, through pseudo-terminals whose numbers are swapped.
func TestEqualAdapters(t *testing.T) {
	dir := t.TempDir()
	var buses []hw.Bus
	var chips [2]*chip.Chip
	for i, plug := range []string{"p", "q"} {
		f := picc.NewField(uint64(i)) // #nosec G115 -- 0 and 1
		f.Place(tag(t, []string{one, "DEADBEEF"}[i]))
		chips[i] = chip.New(f, uint64(i)) // #nosec G115 -- 0 and 1
		r := pn532.Open(plug, filepath.Join(dir, plug), patient)
		defer r.Close()
		buses = append(buses, hw.Bus{r})
	}
	put := func(order ...int) {
		t.Helper()
		for _, i := range order {
			if err := chips[i].Plug(filepath.Join(dir, []string{"p", "q"}[i])); err != nil {
				t.Fatal(err)
			}
		}
	}
	pull := func() {
		for _, c := range chips {
			_ = c.Unplug() // it may be out
		}
	}
	put(0, 1)
	defer pull()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := hw.Watch(ctx, buses, hw.NewTracker(hw.Opts{}), hw.Pace{})
	var told []string // a reader that is down says so again when the reason is another
	listen := func(want ...string) {
		t.Helper()
		var got []string
		for len(got) < len(want) {
			select {
			case c := <-w.Changes():
				c.Err = nil
				if !slices.Contains(told, c.String()) {
					got = append(got, c.String())
				}
			case <-time.After(5 * time.Minute):
				t.Fatalf("heard %q, want %q", got, want)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("heard %q, want %q", got, want)
		}
		told = got
	}
	listen("p: arrived "+one, "q: arrived DEADBEEF")
	pull()
	listen("p: reader down", "q: reader down")
	put(1, 0)
	began := time.Now()
	listen("p: reader up", "q: reader up")
	t.Logf("both were back after %v", time.Since(began))
	cancel()
	for c := range w.Changes() {
		t.Errorf("a tag that lay there is told again: %v", c)
	}
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
