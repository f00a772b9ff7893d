package rc522_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/mfrc522"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// quick leaves out the field's rests, which emulated tags do not need.
var quick = rc522.Opts{PowerUp: time.Nanosecond, Rest: time.Nanosecond}

func open(t testing.TB) (*rc522.Reader, *chip.Chip, *picc.Field) {
	t.Helper()
	field := picc.NewField(1)
	c := chip.New("SPI0.0", field)
	r, err := rc522.Open("purple-1", c, nil, quick)
	if err != nil {
		t.Fatal(err)
	}
	return r, c, field
}

// expect scans and compares the UIDs in sorted hex and the error's kind.
func expect(t *testing.T, r *rc522.Reader, kind error, want ...string) {
	t.Helper()
	got := []string{}
	uids, err := r.Scan(t.Context())
	for _, u := range uids {
		got = append(got, u.String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !errors.Is(err, kind) {
		t.Errorf("scan: error %v, want %v", err, kind)
	}
	if d := cmp.Diff(append([]string{}, want...), got); d != "" {
		t.Error("scan:", d)
	}
}

func tag(t testing.TB, hex string) *picc.Tag {
	t.Helper()
	var b []byte
	if _, err := fmt.Sscanf(hex, "%X", &b); err != nil {
		t.Fatal(err)
	}
	return picc.New(b...)
}

func TestScan(t *testing.T) {
	for _, tags := range [][]string{
		{},
		{"DEADBEEF"},
		{"04A2241B5C6D80"},
		{"00112233445566778899"},
		{"04A2241B5C6D80", "04A2241B5C6D81"},
		{"DEADBEEF", "04A2241B5C6D80"},
		{"00000000", "00000080"},
		{"04A2241B5C6D80", "04A2241B5C6DA0", "04A2241B5C6D90"},
		{"DEADBEEF", "04A2241B5C6D80", "00112233445566778899"},
	} {
		t.Run(fmt.Sprint(tags), func(t *testing.T) {
			r, _, field := open(t)
			for _, u := range tags {
				field.Place(tag(t, u))
			}
			expect(t, r, nil, tags...)
			expect(t, r, nil, tags...)
		})
	}
}

func TestPlaceAndLift(t *testing.T) {
	r, _, field := open(t)
	a, b := tag(t, "04A2241B5C6D80"), tag(t, "04B3351B5C6D80")
	expect(t, r, nil)
	field.Place(a)
	expect(t, r, nil, "04A2241B5C6D80")
	field.Place(b)
	expect(t, r, nil, "04A2241B5C6D80", "04B3351B5C6D80")
	field.Lift(a)
	expect(t, r, nil, "04B3351B5C6D80")
	field.Lift(b)
	expect(t, r, nil)
}

func TestRandomSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 300 {
		r, _, field := open(t)
		var want []string
		for range i % 4 {
			b := []byte{0x04, 0xA2, byte(rng.Uint32()), byte(rng.Uint32()) & 0x7F, 0, 0, byte(rng.Uint32())}
			if u := fmt.Sprintf("%X", b); !slices.Contains(want, u) {
				want = append(want, u)
				field.Place(picc.New(b...))
			}
		}
		expect(t, r, nil, want...)
	}
}

// TestOtherReadingOfCollPos is the control for collCountsAlign: against a chip
// that counts the other way three tags fail now and then, but never silently
// with a wrong UID.
func TestOtherReadingOfCollPos(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	failed := 0
	for range 300 {
		r, c, field := open(t)
		c.CountAlignment(true)
		var truth []string
		for range 3 {
			b := []byte{byte(rng.Uint32()) & 0x7F, byte(rng.Uint32()), byte(rng.Uint32()), byte(rng.Uint32())}
			truth = append(truth, fmt.Sprintf("%X", b))
			field.Place(picc.New(b...))
		}
		uids, err := r.Scan(t.Context())
		for _, u := range uids {
			if !slices.Contains(truth, u.String()) {
				t.Errorf("found %v, there are only %v", u, truth)
			}
		}
		if err != nil || len(uids) < len(truth) {
			failed++
		}
	}
	if failed == 0 {
		t.Error("the chip counts the other way, and nothing failed: the emulator does not tell the readings apart")
	}
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

// TestDeathAtAnyTransaction cuts the cable after every single transaction of a
// scan: never a wrong UID, never "empty", and the next scan is whole again.
func TestDeathAtAnyTransaction(t *testing.T) {
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
			whole := len(uids) == 1 && uids[0].String() == "04A2241B5C6D80"
			if len(uids) > 0 && !whole || err == nil && !whole {
				t.Fatalf("cut after %d: %v, %v", n, uids, err)
			}
			if transactions, _ := c.Traffic(); transactions <= n {
				break
			}
			c.Plug()
			expect(t, r, nil, "04A2241B5C6D80")
		}
	}
}

