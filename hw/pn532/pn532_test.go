package pn532_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/picc"
	chip "arbiter/hw/emu/pn532"
	"arbiter/hw/pn532"
)

// patient is for chips behind a device of the machine, which may be busy. No test with it waits for
// something that never comes.
var patient = pn532.Opts{PowerUp: time.Microsecond, Rest: time.Microsecond, Ack: 5 * time.Minute, Reply: 5 * time.Minute}

// bench is a reader and its chip.
type bench struct {
	*testing.T
	chip   *chip.Chip
	field  *picc.Field
	r      *pn532.Reader
	plugIn func() error
	pull   func() error
	write  func([]byte) error // beside the reader; only in a bubble
}

// inBubble tests a reader with its usual deadlines on a virtual clock.
func inBubble(t *testing.T, f func(t *testing.T, b bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var socket cable.Socket
		b := newBench(t)
		b.plugIn = func() error {
			b.chip.Connect(socket.Plug())
			return nil
		}
		b.write = func(p []byte) error {
			defer synctest.Wait() // until the chip has taken it
			near, err := socket.Open()
			if err == nil {
				_, err = near.Write(p)
			}
			return err
		}
		b.start(pn532.Open("purple-1", "socket", pn532.Opts{Open: socket.Open}))
		f(t, b)
	})
}

// atDevice has a reader whose chip is behind a pseudo-terminal.
func atDevice(t *testing.T) bench {
	t.Helper()
	b, path := newBench(t), filepath.Join(t.TempDir(), "ttyPN532")
	b.plugIn = func() error { return b.chip.Plug(path) }
	b.start(pn532.Open("purple-1", path, patient))
	return b
}

func newBench(t *testing.T) bench {
	field := picc.NewField(1)
	return bench{T: t, chip: chip.New(field, 1), field: field}
}

func (b *bench) start(r *pn532.Reader) {
	b.Helper()
	b.r = r
	b.plug()
	b.Cleanup(func() {
		b.unplug()
		if err := b.r.Close(); err != nil {
			b.Error("close:", err)
		}
	})
}

func (b bench) plug() {
	b.Helper()
	if err := b.plugIn(); err != nil {
		b.Fatal(err)
	}
}

func (b bench) unplug() {
	b.Helper()
	pull := b.pull
	if pull == nil {
		pull = b.chip.Unplug
	}
	if err := pull(); err != nil {
		b.Fatal(err)
	}
}

func (b bench) scan() (uids []string, err error) {
	found, err := b.r.Scan(b.Context())
	for _, u := range found {
		uids = append(uids, u.String())
	}
	slices.Sort(uids)
	return uids, err
}

// expect scans once.
func (b bench) expect(want error, uids ...string) {
	b.Helper()
	got, err := b.scan()
	if !errors.Is(err, want) || want == nil && err != nil {
		b.Fatalf("error %v, want %v", err, want)
	}
	if !slices.Equal(got, uids) {
		b.Fatalf("found %v, want %v", got, uids)
	}
}

// recover scans until there is no error; then everything must be right.
func (b bench) recover(uids ...string) {
	b.Helper()
	for begin := time.Now(); ; {
		got, err := b.scan()
		switch {
		case err == nil && slices.Equal(got, uids):
			return
		case err == nil:
			b.Fatalf("found %v, want %v", got, uids)
		case time.Since(begin) > time.Minute:
			b.Fatalf("does not recover: %v", err)
		}
	}
}

// fails scans until there is this error.
func (b bench) fails(want error) {
	b.Helper()
	var err error
	for range 50 {
		if _, err = b.scan(); errors.Is(err, want) {
			return
		}
	}
	b.Fatalf("error %v, want %v", err, want)
}

func tag(t testing.TB, hex string) *picc.Tag {
	t.Helper()
	var b []byte
	if _, err := fmt.Sscanf(hex, "%X", &b); err != nil {
		t.Fatal(err)
	}
	return picc.New(b...)
}

const (
	one = "04A2241B5C6D80"
	two = "04A2241B5C6D81"
)

