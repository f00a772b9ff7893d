package spimux_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"

	"arbiter/hw"
	"arbiter/hw/rc522"
)

// everyone scans each reader once and compares what lies there.
func (tb *table) everyone(want func(i int) string) {
	tb.Helper()
	i := 0
	for _, b := range tb.buses {
		for _, r := range b {
			uids, err := r.Scan(tb.Context())
			if got := fmt.Sprint(uids, err); got != want(i) {
				tb.Errorf("%s: %s, want %s", r.Name(), got, want(i))
			}
			i++
		}
	}
}

// Each of 24 readers sees its own card and no other's.
func TestEveryReaderHasItsCard(t *testing.T) {
	tb := lay(t, 24, 4, instant, quick, false)
	tb.everyone(func(int) string { return "[] <nil>" })
	tb.occupy()
	tb.everyone(func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()) })
	before := tb.bus.PinChanges()
	if _, err := tb.reader(23).Scan(t.Context()); err != nil {
		t.Error(err)
	}
	if got, want := tb.bus.PinChanges()-before, 0; got != want {
		t.Errorf("the same reader again: %d address pins were driven, want %d", got, want)
	}
	if got, want := tb.bus.Speed(), 2*physic.MegaHertz; got != want {
		t.Errorf("the bus runs at %v, want %v", got, want)
	}
	tb.healthy()
}

// All readers are scanned at once, each on its own goroutine: their results do not mix.
func TestReadersAtOnce(t *testing.T) { synctest.Test(t, readersAtOnce) }

func readersAtOnce(t *testing.T) {
	tb := lay(t, 24, 24, instant, quick, false)
	tb.occupy()
	var all sync.WaitGroup
	for i, b := range tb.buses {
		all.Go(func() {
			for range 50 {
				uids, err := b[0].Scan(t.Context())
				if got, want := fmt.Sprint(uids, err), fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()); got != want {
					t.Errorf("%s: %s, want %s", b[0].Name(), got, want)
				}
			}
		})
	}
	all.Wait()
	tb.healthy()
}

// TestNeighborsWithoutAir is the control of the groups: readers of a group that do not know of each
// other jam each other, which the emulated air notices.
func TestNeighborsWithoutAir(t *testing.T) {
	for alone, want := range map[bool]int{false: 1, true: 5} {
		synctest.Test(t, func(t *testing.T) {
			tb := lay(t, 5, 1, genuine, virtual, alone)
			tb.occupy()
			seen := 0
			var all sync.WaitGroup
			var mu sync.Mutex
			for _, r := range tb.buses[0] {
				all.Go(func() {
					for range 4 {
						uids, _ := r.Scan(t.Context())
						mu.Lock()
						seen += len(uids)
						mu.Unlock()
					}
				})
			}
			all.Wait()
			if got := tb.airs[0].Most(); got != want {
				t.Errorf("alone %v: %d fields on at once, want %d", alone, got, want)
			}
			if whole := seen == 20; whole == alone {
				t.Errorf("alone %v: %d cards seen in 20 scans", alone, seen)
			}
		})
	}
}

// Two cards are laid and one is moved, through Watch, while one board is unplugged.
func TestWatchOverGroups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := lay(t, 20, 4, genuine, virtual, false)
		tb.chips[7].Unplug(0xFF)
		w, stop := tb.watch(hw.Opts{}, hw.Pace{})
		var got []string
		collect := func(d time.Duration) {
			for end := time.After(d); ; {
				select {
				case c := <-w.Changes():
					c.Err = nil
					got = append(got, c.String())
				case <-end:
					return
				}
			}
		}
		tb.fields[3].Place(tb.tags[3])
		tb.fields[19].Place(tb.tags[19])
		collect(3 * time.Second)
		tb.fields[3].Lift(tb.tags[3])
		tb.fields[12].Place(tb.tags[3])
		collect(3 * time.Second)
		tb.chips[7].Plug()
		collect(5 * time.Second)
		stop()
		slices.Sort(got)
		want := []string{
			"slot-03: arrived 04A2241B5C6D83", "slot-03: left 04A2241B5C6D83", "slot-07: reader down", "slot-07: reader up",
			"slot-12: arrived 04A2241B5C6D83", "slot-19: arrived 04A2241B5C6D93",
		}
		if !slices.Equal(got, want) {
			t.Errorf("heard %q, want %q", got, want)
		}
		tb.healthy()
	})
}

// A faulty wire causes errors or no answer, never a card that does not lie there; once it is
// repaired everything works again.
func TestFaultsOfTheWires(t *testing.T) {
	tb := lay(t, 20, 4, instant, quick, false)
	tb.occupy()
	own := func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()) }
	for _, c := range []struct {
		name     string
		do, undo func()
		harmed   func(i int) bool
	}{
		{"a board holds MISO low", func() { tb.bus.HoldMISO(5, 0) }, func() { tb.bus.Release(5) }, func(i int) bool { return i != 5 }},
		{"a board holds some bits of MISO", func() { tb.bus.HoldMISO(5, 0x6F) }, func() { tb.bus.Release(5) }, func(i int) bool { return i != 5 }},
		{"the address pins fail", func() { tb.bus.FailPins(errors.New("no pin")) }, func() { tb.bus.FailPins(nil) }, func(int) bool { return true }},
		{"nobody is attached", func() { tb.bus.Attach(9, nil) }, func() { tb.bus.Attach(9, tb.chips[9]) }, func(i int) bool { return i == 9 }},
	} {
		c.do()
		for i := range tb.chips {
			uids, err := tb.reader(i).Scan(t.Context())
			switch {
			case c.harmed(i) && (err == nil || len(uids) > 0):
				t.Errorf("%s: %s saw %v", c.name, name(i), uids)
			case !c.harmed(i) && fmt.Sprint(uids, err) != own(i):
				t.Errorf("%s: %s, which is well, says %v, %v", c.name, name(i), uids, err)
			}
		}
		c.undo()
		tb.everyone(own)
	}
}

func (tb *table) reader(i int) hw.Reader { return slices.Concat(tb.buses...)[i] }

// TestStuckAddress: a pin that does not move makes a reader talk to its neighbor's chip. No
// software can notice that; the doctor asks people to lay a card.
func TestStuckAddress(t *testing.T) {
	tb := lay(t, 4, 4, instant, quick, false)
	tb.occupy()
	tb.bus.StickPin(0, false)
	tb.everyone(func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i&^1].UID()) })
	tb.bus.FreePin(0)
	if err := tb.bus.Pins()[0].Out(gpio.High); err != nil { // as left by the last reader
		t.Fatal(err)
	}
	tb.everyone(func(i int) string { return fmt.Sprintf("[%X] <nil>", tb.tags[i].UID()) })
}

func TestEnterAirInTime(t *testing.T) {
	tb := lay(t, 2, 1, instant, quick, false)
	a := hw.NewNeighborhood()
	if err := a.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	port, err := tb.mux.Port(7)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rc522.Open("late", port, nil, rc522.Opts{Neighborhood: a, Sleep: time.Sleep})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := r.Scan(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a scan while a neighbor radiates: %v", err)
	}
	a.Leave()
}
