package rc522_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// scissors cut the chip off after a number of transactions.
type scissors struct {
	*chip.Chip
	left int
	miso byte
	err  error // instead of an open line
}

func (s *scissors) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	_, err := s.Chip.Connect(f, m, bits)
	return s, err
}

func (s *scissors) Tx(w, r []byte) error {
	switch {
	case s.left == 0 && s.err != nil:
		s.Chip.FailBus(s.err)
	case s.left == 0:
		s.Chip.Unplug(s.miso)
	}
	s.left--
	return s.Chip.Tx(w, r)
}

func TestUnplugAndReturn(t *testing.T) {
	for _, miso := range []byte{0x00, 0xFF} {
		r, c, field := open(t)
		field.Place(tag(t, "04A2241B5C6D80"))
		expect(t, r, nil, "04A2241B5C6D80")
		c.Unplug(miso)
		expect(t, r, hw.ErrNoReader)
		expect(t, r, hw.ErrNoReader)
		c.Plug()
		expect(t, r, nil, "04A2241B5C6D80")
		c.Stick(miso)
		expect(t, r, hw.ErrNoReader)
		c.Unstick()
		expect(t, r, nil, "04A2241B5C6D80")
	}
}

// A chip that lost power between two scans answers, but has forgotten
// everything; the driver must notice by itself.
func TestPowerLossBetweenScans(t *testing.T) {
	r, c, field := open(t)
	field.Place(tag(t, "DEADBEEF"))
	expect(t, r, nil, "DEADBEEF")
	c.Unplug(0)
	c.Plug()
	expect(t, r, nil, "DEADBEEF")
}

// TestDisturbedRegister spoils the registers without which no tag hears anything. The chip looks
// well but sees nothing; that may cost one sighting of a resting card, and delays a new card by at
// most fifty scans.
func TestDisturbedRegister(t *testing.T) {
	const txMode, txASK = 0x12, 0x15
	for _, spoil := range [][]byte{{txASK << 1, 0}, {txMode << 1, 0x70}} {
		r, c, field := open(t)
		a := tag(t, "04A2241B5C6D80")
		field.Place(a)
		expect(t, r, nil, "04A2241B5C6D80")
		if err := c.Tx(spoil, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Scan(t.Context()); err != nil {
			t.Error(err)
		}
		expect(t, r, nil, "04A2241B5C6D80")
		field.Lift(a)
		expect(t, r, nil)
		expect(t, r, nil)
		if err := c.Tx(spoil, nil); err != nil {
			t.Fatal(err)
		}
		field.Place(a)
		for range 50 {
			if _, err := r.Scan(t.Context()); err != nil {
				t.Error(err)
			}
		}
		expect(t, r, nil, "04A2241B5C6D80")
	}
}

// TestDeathAtAnyTransaction cuts the cable after each single transaction of a scan: there is never
// a wrong UID, never "empty", and the next scan is whole again.
func TestDeathAtAnyTransaction(t *testing.T) { synctest.Test(t, deathAtAnyTransaction) }

func deathAtAnyTransaction(t *testing.T) {
	for _, miso := range []byte{0x00, 0xFF} {
		for n := 0; ; n++ {
			field := picc.NewField(1)
			c := chip.New("SPI0.0", field)
			r, err := rc522.Open("purple-1", &scissors{Chip: c, left: n, miso: miso}, nil, quick)
			if err != nil {
				t.Fatal(err)
			}
			field.Place(tag(t, "04A2241B5C6D80"))
			uids, err := r.Scan(t.Context())
			spent, _ := c.Traffic()
			whole := len(uids) == 1 && uids[0].String() == "04A2241B5C6D80"
			if len(uids) > 0 && !whole || err == nil && !whole {
				t.Fatalf("cut after %d: %v, %v", n, uids, err)
			}
			if spent <= n {
				break
			}
			if err != nil && !errors.Is(err, hw.ErrNoReader) {
				t.Errorf("cut after %d: %v, want %v", n, err, hw.ErrNoReader)
			}
			if most := n + 100; miso == 0xFF && spent > most {
				t.Errorf("cut after %d: %d transactions, want at most %d", n, spent, most)
			}
			c.Plug()
			expect(t, r, nil, "04A2241B5C6D80")
		}
	}
}

// TestErrorAtAnyTransaction makes each single transaction fail, as the kernel does when the bus is
// gone, with two cards that collide.
func TestErrorAtAnyTransaction(t *testing.T) { synctest.Test(t, errorAtAnyTransaction) }

func errorAtAnyTransaction(t *testing.T) {
	cable := errors.New("cable")
	for n := 0; ; n++ {
		field := picc.NewField(1)
		c := chip.New("SPI0.0", field)
		s := &scissors{Chip: c, left: n, err: cable}
		r, err := rc522.Open("purple-1", s, nil, quick)
		if err != nil {
			t.Fatal(err)
		}
		field.Place(tag(t, "04A2241B5C6D80"))
		field.Place(tag(t, "DEADBEEF"))
		uids, err := r.Scan(t.Context())
		if s.left >= 0 {
			break // the whole scan took fewer
		}
		if !errors.Is(err, cable) || !errors.Is(err, hw.ErrIO) {
			t.Errorf("error at %d: %v, %v", n, uids, err)
		}
		c.FailBus(nil)
		s.left = -1
		expect(t, r, nil, "04A2241B5C6D80", "DEADBEEF")
	}
}

func TestEveryWaitEnds(t *testing.T) { synctest.Test(t, everyWaitEnds) }

func everyWaitEnds(t *testing.T) {
	r, c, field := open(t)
	field.Place(tag(t, "DEADBEEF"))
	c.Hang(true)
	begin := time.Now()
	expect(t, r, hw.ErrIO)
	if got, most := time.Since(begin), 50*time.Millisecond; got > most {
		t.Errorf("a hung chip held the scan for %v, want at most %v", got, most)
	}
	c.Hang(false)
	expect(t, r, nil, "DEADBEEF")

	cable := errors.New("cable")
	c.FailBus(cable)
	expect(t, r, cable)
	expect(t, r, hw.ErrIO)
	c.FailBus(nil)
	expect(t, r, nil, "DEADBEEF")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled scan: %v", err)
	}
	expect(t, r, nil, "DEADBEEF")
}

