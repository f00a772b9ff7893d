package spimux_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"periph.io/x/conn/v3/physic"

	"arbiter/hw"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	emu "arbiter/hw/emu/spimux"
	"arbiter/hw/rc522"
	"arbiter/hw/spimux"
)

// table is readers behind one mux, in groups of neighbors.
type table struct {
	testing.TB
	bus    *emu.Bus
	mux    *spimux.Mux
	chips  []*mfrc522.Chip
	fields []*picc.Field
	airs   []*picc.Neighborhood // by group
	buses  []hw.Bus             // by group
	tags   []*picc.Tag          // a card for each reader
	scans  []atomic.Int64
}

// counted is a reader whose scans are counted.
type counted struct {
	hw.Reader
	scans *atomic.Int64
}

func (c counted) Scan(ctx context.Context) ([]hw.UID, error) {
	c.scans.Add(1)
	return c.Reader.Scan(ctx)
}

// lay makes a table with n readers in groups. The readers of a group share their air,
// unless each is alone.
func lay(t testing.TB, n, groups int, pace mfrc522.Pace, o rc522.Opts, alone bool) *table {
	t.Helper()
	tb := &table{TB: t, bus: emu.New("SPI0.0", 5, emu.TwentyFour), buses: make([]hw.Bus, groups), scans: make([]atomic.Int64, n)}
	var err error
	if tb.mux, err = spimux.Open(tb.bus.Port(), tb.bus.Pins(), spimux.Opts{Speed: pace.Bus}); err != nil {
		t.Fatal(err)
	}
	airs := make([]*hw.Neighborhood, groups)
	for g := range groups {
		airs[g], tb.airs = hw.NewNeighborhood(), append(tb.airs, &picc.Neighborhood{})
	}
	for i := range n {
		g := i * groups / n
		field := picc.NewField(uint64(i))
		field.Share(tb.airs[g])
		chip := mfrc522.New(fmt.Sprintf("chip %d", i), field)
		chip.SetPace(pace)
		tb.bus.Attach(i, chip)
		port, err := tb.mux.Port(i)
		if err != nil {
			t.Fatal(err)
		}
		if o.Neighborhood = airs[g]; alone {
			o.Neighborhood = nil
		}
		r, err := rc522.Open(name(i), port, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		tb.fields, tb.chips, tb.buses[g] = append(tb.fields, field), append(tb.chips, chip), append(tb.buses[g], counted{r, &tb.scans[i]})
		tb.tags = append(tb.tags, picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, byte(0x80+i)))
	}
	return tb
}

func name(i int) string { return fmt.Sprintf("slot-%02d", i) }

func (tb *table) occupy() {
	for i, f := range tb.fields {
		f.Place(tb.tags[i])
	}
}

// healthy checks what must hold at any table: neighbors never radiate at once,
// and addresses change between transactions only.
func (tb *table) healthy() {
	tb.Helper()
	for g, air := range tb.airs {
		if got, want := air.Most(), 1; got > want {
			tb.Errorf("group %d: %d neighbors radiated at once", g, got)
		}
	}
	for _, f := range tb.bus.Faults() {
		tb.Error(f)
	}
}

func (tb *table) watch(o hw.Opts, p hw.Pace) (*hw.Watcher, func()) {
	ctx, cancel := context.WithCancel(tb.Context())
	w := hw.Watch(ctx, tb.buses, hw.NewTracker(o), p)
	return w, func() {
		cancel()
		for range w.Changes() {
		}
		time.Sleep(hw.DefaultDeadline) // bubble: scans that were given up end
	}
}

var (
	instant mfrc522.Pace
	genuine = mfrc522.Real(2 * physic.MegaHertz)
	quick   = rc522.Opts{PowerUp: -1, Rest: -1, Sleep: func(time.Duration) {}}
	virtual = rc522.Opts{Sleep: time.Sleep} // in a bubble
)
