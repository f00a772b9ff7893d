package rc522_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/ntag"
	"arbiter/hw/rc522"
)

func uid(t testing.TB, hex string) hw.UID {
	t.Helper()
	u, err := hw.ParseUID(hex)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func version(x ntag.Exchange) error {
	_, err := ntag.VersionOf(x)
	return err
}

func TestTalk(t *testing.T) {
	r, c, field := open(t)
	known := uid(t, "04A2241B5C6D80")
	if err := r.Talk(t.Context(), known, version); !errors.Is(err, hw.ErrNoCard) {
		t.Errorf("an empty reader: %v, want %v", err, hw.ErrNoCard)
	}
	field.Place(tag(t, "04A2241B5C6D81"))
	if err := r.Talk(t.Context(), known, version); !errors.Is(err, hw.ErrNoCard) {
		t.Errorf("another card: %v, want %v", err, hw.ErrNoCard)
	}
	field.Place(tag(t, "04A2241B5C6D80"))
	if err := r.Talk(t.Context(), known, version); err != nil {
		t.Error(err)
	}
	expect(t, r, nil, "04A2241B5C6D80", "04A2241B5C6D81")

	ctx, cancel := context.WithCancel(t.Context())
	err := r.Talk(ctx, known, func(x ntag.Exchange) error {
		cancel()
		return version(x)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled in the middle: %v", err)
	}
	if err := r.Talk(ctx, known, version); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled before: %v", err)
	}
	c.Unplug(0xFF)
	if err := r.Talk(t.Context(), known, version); !errors.Is(err, hw.ErrNoReader) {
		t.Errorf("unplugged: %v, want %v", err, hw.ErrNoReader)
	}
	c.Plug()
	err = r.Talk(t.Context(), known, func(x ntag.Exchange) error {
		c.Unplug(0x00)
		return version(x)
	})
	if !errors.Is(err, hw.ErrNoReader) {
		t.Errorf("unplugged in the middle: %v, want %v", err, hw.ErrNoReader)
	}
	c.Plug()
	expect(t, r, nil, "04A2241B5C6D80", "04A2241B5C6D81")
}

// TestMemory goes through the whole contract of hw.Memory.
func TestMemory(t *testing.T) {
	r, _, field := open(t)
	card := picc.NewNTAG(picc.NTAG215, 0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80).Sign([32]byte{7})
	field.Place(card)
	var m hw.Memory = r
	known := uid(t, "04A2241B5C6D80")
	if err := m.WritePage(t.Context(), known, 9, [4]byte{1, 2, 3, 4}); err != nil {
		t.Error(err)
	}
	pages, err := m.ReadPages(t.Context(), known, 8, 3)
	if got, want := fmt.Sprintf("%X", pages), "000000000102030400000000"; got != want || err != nil {
		t.Errorf("pages %s, %v; want %s", got, err, want)
	}
	v, err := m.TagVersion(t.Context(), known)
	if got, want := ntag.Version(v).String(), "NTAG215"; got != want || err != nil {
		t.Errorf("version %s, %v; want %s", got, err, want)
	}
	s, err := m.Signature(t.Context(), known)
	if s != [32]byte{7} || err != nil {
		t.Errorf("signature % X, %v", s, err)
	}
	field.Lift(card)
	if _, err := m.TagVersion(t.Context(), known); !errors.Is(err, hw.ErrNoCard) {
		t.Errorf("lifted: %v, want %v", err, hw.ErrNoCard)
	}
}

// A page takes 4 ms to write: the driver must wait for it, and for nothing else. The control gives
// the card the millisecond that everything else gets.
func TestWritingTakesTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		field := picc.NewField(1)
		c := chip.New("SPI0.0", field)
		c.SetPace(chip.Real(2 * physic.MegaHertz))
		r, err := rc522.Open("p", c, nil, rc522.Opts{Sleep: time.Sleep})
		if err != nil {
			t.Fatal(err)
		}
		field.Place(tag(t, "04A2241B5C6D80"))
		known := uid(t, "04A2241B5C6D80")
		err = r.Talk(t.Context(), known, func(x ntag.Exchange) error {
			begin := time.Now()
			if err := ntag.Write(x, 8, [4]byte{1, 2, 3, 4}); err != nil {
				return err
			}
			if got, most := time.Since(begin), 12*time.Millisecond; got > most {
				t.Errorf("writing took %v, want at most %v", got, most)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		hasty := []byte{0xA2, 8, 1, 2, 3, 4}
		err = r.Talk(t.Context(), known, func(x ntag.Exchange) error { _, err := x(hasty, 0); return err })
		if !errors.Is(err, hw.ErrUnreadable) {
			t.Errorf("within a millisecond: %v, want %v", err, hw.ErrUnreadable)
		}
		expect(t, r, nil, "04A2241B5C6D80")
	})
}

// TestScanAndTalkAtOnce: the second one waits.
func TestScanAndTalkAtOnce(t *testing.T) {
	r, _, field := open(t)
	field.Place(tag(t, "04A2241B5C6D80"))
	known, done := uid(t, "04A2241B5C6D80"), make(chan error)
	go func() {
		var all error
		for range 200 {
			all = errors.Join(all, r.Talk(t.Context(), known, version))
		}
		done <- all
	}()
	for range 200 {
		expect(t, r, nil, "04A2241B5C6D80")
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestChip(t *testing.T) {
	for version, want := range map[byte]string{0x91: "MFRC522, version 1.0", 0x92: "MFRC522, version 2.0", 0x12: "clone 0x12", 0x88: "clone 0x88, FM17522", 0x89: "clone 0x89, FM17522E", 0x40: "clone 0x40"} {
		r, c, _ := open(t)
		c.SetVersion(version)
		if got, err := r.Chip(t.Context()); got != want || err != nil {
			t.Errorf("version %#02x: %q, %v; want %q", version, got, err, want)
		}
	}
	r, c, _ := open(t)
	for _, x := range []struct {
		version byte
		want    error
	}{{0x00, hw.ErrNoReader}, {0xFF, hw.ErrNoReader}, {0x40, hw.ErrForeign}} {
		c.Stick(x.version)
		if _, err := r.Chip(t.Context()); !errors.Is(err, x.want) {
			t.Errorf("version %#02x: %v, want %v", x.version, err, x.want)
		}
	}
	o := quick
	o.Neighborhood = hw.NewNeighborhood()
	r, err := rc522.Open("p", chip.New("SPI0.0", picc.NewField(1)), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Neighborhood.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Chip(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled while a neighbor radiates: %v", err)
	}
}

// asked remembers the speed at which it was connected.
type asked struct {
	*chip.Chip
	speed physic.Frequency
}

func (a *asked) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	a.speed = f
	return a.Chip.Connect(f, m, bits)
}

func TestSpeed(t *testing.T) {
	for asks, want := range map[physic.Frequency]physic.Frequency{
		0: 2 * physic.MegaHertz, 500 * physic.KiloHertz: 500 * physic.KiloHertz, 4 * physic.MegaHertz: 4 * physic.MegaHertz,
		rc522.MaxSpeed: 10 * physic.MegaHertz, 20 * physic.MegaHertz: 10 * physic.MegaHertz,
	} {
		o := quick
		o.Speed = asks
		port := &asked{Chip: chip.New("SPI0.0", picc.NewField(1))}
		if _, err := rc522.Open("p", port, nil, o); err != nil || port.speed != want {
			t.Errorf("%v: connected at %v, %v; want %v", asks, port.speed, err, want)
		}
	}
}

// TestCloseWhileANeighborRadiates ends in time.
func TestCloseWhileANeighborRadiates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := quick
		o.Neighborhood = hw.NewNeighborhood()
		r, err := rc522.Open("p", chip.New("SPI0.0", picc.NewField(1)), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Neighborhood.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		if err := r.Close(); err == nil {
			t.Error("it closed")
		}
		if got, want := time.Since(begin), time.Second; got != want {
			t.Errorf("it took %v, want %v", got, want)
		}
		o.Neighborhood.Leave()
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}
