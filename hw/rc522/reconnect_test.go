package rc522_test

import (
	"context"
	"os"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// TestTenThousandReconnects unplugs a board and plugs it in again, through Watch,
// with a card on it: nothing piles up, and the card neither leaves nor arrives.
func TestTenThousandReconnects(t *testing.T) {
	times := 10_000
	if testing.Short() {
		times = 500
	}
	synctest.Test(t, func(t *testing.T) {
		field := picc.NewField(1)
		field.Place(tag(t, "04A2241B5C6D80"))
		c := chip.New("SPI0.0", field)
		r, err := rc522.Open("p", c, nil, rc522.Opts{})
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
		goroutines, files := runtime.NumGoroutine(), descriptors(t)
		for i := range times {
			c.Unplug([]byte{0x00, 0xFF}[i%2])
			expect(hw.ReaderDown)
			c.Plug()
			expect(hw.ReaderUp)
		}
		if got := runtime.NumGoroutine(); got > goroutines+2 {
			t.Errorf("%d goroutines, before it were %d", got, goroutines)
		}
		if got := descriptors(t); got > files+2 {
			t.Errorf("%d open files, before it were %d", got, files)
		}
		cancel()
		for range w.Changes() {
			t.Error("a change after the end")
		}
		time.Sleep(hw.DefaultDeadline) // a scan that was given up ends meanwhile
	})
}

// descriptors is how many files the process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc:", err)
	}
	return len(list)
}
