package spimux_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/pcscd"
	"arbiter/hw/emu/picc"
	pn532chip "arbiter/hw/emu/pn532"
	"arbiter/hw/pcsc"
	"arbiter/hw/pn532"
	"arbiter/hw/rc522"
)

// looks is how long an ACR122U takes at most to notice that a card was taken: it looks four times a
// second (API-ACR122U 2.04, 6.4).
const looks = 250 * time.Millisecond

// sure is a reader of pcscd whose scans are counted.
type sure struct{ counted }

// Debounced returns true, as that of such a reader does.
func (sure) Debounced() bool { return true }

// BenchmarkMixedTable is a round over 20 occupied slots in real time: 12 RC522 in one group, two of
// which have a phone beside the card, 4 PN532 at 115200 baud and 4 ACR122U. The chips take as long
// as real ones. It reports for each kind how long a round of its slowest bus takes, and how long
// after a card was taken from an ACR122U that is reported, including the reader's own look.
func BenchmarkMixedTable(b *testing.B) {
	pace := genuine
	pace.Sleep = spin
	tb := lay(b, 12, 1, pace, rc522.Opts{}, false)
	tb.occupy()
	for i := range 2 {
		tb.fields[i].Place(picc.NewPhone(uint64(i)))
	}
	kinds := map[string][]*atomic.Int64{"rc522": {&tb.scans[11]}}
	count := func(kind string, r hw.Reader) {
		c := counted{r, new(atomic.Int64)}
		if kinds[kind] = append(kinds[kind], c.scans); kind == "pcsc" {
			r = sure{c}
		} else {
			r = c
		}
		tb.buses = append(tb.buses, hw.Bus{r})
	}
	for i := range 4 {
		field := picc.NewField(uint64(100 + i))
		field.Place(picc.New(0x04, 0x11, 0x24, 0x1B, 0x5C, 0x6D, byte(i)))
		chip := pn532chip.New(field, uint64(i))
		path := filepath.Join(b.TempDir(), "tty")
		if err := chip.Plug(path); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = chip.Unplug() }) // the end of the test does it, too
		chip.Pace(pn532.DefaultBaud)
		r := pn532.Open(fmt.Sprintf("serial-%d", i), path, pn532.Opts{})
		b.Cleanup(func() { _ = r.Close() })
		count("pn532", r)
	}
	socket := filepath.Join(b.TempDir(), "comm")
	daemon, err := pcscd.Listen(socket, 5)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = daemon.Kill() })
	client := pcsc.Open(pcsc.Opts{Socket: socket, Root: fstest.MapFS{}})
	var board *pcscd.Reader
	for i := range 4 {
		name := fmt.Sprintf("ACS ACR122U %d PICC Interface", i)
		board = daemon.Plug(name, pcscd.USB{})
		board.Lay(0x04, 0x22, 0x24, 0x1B, 0x5C, 0x6D, byte(i))
		r := client.Reader(fmt.Sprintf("usb-%d", i), name)
		b.Cleanup(func() { _ = r.Close() })
		count("pcsc", r)
	}

	w, stop := tb.watch(hw.Opts{}, hw.Pace{})
	defer stop()
	for range 20 {
		<-w.Changes() // arrived
	}
	before, begin := map[*atomic.Int64]int64{}, time.Now()
	for _, all := range kinds {
		for _, n := range all {
			before[n] = n.Load()
		}
	}
	var left times
	r := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		taken := time.Now()
		time.Sleep(time.Duration(r.Int64N(int64(looks)))) // what the reader takes
		board.Lift()
		tb.come(w, hw.Left, "usb-3")
		left = append(left, time.Since(taken))
		board.Lay(0x04, 0x22, 0x24, 0x1B, 0x5C, 0x6D, 3)
		tb.come(w, hw.Arrived, "usb-3")
	}
	took := time.Since(begin)
	for kind, all := range kinds {
		scans := make([]int64, len(all))
		for i, n := range all {
			scans[i] = n.Load() - before[n]
		}
		b.ReportMetric(float64(took.Milliseconds())/float64(slices.Min(scans)), kind+"-ms/round")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(left.quantile(0.5).Milliseconds()), "left-ms")
	b.ReportMetric(float64(left.quantile(1).Milliseconds()), "left-most-ms")
}
