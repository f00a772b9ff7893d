package pn532_test

import (
	"errors"
	"fmt"
	"testing"

	"arbiter/hw"
	"arbiter/hw/emu/picc"
)

func TestPages(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		var signature [32]byte
		for i := range signature {
			signature[i] = byte(i)
		}
		near := picc.NewNTAG(picc.NTAG215, 4, 1, 1, 1, 1, 1, 1).Sign(signature)
		b.field.Place(tag(t, one))
		b.field.Place(near)
		b.field.Place(tag(t, two))
		u, _ := hw.NewUID(near.UID())
		var m hw.Memory = b.r
		for _, page := range []int{4, 9, 129} {
			if err := m.WritePage(t.Context(), u, page, [4]byte{byte(page), 2, 3, 4}); err != nil {
				t.Fatalf("page %d: %v", page, err)
			}
		}
		for _, c := range []struct {
			first, n int
			want     string
		}{
			{4, 1, "04020304"}, {9, 2, "0902030400000000"}, {129, 1, "81020304"},
			{0, 5, "0401018C01010101004800" + "00" + "E1103E00" + "04020304"},
		} {
			pages, err := m.ReadPages(t.Context(), u, c.first, c.n)
			if got := fmt.Sprintf("%X", pages); err != nil || got != c.want {
				t.Errorf("%d pages from %d: %s, %v; want %s", c.n, c.first, got, err, c.want)
			}
		}
		v, err := m.TagVersion(t.Context(), u)
		if got, want := fmt.Sprintf("%X", v), "0004040201001103"; err != nil || got != want {
			t.Errorf("version %s, %v; want %s", got, err, want)
		}
		if s, err := m.Signature(t.Context(), u); err != nil || s != signature {
			t.Errorf("signature %X, %v", s, err)
		}
		b.expect(nil, "04010101010101", one, two)
	})
}

func TestPagesRefused(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(locked(t, 7))
		b.field.Place(tag(t, "DEADBEEF"))
		u, _ := hw.ParseUID(one)
		bare, _ := hw.ParseUID("DEADBEEF")
		away, _ := hw.ParseUID(two)
		for _, c := range []struct {
			name string
			err  error
			want error
		}{
			{"a page that is not there", second(b.r.ReadPages(t.Context(), u, 45, 1)), hw.ErrRefused},
			{"a locked page", b.r.WritePage(t.Context(), u, 7, [4]byte{}), hw.ErrRefused},
			{"a tag without memory", second(b.r.ReadPages(t.Context(), bare, 4, 1)), hw.ErrUnreadable},
			{"its version", second(b.r.TagVersion(t.Context(), bare)), hw.ErrUnreadable},
			{"a card that is away", second(b.r.Signature(t.Context(), away)), hw.ErrNoCard},
		} {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, c.err, c.want)
			}
		}
		b.expect(nil, one, "DEADBEEF")
	})
}

// locked is a tag whose page below 8 cannot be written.
func locked(t *testing.T, page int) *picc.Tag {
	t.Helper()
	x := tag(t, one)
	f := picc.NewField(1)
	f.Place(x)
	f.Power(true)
	for _, frame := range [][]byte{
		{0x26}, sealed(0x93, 0x70, 0x88, 0x04, 0xA2, 0x24, 0x0A), sealed(0x95, 0x70, 0x1B, 0x5C, 0x6D, 0x80, 0xAA),
		sealed(0xA2, 2, 0, 0, 1<<page, 0),
	} {
		n := 8 * len(frame)
		if n == 8 {
			n = 7
		}
		if a, _ := f.Exchange(picc.Bits{Data: frame, N: n}); a.N == 0 {
			t.Fatalf("% X: silence", frame)
		}
	}
	f.Lift(x)
	return x
}

func sealed(data ...byte) []byte {
	crc := picc.CRCA(data)
	return append(data, crc[:]...)
}

func second[T any](_ T, err error) error { return err }