func TestRadioTrouble(t *testing.T) {
	r, _, field := open(t)
	a := tag(t, "04A2241B5C6D80")
	field.Place(a)
	field.LoseRequests(1)
	expect(t, r, nil) // one miss, which the Tracker forgives
	expect(t, r, nil, "04A2241B5C6D80")
	field.Crowd(1)
	expect(t, r, nil)
	field.Crowd(0)
	field.Lift(a)

	field.Place(tag(t, "04FFFFFFFFFF01").Weak(0.7))
	seen, unreadable := 0, 0
	for range 500 {
		uids, err := r.Scan(t.Context())
		switch {
		case errors.Is(err, hw.ErrUnreadable):
			unreadable++
		case err != nil:
			t.Fatal(err)
		}
		for _, u := range uids {
			if got, want := u.String(), "04FFFFFFFFFF01"; got != want {
				t.Fatalf("weak tag read as %s", got)
			}
			seen++
		}
	}
	if seen < 100 || unreadable == 0 {
		t.Errorf("weak tag seen %d times, unreadable %d times of 500", seen, unreadable)
	}
}

// noise flips single bits on the wires, each byte with probability p.
type noise struct {
	*chip.Chip
	rng *rand.Rand
	p   float64
}

func (n *noise) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	_, err := n.Chip.Connect(f, m, bits)
	return n, err
}

func (n *noise) Tx(w, r []byte) error {
	sent := append([]byte(nil), w...)
	n.disturb(sent)
	err := n.Chip.Tx(sent, r)
	n.disturb(r)
	return err
}

func (n *noise) disturb(b []byte) {
	for i := range b {
		if n.rng.Float64() < n.p {
			b[i] ^= 1 << n.rng.IntN(8)
		}
	}
}

// TestNoiseOnTheWires: bad cables cause errors and misses, never a wrong card; and the driver
// recovers as soon as the wires do.
func TestNoiseOnTheWires(t *testing.T) { synctest.Test(t, noiseOnTheWires) }

func noiseOnTheWires(t *testing.T) {
	field := picc.NewField(1)
	field.Place(tag(t, "04A2241B5C6D80"))
	wires := &noise{Chip: chip.New("SPI0.0", field), rng: rand.New(rand.NewPCG(9, 9)), p: 0.01}
	r, err := rc522.Open("purple-1", wires, nil, quick)
	if err != nil {
		t.Fatal(err)
	}
	seen, failed := 0, 0
	for range 1000 {
		uids, err := r.Scan(t.Context())
		for _, u := range uids {
			if got, want := u.String(), "04A2241B5C6D80"; got != want {
				t.Fatalf("read %s through bad wires", got)
			}
			seen++
		}
		if err != nil {
			failed++
		}
	}
	if seen < 300 || failed < 100 {
		t.Errorf("seen %d times, failed %d times of 1000: the noise tests nothing", seen, failed)
	}
	wires.p = 0
	if _, err := r.Scan(t.Context()); err != nil && !errors.Is(err, hw.ErrIO) {
		t.Error("first scan after the noise:", err)
	}
	expect(t, r, nil, "04A2241B5C6D80")
}
