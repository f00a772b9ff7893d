package wedge_test

import (
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
	emulated "arbiter/hw/emu/wedge"
	"arbiter/hw/readertest"
	"arbiter/hw/wedge"
)

// A keyboard is pulled out again and again.
func TestManyReconnects(t *testing.T) {
	times := tier.Of(t, tier.Readers, "reconnects", 30, 500, 10_000)
	k := emulated.New()
	r := wedge.Start("table", k.Open, wedge.Opts{RetryMin: time.Millisecond, RetryMax: 5 * time.Millisecond})
	defer r.Close()
	readertest.Reconnects(t, times, readertest.Rig{
		Reader: r, Card: "DEADBEEF", Pull: k.Unplug, Plug: k.Plug,
		Show: func() error { return k.Show(0xDE, 0xAD, 0xBE, 0xEF) },
	})
}
