package ntag_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	chip "arbiter/hw/emu/pn532"
	"arbiter/hw/ntag"
	"arbiter/hw/pn532"
	"arbiter/hw/rc522"
)

// both opens a reader of each kind over a field.
func both(t *testing.T, f *picc.Field) map[string]hw.Memory {
	t.Helper()
	spi, err := rc522.Open("rc522", mfrc522.New("chip", f), nil, rc522.Opts{PowerUp: 1, Rest: 1, Sleep: func(time.Duration) {}})
	if err != nil {
		t.Fatal(err)
	}
	c := chip.New(f, 1)
	var socket cable.Socket
	c.Connect(socket.Plug())
	uart := pn532.Open("pn532", "socket", pn532.Opts{PowerUp: 1, Rest: 1, Ack: 5 * time.Minute, Reply: 5 * time.Minute, Open: socket.Open})
	t.Cleanup(func() {
		if err := errors.Join(c.Unplug(), uart.Close()); err != nil {
			t.Error(err)
		}
	})
	return map[string]hw.Memory{"rc522": spi, "pn532": uart}
}

func uidOf(t *testing.T, card *picc.Tag) hw.UID {
	t.Helper()
	u, err := hw.NewUID(card.UID())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// put writes bytes to the user memory of a card.
func put(t *testing.T, m hw.Memory, card hw.UID, user ...byte) {
	t.Helper()
	for len(user)%4 != 0 {
		user = append(user, 0)
	}
	for i := 0; i < len(user); i += 4 {
		if err := m.WritePage(t.Context(), card, 4+i/4, [4]byte(user[i:])); err != nil {
			t.Fatal(err)
		}
	}
}

// Each model of tag takes a token through each reader; its earlier contents, the lock bits and the
// configuration stay as they were, and a second token is not written.
func TestTokens(t *testing.T) {
	for _, model := range []picc.Model{picc.NTAG213, picc.NTAG215, picc.NTAG216} {
		f := picc.NewField(1)
		for name, m := range both(t, f) {
			card := picc.NewNTAG(model, 0x04, byte(model), 3, 4, 5, 6, 7)
			uid := uidOf(t, card)
			f.Place(card)
			before := card.Memory()
			if _, err := ntag.ReadToken(t.Context(), m, uid); !errors.Is(err, ntag.ErrNoToken) {
				t.Errorf("%s: a new tag has a token: %v", name, err)
			}
			want := ntag.NewToken()
			got, err := ntag.WriteToken(t.Context(), m, uid, want)
			if got != want || err != nil {
				t.Errorf("%s: wrote %v, read %v, %v", name, want, got, err)
			}
			if got, err := ntag.WriteToken(t.Context(), m, uid, ntag.NewToken()); got != want || err != nil {
				t.Errorf("%s: a second token makes %v of %v, %v", name, got, want, err)
			}
			after := card.Memory()
			begin := bytes.IndexByte(before[16:], 0xFE) + 16
			if end := begin + 27; !bytes.Equal(before[:begin], after[:begin]) || !bytes.Equal(before[end:], after[end:]) || after[end-1] != 0xFE {
				t.Errorf("%s: memory\n% X, before\n% X", name, after, before)
			}
			f.Lift(card)
		}
	}
}

func TestNoTwoTokensAreAlike(t *testing.T) {
	seen := map[ntag.Token]bool{}
	for range 1000 {
		seen[ntag.NewToken()] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d tokens of 1000", len(seen))
	}
}

// A tag may hold other contents already.
func TestMemoriesOfOthers(t *testing.T) {
	link := append([]byte{0x03, 0x0E, 0xD1, 0x01, 0x0A, 0x55, 0x04}, "a.example\xFE"...)
	long := append([]byte{0x03, 0xFF, 0x00, 100}, make([]byte, 100)...)
	for _, c := range []struct {
		name string
		user []byte
		want error
	}{
		{"nothing at all", make([]byte, 144), nil},
		{"a link", link, nil},
		{"a long message without an end", append(long, make([]byte, 40)...), nil},
		{"a long message that leaves no room", append([]byte{0x03, 0xFF, 0x00, 120}, make([]byte, 140)...), ntag.ErrNoRoom},
		{"a message that fills it", append([]byte{0x03, 142}, make([]byte, 142)...), ntag.ErrNoRoom},
		{"a message that is too long", append([]byte{0x03, 143}, make([]byte, 142)...), ntag.ErrForeign},
		{"text", []byte("this is no tag of blocks"), ntag.ErrForeign},
		{"half a length", append(make([]byte, 143), 0x03), ntag.ErrForeign},
		{"an empty message (control)", []byte{0x03, 0x00, 0xFE}, nil},
	} {
		f := picc.NewField(1)
		card := picc.New(4, 2, 3, 4, 5, 6, 7)
		f.Place(card)
		m, uid := both(t, f)["rc522"], uidOf(t, card)
		put(t, m, uid, append(c.user, make([]byte, 144-len(c.user))...)...)
		before := card.Memory()
		want := ntag.NewToken()
		got, err := ntag.WriteToken(t.Context(), m, uid, want)
		if !errors.Is(err, c.want) || c.want == nil && got != want {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
		if c.want != nil && !bytes.Equal(card.Memory(), before) {
			t.Errorf("%s: refused and written all the same", c.name)
		}
		if c.user[0] == 0x03 && c.want == nil && !bytes.HasPrefix(card.Memory()[16:], c.user[:2+c.user[1]%0xFF]) {
			t.Errorf("%s: the message is gone", c.name)
		}
	}
}

// A thief lifts the card before the n-th write reaches it.
type thief struct {
	hw.Memory
	left  int
	field *picc.Field
	card  *picc.Tag
}

func (m *thief) WritePage(ctx context.Context, u hw.UID, page int, data [4]byte) error {
	if m.left--; m.left == 0 {
		m.field.Lift(m.card)
	}
	return m.Memory.WritePage(ctx, u, page, data)
}

// If a card is lifted while its token is written, that is an error; the card holds the whole token
// or none, and takes one the next time.
func TestLiftedWhileWritten(t *testing.T) {
	f := picc.NewField(1)
	for name, m := range both(t, f) {
		for n := 1; n <= 9; n++ {
			card := picc.New(4, 2, byte(n), 4, 5, 6, 7)
			uid := uidOf(t, card)
			f.Place(card)
			before := card.Memory()
			_, err := ntag.WriteToken(t.Context(), &thief{m, n, f, card}, uid, ntag.NewToken())
			if lifted := n <= 8; lifted != errors.Is(err, hw.ErrNoCard) || lifted == (err == nil) {
				t.Errorf("%s, write %d: %v", name, n, err)
			}
			f.Place(card)
			if n <= 8 {
				if _, err := ntag.ReadToken(t.Context(), m, uid); !errors.Is(err, ntag.ErrNoToken) {
					t.Errorf("%s, write %d: %v, want none", name, n, err)
				}
				if !bytes.Equal(card.Memory()[:23], before[:23]) {
					t.Errorf("%s, write %d: the contents have changed before the last write", name, n)
				}
			}
			want := ntag.NewToken()
			got, err := ntag.WriteToken(t.Context(), m, uid, want)
			if err != nil || n <= 8 && got != want {
				t.Errorf("%s, write %d, again: %v, %v", name, n, got, err)
			}
			f.Lift(card)
		}
	}
}

// A half-written token, by whatever program, counts as none and is replaced; so does one with a
// wrong checksum.
func TestTornToken(t *testing.T) {
	f := picc.NewField(1)
	card := picc.New(4, 2, 3, 4, 5, 6, 7)
	f.Place(card)
	m, uid := both(t, f)["rc522"], uidOf(t, card)
	put(t, m, uid, append(append([]byte{0x03, 0x00, 0xFD, 24}, "Arb1"...), make([]byte, 20)...)...)
	if _, err := ntag.ReadToken(t.Context(), m, uid); !errors.Is(err, ntag.ErrNoToken) {
		t.Errorf("half a token: %v", err)
	}
	want := ntag.NewToken()
	if got, err := ntag.WriteToken(t.Context(), m, uid, want); got != want || err != nil {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	whole := card.Memory()
	for i := 20; i < 18+26; i++ {
		put(t, m, uid, whole[16:48]...)
		page := [4]byte(whole[i/4*4:])
		page[i%4] ^= 0x10
		if err := m.WritePage(t.Context(), uid, i/4, page); err != nil {
			t.Fatal(err)
		}
		if got, err := ntag.ReadToken(t.Context(), m, uid); err == nil {
			t.Errorf("byte %d is changed and reads as %v", i, got)
		}
	}
}

// A tag that is not an NTAG, or is elsewhere, gets no token.
func TestNoTagForAToken(t *testing.T) {
	f := picc.NewField(1)
	classic := picc.New(1, 2, 3, 4)
	f.Place(classic)
	for name, m := range both(t, f) {
		if _, err := ntag.WriteToken(t.Context(), m, uidOf(t, classic), ntag.NewToken()); err == nil {
			t.Errorf("%s: a card without memory took a token", name)
		}
		away, _ := hw.ParseUID("04010203040506")
		if _, err := ntag.ReadToken(t.Context(), m, away); !errors.Is(err, hw.ErrNoCard) {
			t.Errorf("%s: a card that is away: %v", name, err)
		}
	}
	unknown := fake{version: [8]byte{0, 4, 3, 1, 1, 0, 0x0B, 3}}
	if _, err := ntag.WriteToken(t.Context(), unknown, hw.UID{}, ntag.NewToken()); !errors.Is(err, ntag.ErrModel) {
		t.Errorf("an Ultralight took a token: %v", err)
	}
}

// A tag that can be read but does not say what it is cannot take a token; one that was lifted is
// missing.
func TestTagsWithoutVersion(t *testing.T) {
	f := picc.NewField(1)
	card := picc.NewNTAG(picc.NTAG213, 4, 2, 3, 4, 5, 6, 7)
	for name, m := range both(t, f) {
		for _, says := range []error{hw.ErrUnreadable, hw.ErrRefused} {
			f.Place(card)
			if _, err := ntag.WriteToken(t.Context(), mute{m, says}, uidOf(t, card), ntag.NewToken()); !errors.Is(err, ntag.ErrModel) {
				t.Errorf("%s, %v: %v, want %v", name, says, err, ntag.ErrModel)
			}
			f.Lift(card)
			if _, err := ntag.ReadToken(t.Context(), mute{m, says}, uidOf(t, card)); !errors.Is(err, hw.ErrNoCard) {
				t.Errorf("%s, %v, lifted: %v, want %v", name, says, err, hw.ErrNoCard)
			}
		}
	}
}

// mute is a reader whose cards do not say what they are.
type mute struct {
	hw.Memory
	says error
}

func (m mute) TagVersion(context.Context, hw.UID) ([8]byte, error) { return [8]byte{}, m.says }

// fake is a reader whose card is only a version.
type fake struct {
	hw.Memory
	version [8]byte
}

func (f fake) TagVersion(context.Context, hw.UID) ([8]byte, error) { return f.version, nil }

// TestLostFrames: even with many frames lost a token is written whole or there is an error; the
// result is never another token.
func TestLostFrames(t *testing.T) {
	f := picc.NewField(7)
	m := both(t, f)["rc522"]
	wrote := 0
	for i := range 60 {
		card := picc.New(4, 2, byte(i), 4, 5, 6, 7)
		f.Place(card)
		f.Lose(0.08)
		f.Flip(0.05)
		want := ntag.NewToken()
		got, err := ntag.WriteToken(t.Context(), m, uidOf(t, card), want)
		f.Lose(0)
		f.Flip(0)
		there, none := ntag.ReadToken(t.Context(), m, uidOf(t, card))
		switch {
		case err == nil && (got != want || there != want):
			t.Fatalf("wrote %v, was told %v, has %v", want, got, there)
		case err != nil && none == nil && there != want:
			t.Fatalf("after %v it has %v, not %v", err, there, want)
		case err == nil:
			wrote++
		}
		f.Lift(card)
	}
	if t.Logf("%d of 60 written", wrote); wrote == 0 || wrote == 60 {
		t.Errorf("%d of 60 written: nothing is learned", wrote)
	}
}

func ExampleToken() {
	fmt.Println(ntag.Token{0xA0, 1, 15: 0xFF})
	// Output: A00100000000000000000000000000FF
}