func TestVersions(t *testing.T) {
	for _, c := range []struct {
		version byte
		want    error
	}{{0x91, nil}, {0x92, nil}, {0x88, nil}, {0x82, nil}, {0x33, hw.ErrIO}, {0x00, hw.ErrNoReader}, {0xFF, hw.ErrNoReader}} {
		r, ch, _ := open(t)
		ch.SetVersion(c.version)
		if _, err := r.Scan(t.Context()); !errors.Is(err, c.want) {
			t.Errorf("version %#02x: %v, want %v", c.version, err, c.want)
		}
	}
}

func TestEveryWaitEnds(t *testing.T) {
	r, c, field := open(t)
	field.Place(tag(t, "DEADBEEF"))
	c.Hang(true)
	begin := time.Now()
	expect(t, r, hw.ErrIO)
	if got, most := time.Since(begin), 200*time.Millisecond; got > most {
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
		case errors.Is(err, hw.ErrCollision):
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

func TestRestsOfTheField(t *testing.T) {
	field := picc.NewField(1)
	r, err := rc522.Open("purple-1", chip.New("SPI0.0", field), nil, rc522.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, r, nil)
	begin := time.Now()
	expect(t, r, nil)
	if got, want := time.Since(begin), rc522.DefaultPowerUp+rc522.DefaultRest-time.Millisecond; got < want {
		t.Errorf("a scan took %v, want at least %v of rest and power-up", got, want)
	}
}

func TestOpen(t *testing.T) {
	if _, err := rc522.Open("p", chip.New("SPI0.0", picc.NewField(1)), nil, rc522.Opts{Gain: 8}); err == nil {
		t.Error("gain 8 was accepted")
	}
	c := chip.New("SPI0.0", picc.NewField(1))
	c.Unplug(0xFF)
	r, err := rc522.Open("p", c, nil, quick)
	if err != nil {
		t.Fatalf("a missing board must not fail Open: %v", err)
	}
	if got, want := r.Name(), "p"; got != want {
		t.Errorf("name %q, want %q", got, want)
	}
	expect(t, r, hw.ErrNoReader)
	c.Plug()
	expect(t, r, nil)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := rc522.Open("p", c, nil, quick); err == nil {
		t.Error("one port connected twice")
	}
}

// always is an IRQ pin that is always at its edge: with it periph's own
// driver polls.
type always struct{ gpio.PinIO }

func (always) In(gpio.Pull, gpio.Edge) error  { return nil }
func (always) Out(gpio.Level) error           { return nil }
func (always) WaitForEdge(time.Duration) bool { return true }

// TestEmulatorAgainstPeriph lets an independent driver judge the emulator:
// periph's mfrc522.Dev reads the same single tags, and fails where it is known
// to fail.
func TestEmulatorAgainstPeriph(t *testing.T) {
	for _, c := range []struct {
		tags []string
		want string
	}{
		{[]string{"DEADBEEF"}, "DEADBEEF"},
		{[]string{"04A2241B5C6D80"}, "04A2241B5C6D80"},
		{[]string{}, "IRQ error"},
		{[]string{"04A2241B5C6D80", "04B3351B5C6D80"}, "back data expected 5, actual 0"},
	} {
		field := picc.NewField(1)
		for _, u := range c.tags {
			field.Place(tag(t, u))
		}
		ch := chip.New("SPI0.0", field)
		dev, err := mfrc522.NewSPI(ch, always{gpio.INVALID}, always{gpio.INVALID})
		if err != nil {
			t.Fatal(err)
		}
		before, _ := ch.Traffic()
		uid, err := dev.ReadUID(time.Second)
		after, _ := ch.Traffic()
		got := fmt.Sprintf("%X", uid)
		if err != nil {
			got = err.Error()
		}
		if !contains(got, c.want) {
			t.Errorf("%v: periph reads %q, want %q", c.tags, got, c.want)
		}
		t.Logf("%v: %q in %d transactions", c.tags, got, after-before)
	}
}
