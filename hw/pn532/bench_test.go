package pn532_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/picc"
	chip "arbiter/hw/emu/pn532"
	"arbiter/hw/pn532"
)

// BenchmarkScan counts what one scan costs. Simulated is the time that it would
// take at 115200 baud: bytes on the wire, frames in the air, and the driver's
// own waiting for the field, whatever this machine needs.
func BenchmarkScan(b *testing.B) {
	for n := range 4 {
		b.Run(fmt.Sprint(n, "-tags"), func(b *testing.B) {
			field := picc.NewField(1)
			for i := range n {
				field.Place(picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, byte(0x80+i)))
			}
			c := chip.New(field, 1)
			path := b.TempDir() + "/tty"
			if err := c.Plug(path); err != nil {
				b.Fatal(err)
			}
			defer c.Unplug()
			r := pn532.Open("p", path, patient)
			defer r.Close()
			scan(b, r, n)
			before := c.Traffic()
			b.ReportAllocs()
			for b.Loop() {
				scan(b, r, n)
			}
			after := c.Traffic()
			commands := float64(after.Commands - before.Commands)
			wire := chip.Traffic{In: after.In - before.In, Out: after.Out - before.Out}.Wire(pn532.DefaultBaud) + after.Air - before.Air
			own := pn532.DefaultPowerUp + pn532.DefaultRest
			b.ReportMetric(commands/float64(b.N), "commands/op")
			b.ReportMetric((wire.Seconds()/float64(b.N)+own.Seconds())*1000, "simulated-ms/op")
		})
	}
}

func scan(b *testing.B, r hw.Reader, n int) {
	uids, err := r.Scan(b.Context())
	if err != nil || len(uids) != n {
		b.Fatalf("%d tags, %v; want %d", len(uids), err, n)
	}
}

// A scan on a real line must be well within the deadline of a Watch, and three of them within the
// time in which a card arrives.
func TestSimulatedTime(t *testing.T) {
	for n, most := range []time.Duration{40 * time.Millisecond, 40 * time.Millisecond, 60 * time.Millisecond} {
		b := atDevice(t)
		for i := range n {
			b.field.Place(picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, byte(0x80+i)))
		}
		if _, err := b.scan(); err != nil {
			t.Fatal(err)
		}
		before := b.chip.Traffic()
		if _, err := b.scan(); err != nil {
			t.Fatal(err)
		}
		after := b.chip.Traffic()
		spent := chip.Traffic{In: after.In - before.In, Out: after.Out - before.Out}
		took := spent.Wire(pn532.DefaultBaud) + after.Air - before.Air + pn532.DefaultPowerUp + pn532.DefaultRest
		if took > most {
			t.Errorf("%d tags: %v, want at most %v", n, took, most)
		}
	}
}

// TestPace measures from a card on the reader to Arrived, and from lifting it to Left, with a chip
// that takes its time, on a virtual clock.
func TestPace(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.chip.Pace(pn532.DefaultBaud)
		w := hw.Watch(t.Context(), []hw.Bus{{b.r}}, hw.NewTracker(hw.Opts{}), hw.Pace{})
		card := tag(t, one)
		var arrived, left []time.Duration
		const times = 15
		for i := range times {
			time.Sleep(time.Duration(i*7%50) * time.Millisecond) // bubble: the card comes at any moment of a scan
			begin := time.Now()
			b.field.Place(card)
			hear(t, w, "purple-1: arrived "+one)
			arrived = append(arrived, time.Since(begin))
			begin = time.Now()
			b.field.Lift(card)
			hear(t, w, "purple-1: left "+one)
			left = append(left, time.Since(begin))
		}
		slices.Sort(arrived)
		slices.Sort(left)
		t.Logf("arrived: median %v, most %v; left: median %v, most %v", arrived[times/2], arrived[times-1], left[times/2], left[times-1])
		if got, most := arrived[times-1], 200*time.Millisecond; got > most {
			t.Errorf("a card took %v to arrive, want at most %v", got, most)
		}
		if got, most := left[times-1], time.Second; got > most {
			t.Errorf("a card took %v to leave, want at most %v", got, most)
		}
	})
}
