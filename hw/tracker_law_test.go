package hw_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbiter/hw"
)

// table is the truth: where the cards really lie, and what a bad reader says.
type table struct {
	readers []string
	where   map[hw.UID]string
	rng     *rand.Rand
	loss    float64
	trouble float64
}

func (tb *table) scan(reader string) (uids []hw.UID, err error) {
	switch r := tb.rng.Float64(); {
	case r < tb.trouble/3:
		return nil, hw.ErrNoReader
	case r < tb.trouble*2/3:
		return nil, hw.ErrIO
	case r < tb.trouble:
		return nil, hw.ErrCollision
	}
	for i := range 6 {
		u := cardNo(i)
		if tb.where[u] == reader && tb.rng.Float64() >= tb.loss {
			uids = append(uids, u)
		}
	}
	return uids, nil
}

func cardNo(i int) hw.UID {
	u, err := hw.NewUID([]byte{4, 0, 0, 0, 0, 0, byte(i)})
	if err != nil {
		panic(err)
	}
	return u
}

// evening plays moves of cards on a table whose readers lose scans, and
// returns the first broken law. It checks that
//   - a card arrives only where it truly lies, and only when it lay nowhere;
//   - a card leaves only when it truly does not lie there;
//   - nobody is told of a conflict, for no card is ever in two places;
//   - when nothing moves for long enough, everything that lies has arrived.
func evening(o hw.Opts, seed uint64, moves int) error {
	tb := &table{
		readers: []string{"p", "q", "r"},
		where:   map[hw.UID]string{},
		rng:     rand.New(rand.NewPCG(seed, 1)),
		loss:    0.1, trouble: 0.1,
	}
	tr := hw.NewTracker(o)
	told := map[hw.UID]string{}
	now := start
	for range moves {
		u := cardNo(tb.rng.IntN(6))
		tb.where[u] = append([]string{"", ""}, tb.readers...)[tb.rng.IntN(5)]
		for range 60 {
			now = now.Add(50 * time.Millisecond)
			for _, r := range tb.readers {
				uids, err := tb.scan(r)
				for _, c := range tr.Step(now, r, uids, err) {
					if err := judge(tb, told, c); err != nil {
						return err
					}
				}
			}
		}
		for i := range 6 {
			u := cardNo(i)
			if got, want := told[u], tb.where[u]; got != want {
				return fmt.Errorf("%v: told %q, lies %q", u, got, want)
			}
		}
	}
	return nil
}

func judge(tb *table, told map[hw.UID]string, c hw.Change) error {
	switch c.Kind {
	case hw.Arrived:
		if told[c.UID] != "" || tb.where[c.UID] != c.Reader {
			return fmt.Errorf("%v, but it was told %q and lies %q", c, told[c.UID], tb.where[c.UID])
		}
		told[c.UID] = c.Reader
	case hw.Left:
		if told[c.UID] != c.Reader || tb.where[c.UID] == c.Reader {
			return fmt.Errorf("%v, but it was told %q and lies %q", c, told[c.UID], tb.where[c.UID])
		}
		delete(told, c.UID)
	default:
		return fmt.Errorf("%v, but nothing of that kind happened", c)
	}
	return nil
}

func TestLostScansAndErrorsTellNoLies(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		if err := evening(hw.Opts{}, rapid.Uint64().Draw(rt, "seed"), 12); err != nil {
			rt.Fatal(err)
		}
	})
}

// TestHastyTrackerLies is the control: without debouncing the same table
// breaks the laws, for the named reason.
func TestHastyTrackerLies(t *testing.T) {
	hasty := map[string]hw.Opts{
		"one miss leaves":      {LeaveMisses: 1, LeaveAfter: 1},
		"three misses leave":   {LeaveMisses: 3, LeaveAfter: 1},
		"one error is down":    {DownErrors: 1, DownAfter: 1},
		"one collision counts": {Collisions: 1},
	}
	for name, o := range hasty {
		lies := 0
		for seed := range uint64(20) {
			if evening(o, seed, 12) != nil {
				lies++
			}
		}
		if got, want := lies, 15; got < want {
			t.Errorf("%s: only %d of 20 evenings went wrong, want at least %d", name, got, want)
		}
	}
}

// TestAnyStepsKeepTheBooks feeds nonsense: whatever readers say, arrivals and
// departures alternate, one card lies in one place, and Lying agrees with the
// changes.
func TestAnyStepsKeepTheBooks(t *testing.T) {
	errs := []error{nil, nil, nil, hw.ErrNoReader, hw.ErrIO, hw.ErrCollision}
	rapid.Check(t, func(rt *rapid.T) {
		tr := hw.NewTracker(brisk)
		told := map[hw.UID]string{}
		now := start
		for range rapid.IntRange(1, 200).Draw(rt, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(-10, 100).Draw(rt, "ms")) * time.Millisecond)
			reader := rapid.SampledFrom([]string{"p", "q"}).Draw(rt, "reader")
			var uids []hw.UID
			for _, i := range rapid.SliceOfN(rapid.IntRange(0, 2), 0, 3).Draw(rt, "cards") {
				uids = append(uids, cardNo(i))
			}
			for _, c := range tr.Step(now, reader, uids, rapid.SampledFrom(errs).Draw(rt, "err")) {
				book(rt, told, c)
			}
			lying := tr.Lying()
			if got, want := len(lying), len(told); got != want {
				rt.Fatalf("%d cards lie, %d were told", got, want)
			}
			for _, p := range lying {
				if got, want := p.Reader, told[p.UID]; got != want {
					rt.Fatalf("%v lies on %q, told %q", p.UID, got, want)
				}
			}
		}
	})
}

func book(rt *rapid.T, told map[hw.UID]string, c hw.Change) {
	switch at := told[c.UID]; {
	case c.Kind == hw.Arrived && at != "", c.Kind == hw.Left && at != c.Reader,
		c.Kind == hw.Conflict && (at != c.Owner || at == c.Reader):
		rt.Fatalf("%v, but it lies on %q", c, at)
	case c.Kind == hw.Arrived:
		told[c.UID] = c.Reader
	case c.Kind == hw.Left:
		delete(told, c.UID)
	}
}
