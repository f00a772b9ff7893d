package ntag_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/ntag"
	"arbiter/hw/rc522"
)

// desk is a card on an emulated reader.
type desk struct {
	*testing.T
	field  *picc.Field
	card   *picc.Tag
	reader *rc522.Reader
	uid    hw.UID
}

func lay(t *testing.T, m picc.Model) *desk {
	t.Helper()
	return layTag(t, picc.NewNTAG(m, 0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80))
}

func layTag(t *testing.T, card *picc.Tag) *desk {
	t.Helper()
	d := &desk{T: t, field: picc.NewField(1), card: card}
	d.field.Place(d.card)
	d.field.Place(picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x81)) // another card, which must not change
	var err error
	if d.reader, err = rc522.Open("desk", mfrc522.New("chip", d.field), nil, rc522.Opts{PowerUp: 1, Rest: 1, Sleep: func(time.Duration) {}}); err != nil {
		t.Fatal(err)
	}
	if d.uid, err = hw.NewUID(d.card.UID()); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) talk(f func(ntag.Exchange) error) error { return d.reader.Talk(d.Context(), d.uid, f) }

func TestWhatTheCardIs(t *testing.T) {
	for m, want := range map[picc.Model]string{picc.NTAG213: "NTAG213 45", picc.NTAG215: "NTAG215 135", picc.NTAG216: "NTAG216 231"} {
		d := lay(t, m)
		var v ntag.Version
		err := d.talk(func(x ntag.Exchange) (err error) {
			v, err = ntag.VersionOf(x)
			return err
		})
		if got := fmt.Sprint(v, " ", v.Pages()); got != want || err != nil {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
	if got, want := fmt.Sprint(ntag.Version{0, 4, 3, 1, 1, 0, 0x0B, 3}, ntag.Version{}.Pages()), "card 00 04 03 01 01 00 0B 03 0"; got != want {
		t.Errorf("an unknown card is %s, want %s", got, want)
	}
}

func TestReadAndWrite(t *testing.T) {
	d := lay(t, picc.NTAG213)
	before := d.card.Memory()
	text := []byte("a token of 16 by")
	err := d.talk(func(x ntag.Exchange) error {
		for i := range 4 {
			if err := ntag.Write(x, ntag.FirstUser+i, [4]byte(text[4*i:])); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := append(append(before[:16:16], text...), before[32:]...)
	if got := d.card.Memory(); !bytes.Equal(got, want) {
		t.Errorf("memory\n% X, want\n% X", got, want)
	}
	for _, c := range [][2]int{{0, 1}, {4, 4}, {4, 5}, {3, 9}, {0, 40}, {39, 1}, {38, 6}} {
		err := d.talk(func(x ntag.Exchange) error {
			got, err := ntag.Read(x, c[0], c[1])
			if err == nil && !bytes.Equal(got, want[4*c[0]:4*(c[0]+c[1])]) {
				err = fmt.Errorf("% X", got)
			}
			return err
		})
		if err != nil {
			t.Errorf("%d pages from %d: %v", c[1], c[0], err)
		}
	}
}

func TestSignature(t *testing.T) {
	d := lay(t, picc.NTAG215)
	want := [32]byte{1, 2, 3, 31: 9}
	d.card.Sign(want)
	err := d.talk(func(x ntag.Exchange) error {
		got, err := ntag.Signature(x)
		if err == nil && got != want {
			err = fmt.Errorf("signature % X", got)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRefusals(t *testing.T) {
	d := lay(t, picc.NTAG213)
	lock := []byte{0xA2, 2, 0, 0, 0x30, 0} // pages 4 and 5
	if err := d.talk(func(x ntag.Exchange) error { _, err := x(lock, 6*time.Millisecond); return err }); err != nil {
		t.Fatal(err)
	}
	page := [4]byte{1, 2, 3, 4}
	for _, c := range []struct {
		name string
		do   func(ntag.Exchange) error
		want error
	}{
		{"a locked page", func(x ntag.Exchange) error { return ntag.Write(x, 5, page) }, hw.ErrRefused},
		{"a page behind the last", func(x ntag.Exchange) error { _, err := ntag.Read(x, 45, 4); return err }, hw.ErrRefused},
		{"a free page (control)", func(x ntag.Exchange) error { return ntag.Write(x, 6, page) }, nil},
	} {
		if err := d.talk(c.do); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	never := func([]byte, time.Duration) ([]byte, error) { panic("the card was asked") }
	_, first := ntag.Read(never, -1, 1)
	_, none := ntag.Read(never, 0, 0)
	_, last := ntag.Read(never, 250, 7)
	for i, err := range []error{first, none, last, ntag.Write(never, 3, page), ntag.Write(never, 256, page)} {
		if err == nil {
			t.Errorf("nonsense %d was tried", i)
		}
	}
}

// If a card accepts a write but does not keep it, that is an error.
func TestForgetfulCard(t *testing.T) {
	x := func(command []byte, _ time.Duration) ([]byte, error) {
		if command[0] == 0x30 {
			return make([]byte, 16), nil
		}
		return nil, nil
	}
	if err := ntag.Write(x, 4, [4]byte{1}); !errors.Is(err, hw.ErrRefused) {
		t.Errorf("%v, want %v", err, hw.ErrRefused)
	}
	if _, err := ntag.Signature(x); !errors.Is(err, hw.ErrUnreadable) {
		t.Errorf("a signature without bytes: %v", err)
	}
}

// TestBadAir: what is lost on the way is repeated, and nothing wrong is ever read or written.
// Without repeating, most of it would fail.
func TestBadAir(t *testing.T) {
	d := lay(t, picc.NTAG213)
	d.field.Lose(0.1)
	d.field.Flip(0.1)
	read, wrote, failed := 0, 0, 0
	for i := range 300 {
		page := [4]byte{byte(i), 2, 3, 4}
		err := d.talk(func(x ntag.Exchange) error {
			if err := ntag.Write(x, 8, page); err != nil {
				return err
			}
			wrote++
			b, err := ntag.Read(x, 0, 12)
			if err != nil {
				return err
			}
			read++
			if got := [4]byte(b[32:36]); got != page {
				t.Fatalf("wrote % X, read % X", page, got)
			}
			return nil
		})
		if err != nil {
			failed++
			if errors.Is(err, hw.ErrIO) || errors.Is(err, hw.ErrNoReader) {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d writes, %d reads, %d of 300 failed", wrote, read, failed)
	if wrote < 200 || read < 200 || failed == 0 {
		t.Errorf("%d writes, %d reads, %d failures of 300", wrote, read, failed)
	}
}
