package rc522_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// quick leaves out the field's rests and all waiting, which emulated chips without a
// pace do not need.
var quick = rc522.Opts{PowerUp: -1, Rest: -1, Sleep: func(time.Duration) {}}

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

// An unknown version is accepted if registers read back what was written, and not if everything
// reads the same, as with a stuck data line.
func TestVersions(t *testing.T) {
	for _, c := range []struct {
		version byte
		stuck   bool
		want    error
	}{
		{0x91, false, nil}, {0x92, false, nil}, {0x88, false, nil}, {0x89, false, nil}, {0x80, false, nil}, {0xB2, false, nil}, {0x33, false, nil},
		{0x00, false, hw.ErrNoReader}, {0xFF, false, hw.ErrNoReader},
		{0x33, true, hw.ErrForeign}, {0x55, true, hw.ErrForeign}, {0xAA, true, hw.ErrForeign}, {0x00, true, hw.ErrNoReader}, {0x92, true, hw.ErrIO},
	} {
		r, ch, field := open(t)
		field.Place(tag(t, "04A2241B5C6D80"))
		ch.SetVersion(c.version)
		if c.stuck {
			ch.Stick(c.version)
		}
		for range 3 {
			if uids, err := r.Scan(t.Context()); !errors.Is(err, c.want) || (len(uids) == 1) != (c.want == nil) {
				t.Errorf("version %#02x, stuck %v: %v, %v; want %v", c.version, c.stuck, uids, err, c.want)
			}
		}
	}
}

func TestRestsOfTheField(t *testing.T) { synctest.Test(t, restsOfTheField) }

func restsOfTheField(t *testing.T) {
	field := picc.NewField(1)
	r, err := rc522.Open("purple-1", chip.New("SPI0.0", field), nil, rc522.Opts{Sleep: time.Sleep})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, r, nil)
	begin := time.Now()
	expect(t, r, nil)
	if got, want := time.Since(begin), rc522.DefaultPowerUp+rc522.DefaultRest; got < want {
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
