package rc522_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
	"arbiter/hw/readertest"
)

// TestManyReconnects unplugs a board and plugs it in again, through Watch,
// with a card on it: nothing piles up, and the card neither leaves nor arrives.
func TestManyReconnects(t *testing.T) {
	times := tier.Of(t, tier.Readers, "reconnects", 50, 500, 10_000)
	synctest.Test(t, func(t *testing.T) {
		field := picc.NewField(1)
		field.Place(tag(t, "04A2241B5C6D80"))
		c := chip.New("SPI0.0", field)
		r, err := rc522.Open("p", c, nil, rc522.Opts{Sleep: time.Sleep})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		o := hw.Opts{DownErrors: 2, DownAfter: 1}
		w := hw.Watch(ctx, []hw.Bus{{r}}, hw.NewTracker(o), hw.Pace{RetryMin: time.Millisecond, RetryMax: time.Millisecond})
		expect := func(kind hw.Kind) {
			if got := (<-w.Changes()).Kind; got != kind {
				t.Fatalf("%v, want %v", got, kind)
			}
		}
		expect(hw.Arrived)
		check := readertest.Leftovers(t)
		for i := range times {
			c.Unplug([]byte{0x00, 0xFF}[i%2])
			expect(hw.ReaderDown)
			c.Plug()
			expect(hw.ReaderUp)
		}
		check()
		cancel()
		for range w.Changes() {
			t.Error("a change after the end")
		}
		time.Sleep(hw.DefaultDeadline) // bubble: a scan that was given up ends
	})
}