func TestScan(t *testing.T) {
	for name, tags := range map[string][]string{
		"empty":                          nil,
		"one of four bytes":              {"DEADBEEF"},
		"one of seven bytes":             {one},
		"one of ten bytes":               {"00112233445566778899"},
		"two of one batch":               {one, two},
		"four and seven bytes":           {one, "DEADBEEF"},
		"three, more than the chip says": {one, two, "DEADBEEF"},
		"four":                           {"00112233445566778899", one, two, "DEADBEEF"},
		"seven":                          {"04000000000001", "04000000000002", "04000000000003", "04000000000004", "04000000000005", "04000000000006", "04000000000007"},
	} {
		t.Run(name, func(t *testing.T) {
			b := atDevice(t)
			if got, want := b.r.Name(), "purple-1"; got != want {
				t.Errorf("name %q, want %q", got, want)
			}
			for _, u := range tags {
				b.field.Place(tag(t, u))
			}
			for range 3 { // the field's rest wakes halted tags
				b.expect(nil, tags...)
			}
		})
	}
}

func TestCardsComeAndGo(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		x, y := tag(t, one), tag(t, "DEADBEEF")
		b.expect(nil)
		b.field.Place(x)
		b.expect(nil, one)
		b.field.Place(y)
		b.expect(nil, one, "DEADBEEF")
		b.field.Lift(x)
		b.expect(nil, "DEADBEEF")
		b.field.Lift(y)
		b.expect(nil)
	})
}

func TestTooManyCards(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		for i := range pn532.MaxTags {
			b.field.Place(picc.New(4, 0, 0, 0, 0, 0, byte(i)))
		}
		uids, err := b.r.Scan(t.Context())
		if got, want := len(uids), pn532.MaxTags; got != want || !errors.Is(err, hw.ErrCollision) {
			t.Errorf("%d tags, %v; want %d and %v", got, err, want, hw.ErrCollision)
		}
	})
}

// Two cards that the chip cannot tell apart are not an empty reader.
func TestCollision(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, "DEADBEEF").Weak(0.5))
		b.field.Place(tag(t, one).Weak(0.5))
		collisions := 0
		for range 200 {
			if _, err := b.r.Scan(t.Context()); errors.Is(err, hw.ErrCollision) {
				collisions++
			} else if err != nil && !errors.Is(err, hw.ErrUnreadable) {
				t.Fatal(err)
			}
		}
		if collisions == 0 {
			t.Error("no collision was said")
		}
	})
}

// A weak card is read and written by trying again.
func TestWeakCard(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		u, _ := hw.ParseUID(one)
		b.field.Place(tag(t, one).Weak(0.95))
		written, read := 0, 0
		for i := range 50 {
			if b.r.WritePage(t.Context(), u, 10, [4]byte{byte(i)}) != nil {
				continue
			}
			written++
			pages, err := b.r.ReadPages(t.Context(), u, 10, 1)
			if err != nil {
				continue
			}
			read++
			if pages[0] != byte(i) {
				t.Fatalf("wrote %d, read %d", i, pages[0])
			}
		}
		if written < 20 || read < 15 {
			t.Errorf("written %d times, read %d times of 50", written, read)
		}
	})
}

// A card that answers the request but nothing else does not make an empty reader. Without any
// answer the reader is empty; no chip can tell that from a silent crowd.
func TestUnreadable(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		weak := tag(t, one).Weak(0.7)
		b.field.Place(weak)
		seen, unreadable, missed := 0, 0, 0
		for range 200 {
			uids, err := b.r.Scan(t.Context())
			switch {
			case errors.Is(err, hw.ErrUnreadable):
				unreadable++
			case err != nil:
				t.Fatal(err)
			case len(uids) == 0:
				missed++
			case uids[0].String() != one:
				t.Fatalf("read %v", uids)
			default:
				seen++
			}
		}
		if seen < 20 || unreadable < 20 || missed > unreadable {
			t.Errorf("seen %d times, unreadable %d times, missed %d times of 200", seen, unreadable, missed)
		}
		b.field.Crowd(1)
		b.expect(nil)
		b.field.Crowd(0)
		b.field.Lift(weak)
		b.expect(nil)
	})
}

func TestWrongChip(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.chip.SetFirmware([4]byte{0x31, 2, 4, 7})
		_, err := b.scan()
		if !errors.Is(err, hw.ErrIO) || !strings.Contains(err.Error(), "chip 31") {
			t.Errorf("a PN531 says %v", err)
		}
		b.chip.SetFirmware([4]byte{chip.IC, 1, 6, 7})
		b.expect(nil)
		got, err := b.r.Chip(t.Context())
		if want := "PN532, firmware 1.6"; err != nil || got != want {
			t.Errorf("identified as %q, %v; want %q", got, err, want)
		}
	})
}
