package pn532_test

import (
	"fmt"
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

// What a scan takes on a real line must leave room for the deadline of a Watch,
// and for three of them in the time in which a card arrives.
func TestSimulatedTime(t *testing.T) {
	for n, most := range []time.Duration{40 * time.Millisecond, 40 * time.Millisecond, 60 * time.Millisecond} {
		b := newBench(t, patient)
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
