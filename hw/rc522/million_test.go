package rc522_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/mfrc522"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// scanner is a reader, or something used as one.
type scanner func(context.Context) ([]hw.UID, error)

// evening is a reader on which two cards are laid and lifted at random, a field that loses every
// tenth exchange and flips every hundredth bit, and a Tracker that must not be misled.
type evening struct {
	rng     *rand.Rand
	field   *picc.Field
	cards   []*picc.Tag
	truth   map[hw.UID]bool // lies there
	told    map[hw.UID]bool
	tracker *hw.Tracker
	now     time.Time
	since   int // polls since the last move

	wrong, arrivals, departures int // of these, false ones
	moves, slow                 int // moves, and the most polls until one was reported
	errors, unreadable          int
}

func newEvening(seed uint64, o hw.Opts) *evening {
	e := &evening{
		rng: rand.New(rand.NewPCG(seed, 7)), field: picc.NewField(seed), truth: map[hw.UID]bool{}, told: map[hw.UID]bool{},
		tracker: hw.NewTracker(o), now: time.Unix(0, 0),
		cards: []*picc.Tag{picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80), picc.New(0x04, 0xA2, 0x24, 0x9B, 0x5C, 0x6D, 0x80)},
	}
	e.field.Lose(0.10)
	e.field.Noise(0.01)
	return e
}

// play polls n times. A card is moved every 300 polls or so; 100 ms pass between
// two polls.
func (e *evening) play(ctx context.Context, n int, scan scanner) {
	for range n {
		if e.since > 200 && e.rng.IntN(100) == 0 {
			e.move(e.cards[e.rng.IntN(len(e.cards))])
		}
		uids, err := scan(ctx)
		for _, u := range uids {
			if !e.truth[u] {
				e.wrong++
			}
		}
		if err != nil {
			e.errors++
		}
		e.now = e.now.Add(100 * time.Millisecond)
		for _, c := range e.tracker.Step(e.now, "p", uids, err) {
			e.judge(c)
		}
		if e.since++; !same(e.told, e.truth) {
			e.slow = max(e.slow, e.since)
		}
	}
}

// quickly plays on a virtual clock.
func (e *evening) quickly(t *testing.T, n int, scan scanner) {
	synctest.Test(t, func(t *testing.T) { e.play(t.Context(), n, scan) })
}

func same(a, b map[hw.UID]bool) bool {
	for u := range b {
		if a[u] != b[u] {
			return false
		}
	}
	return true
}

func (e *evening) move(c *picc.Tag) {
	u, err := hw.NewUID(c.UID())
	if err != nil {
		panic(err)
	}
	if e.truth[u] = !e.truth[u]; e.truth[u] {
		e.field.Place(c)
	} else {
		e.field.Lift(c)
	}
	e.moves, e.since = e.moves+1, 0
}

func (e *evening) judge(c hw.Change) {
	switch c.Kind {
	case hw.Arrived:
		if e.told[c.UID] = true; !e.truth[c.UID] {
			e.arrivals++
		}
	case hw.Left:
		if e.told[c.UID] = false; e.truth[c.UID] {
			e.departures++
		}
	case hw.Unreadable:
		e.unreadable++
	}
}

func (e *evening) String() string {
	return fmt.Sprintf("%d moves, %d scans failed, told unreadable %d times; %d wrong UIDs, %d false arrivals, %d false departures; the slowest move was told after %d polls",
		e.moves, e.errors, e.unreadable, e.wrong, e.arrivals, e.departures, e.slow)
}

func (e *evening) open(t testing.TB) *rc522.Reader {
	r, err := rc522.Open("p", chip.New("SPI0.0", e.field), nil, quick)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMillionPolls: with a tenth of the exchanges lost and a hundredth of the bits flipped, nothing
// false is ever reported.
func TestMillionPolls(t *testing.T) {
	n := tier.Of(t, tier.Readers, "polls", 2_000, 50_000, 1_000_000)
	e := newEvening(tier.Seed(t), hw.Opts{})
	e.quickly(t, n, e.open(t).Scan)
	t.Logf("%d polls: %v", n, e)
	if e.wrong+e.arrivals+e.departures > 0 {
		t.Errorf("lies: %v", e)
	}
	if got, most := e.slow, 200; got > most {
		t.Errorf("a move was told after %d polls, want at most %d", got, most)
	}
	if got, least := e.moves, n/1000; got < least {
		t.Errorf("%d moves in %d polls say nothing", got, n)
	}
}

// The controls: with one check removed, the same evening ends in false reports.

// TestHastyDepartures: one miss counts as a departure, and the reader does not know what lay there
// before.
func TestHastyDepartures(t *testing.T) {
	e := newEvening(1, hw.Opts{LeaveMisses: 1, LeaveAfter: 1})
	e.quickly(t, 5_000, func(ctx context.Context) ([]hw.UID, error) { return e.open(t).Scan(ctx) })
	if e.departures == 0 {
		t.Errorf("nothing went wrong: %v", e)
	}
	t.Log(e)
}

// TestUncheckedReading: the UID is taken from the anticollision, without BCC and
// without selecting the tag.
func TestUncheckedReading(t *testing.T) {
	e := newEvening(1, hw.Opts{ArriveScans: 1})
	e.play(t.Context(), 20_000, func(context.Context) ([]hw.UID, error) {
		e.field.Power(false)
		e.field.Power(true)
		say := func(n int, b ...byte) []byte {
			a, _ := e.field.Exchange(picc.Bits{Data: b, N: n})
			return a.Data
		}
		say(7, 0x26)
		one := say(16, 0x93, 0x20)
		if len(one) != 5 {
			return nil, nil
		}
		frame := append([]byte{0x93, 0x70}, one...)
		crc := picc.CRCA(frame)
		say(72, append(frame, crc[:]...)...)
		two := say(16, 0x95, 0x20)
		if len(two) != 5 {
			return nil, nil
		}
		u, err := hw.NewUID(append(slices.Clone(one[1:4]), two[:4]...))
		return []hw.UID{u}, err
	})
	if e.wrong == 0 || e.arrivals == 0 {
		t.Errorf("nothing went wrong: %v", e)
	}
	t.Log(e)
}

// TestPeriphInBadAir: periph's own driver, which does not fully select a tag of seven bytes,
// invents UIDs too.
func TestPeriphInBadAir(t *testing.T) {
	tier.Unraced(t, "one goroutine reads")
	e := newEvening(1, hw.Opts{})
	c := chip.New("SPI0.0", e.field)
	dev, err := mfrc522.NewSPI(c, always{gpio.INVALID}, always{gpio.INVALID})
	if err != nil {
		t.Fatal(err)
	}
	e.play(t.Context(), 10_000, func(context.Context) ([]hw.UID, error) {
		b, err := dev.ReadUID(5 * time.Minute)
		if err != nil {
			return nil, errors.Join(hw.ErrCollision, err)
		}
		u, err := hw.NewUID(b)
		return []hw.UID{u}, err
	})
	if e.wrong == 0 {
		t.Errorf("nothing went wrong: %v", e)
	}
	t.Log(e)
}
