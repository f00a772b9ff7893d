package spimux_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
)

// traffic returns the transactions of all chips so far.
func (tb *table) traffic() (n int) {
	for _, c := range tb.chips {
		t, _ := c.Traffic()
		n += t
	}
	return n
}

// cycle returns how long a round over all slots takes, and how many transactions, once everything
// that lies there has arrived.
func (tb *table) cycle(long time.Duration) (round time.Duration, transactions float64) {
	w, stop := tb.watch(hw.Opts{}, hw.Pace{})
	defer stop()
	go func() {
		for range w.Changes() {
		}
	}()
	time.Sleep(time.Second) // bubble: everything arrives
	transactions, all := float64(tb.traffic()), tb.scanned()
	time.Sleep(long) // bubble: what is measured
	scans := tb.scanned() - all
	return long * time.Duration(len(tb.chips)) / time.Duration(scans), (float64(tb.traffic()) - transactions) / float64(scans)
}

// scanned returns how many scans there have been.
func (tb *table) scanned() (n int64) {
	for i := range tb.scans {
		n += tb.scans[i].Load()
	}
	return n
}

// TestPaceOfACycle measures on a virtual clock, with chips that take as long as real ones.
func TestPaceOfACycle(t *testing.T) {
	long := time.Duration(tier.Of(t, tier.Readers, "seconds", 2, 5, 200)) * time.Second
	for _, c := range []struct {
		slots, groups int
		occupied      bool
		phones        int // which lie beside cards
		most          time.Duration
	}{
		{20, 4, false, 0, 250 * time.Millisecond},
		{20, 4, true, 0, 250 * time.Millisecond},
		{20, 1, false, 0, 250 * time.Millisecond},
		{20, 1, true, 0, 250 * time.Millisecond},
		{20, 1, true, 1, 250 * time.Millisecond},
		{20, 1, true, 2, 250 * time.Millisecond},
		{12, 4, false, 0, 160 * time.Millisecond},
		{12, 1, false, 0, 160 * time.Millisecond},
		{12, 4, true, 0, 160 * time.Millisecond},
		{12, 1, true, 0, 160 * time.Millisecond},
		{1, 1, true, 0, 160 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			tb := lay(t, c.slots, c.groups, genuine, virtual, false)
			if c.occupied {
				tb.occupy()
			}
			for i := range c.phones {
				tb.fields[i].Place(picc.NewPhone(uint64(i)))
			}
			round, n := tb.cycle(long)
			t.Logf("%d slots in %d groups, occupied %v, %d phones: %v a round, %.0f transactions a slot", c.slots, c.groups, c.occupied, c.phones, round, n)
			if round > c.most {
				t.Errorf("%v is more than %v", round, c.most)
			}
			tb.healthy()
		})
	}
}

// times collects how long something took.
type times []time.Duration

func (ts times) quantile(q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(ts))
	return sorted[int(q*float64(len(sorted)-1))].Round(time.Millisecond)
}

// come waits for one change.
func (tb *table) come(w *hw.Watcher, kind hw.Kind, reader string) {
	tb.Helper()
	select {
	case c := <-w.Changes():
		if c.Kind != kind || c.Reader != reader {
			tb.Fatalf("%v, want %v on %s", c, kind, reader)
		}
	case <-time.After(time.Minute):
		tb.Fatalf("nothing, want %v on %s", kind, reader)
	}
}

// moves lays and lifts a card on a random slot, at random moments, while the others stay.
func (tb *table) moves(n int) (arrivals, departures times) {
	w, stop := tb.watch(hw.Opts{}, hw.Pace{})
	defer stop()
	for i := range tb.chips {
		tb.fields[i].Place(tb.tags[i])
	}
	for range tb.chips {
		<-w.Changes()
	}
	r := rand.New(rand.NewPCG(tier.Seed(tb), 1))
	pause := func() { time.Sleep(time.Duration(r.Int64N(int64(300 * time.Millisecond)))) } // bubble: any moment of a scan
	for range n {
		i := r.IntN(len(tb.chips))
		pause()
		begin := time.Now()
		tb.fields[i].Lift(tb.tags[i])
		tb.come(w, hw.Left, name(i))
		departures = append(departures, time.Since(begin))
		pause()
		begin = time.Now()
		tb.fields[i].Place(tb.tags[i])
		tb.come(w, hw.Arrived, name(i))
		arrivals = append(arrivals, time.Since(begin))
	}
	return arrivals, departures
}

func TestPaceOfMoves(t *testing.T) {
	n := tier.Of(t, tier.Readers, "moves", 10, 60, 1_000)
	for _, groups := range []int{4, 1} {
		synctest.Test(t, func(t *testing.T) {
			tb := lay(t, 20, groups, genuine, virtual, false)
			a, d := tb.moves(n)
			t.Logf("20 occupied slots in %d groups: arrived after %v (median), %v (p99), %v (most); left after %v, %v, %v",
				groups, a.quantile(0.5), a.quantile(0.99), a.quantile(1), d.quantile(0.5), d.quantile(0.99), d.quantile(1))
			if got, most := a.quantile(0.99), 400*time.Millisecond; got >= most {
				t.Errorf("arrived after %v (p99), want less than %v", got, most)
			}
			tb.healthy()
		})
	}
}

// TestPaceOfAnInventory measures a single reader, including its field's rest and power-up; first
// when the tags are new to it, then when it expects them.
func TestPaceOfAnInventory(t *testing.T) {
	for n := range 9 {
		synctest.Test(t, func(t *testing.T) {
			tb := lay(t, 1, 1, genuine, virtual, false)
			scan := func(want int) (time.Duration, int) {
				begin, before := time.Now(), tb.traffic()
				uids, err := tb.buses[0][0].Scan(t.Context())
				if err != nil || len(uids) != want {
					t.Fatalf("%v, %v; want %d tags", uids, err, want)
				}
				return time.Since(begin), tb.traffic() - before
			}
			scan(0)
			for i := range n {
				tb.fields[0].Place(picc.New(0x04, byte(37*i), 0x24, 0x1B, 0x5C, 0x6D, byte(0x80+i)))
			}
			first, transactions := scan(n)
			scan(n)
			resting, again := scan(n)
			t.Logf("%d tags: %v and %d transactions, resting %v and %d", n, first, transactions, resting, again)
			if most := 15*time.Millisecond + time.Duration(n)*15*time.Millisecond; first > most || resting > first {
				t.Errorf("%d tags took %v, then %v; want at most %v and no more", n, first, resting, most)
			}
		})
	}
}
