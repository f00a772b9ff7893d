package main

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/lessons"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/picctest"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

// A lab is a field with a reader of some kind, and a maker of tags.
type lab struct {
	*testing.T
	field *picc.Field
	maker picctest.Signer
	fresh func() []hw.Bus // the readers, plugged in anew
}

func (l *lab) key() ntag.PublicKey { return ntag.PublicKey{X: l.maker.X, Y: l.maker.Y} }

// labs opens one with an RC522 and one with a PN532, each in a bubble.
func labs(t *testing.T, run func(*lab)) {
	maker, err := picctest.NewSigner()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("rc522", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			d := newDevice()
			run(&lab{t, d.fields["SPI0.0"], maker, func() []hw.Bus {
				for i := range 3 {
					d.restart(fmt.Sprintf("SPI0.%d", i), 0)
				}
				return wired3(t, d)
			}})
		})
	})
	t.Run("pn532", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			d, f := newDevice(), picc.NewField(1)
			a := newAdapters(t, d)
			a.add(t, "desk", f, `seat = "purple"`)
			rig, err := setups.LoadRig(a.save(t, "SPI1.0"))
			must(t, err)
			run(&lab{t, f, maker, func() []hw.Bus {
				must(t, a.chips["desk"].Unplug())
				a.plug(t, "desk", a.chips["desk"])
				return device.Buses(rig, d, slog.New(slog.DiscardHandler))
			}})
		})
	})
}

// On both kinds of readers: tags get tokens, who made them is told, a copy is
// noticed, and a card that is lifted too early gets its token when it comes again.
func TestTokensAtTheReader(t *testing.T) {
	t.Parallel()
	labs(t, func(l *lab) {
		dir := t.TempDir()
		b := lessons.Opts{Pile: []string{"ai"}, WriteTokens: true, CheckMaker: true}
		c := teach(l.T, b, "en", dir, nil, l.fresh(), l.key())
		real, clone, copied := card(1), card(2), card(3)
		if err := l.maker.Sign(real); err != nil {
			l.Fatal(err)
		}
		l.field.Place(real)
		c.hears("Which card is it?", "NXP signed the tag 04A2241B5C6D01")
		c.says("ai-06")
		l.token(c, real, "AI card 06")
		l.field.Lift(real)
		l.field.Place(clone)
		c.hears("NXP did not sign the tag 04A2241B5C6D02: it may be a clone, and works all the same")
		l.field.Lift(clone)
		c.misses(clone)
		c.says("ai-08")
		c.hears("AI card 08 got no token: the card was lifted too early; lay it there again")
		l.field.Place(clone)
		c.hears("AI card 08 was learned before")
		l.token(c, clone, "AI card 08")
		l.field.Lift(clone)
		c.leave()

		tags, _, tokens := kept(l.T, dir)
		if len(tags) != 2 || len(tokens) != 2 {
			l.Fatalf("tags %v, tokens %v", tags, tokens)
		}
		for _, tag := range []*picc.Tag{real, clone} {
			if memory := string(tag.Memory()); strings.Contains(memory, "ai-") || !strings.Contains(memory, "Arb1") {
				l.Errorf("the memory holds %q", memory)
			}
		}

		// Somebody copies the memory of one tag to another.
		l.copy(real, copied)
		c = teach(l.T, b, "en", dir, nil, l.fresh(), l.key())
		l.field.Place(copied)
		c.hears("the tag 04A2241B5C6D03 is a copy: it holds the token of the tag 04A2241B5C6D01")
		c.leave()
		if _, _, after := kept(l.T, dir); fmt.Sprint(after) != fmt.Sprint(tokens) {
			l.Errorf("tokens %v, before %v", after, tokens)
		}
	})
}

// token waits until a card has a token. A reader that a busy machine keeps from
// answering in time asks for the card once more.
func (l *lab) token(c *class, tag *picc.Tag, card string) {
	l.Helper()
	for range 10 {
		if c.either(card+" has a token", card+" got no token") == 0 {
			return
		}
		l.field.Lift(tag)
		c.misses(tag)
		l.field.Place(tag)
	}
	l.Fatalf("%s gets no token", card)
}

// write writes a page of a tag, again where a busy machine makes the reader seem
// dead.
func (l *lab) write(r *device.RetryingReader, uid hw.UID, page int, data [4]byte) {
	l.Helper()
	var err error
	for range 20 {
		if _, err = r.Scan(l.Context()); err == nil {
			if err = r.Memory().WritePage(l.Context(), uid, page, data); err == nil {
				return
			}
		}
	}
	l.Fatal(err)
}

// copy writes the user memory of a tag to another one.
func (l *lab) copy(from, to *picc.Tag) {
	l.Helper()
	readers := l.fresh()
	l.field.Place(to)
	defer l.field.Lift(to)
	uid, err := hw.NewUID(to.UID())
	if err != nil {
		l.Fatal(err)
	}
	r := readers[0][0].(*device.RetryingReader)
	for p := 4; p < 40; p++ {
		l.write(r, uid, p, [4]byte(from.Memory()[4*p:]))
	}
	if err := r.Close(); err != nil {
		l.Fatal(err)
	}
}

// A tag that belongs to another program, or that is locked, is left alone and
// learned all the same.
func TestTagsThatTakeNoToken(t *testing.T) {
	t.Parallel()
	labs(t, func(l *lab) {
		foreign, locked := card(4), card(5)
		readers := l.fresh()
		r := readers[0][0].(*device.RetryingReader)
		l.field.Place(foreign)
		uid, err := hw.NewUID(foreign.UID())
		if err != nil {
			l.Fatal(err)
		}
		l.write(r, uid, 4, [4]byte{'t', 'e', 'x', 't'})
		l.field.Lift(foreign)
		if err := r.Close(); err != nil {
			l.Fatal(err)
		}
		locked.Lock()
		dir := t.TempDir()
		c := teach(l.T, lessons.Opts{WriteTokens: true}, "de", dir, nil, l.fresh(), l.key())
		l.field.Place(foreign)
		c.hears("Welche Karte ist es?")
		c.says("ai-06")
		c.hears("KI-Karte 06 hat keine Zufallszahl bekommen: der Chip trägt etwas von einem anderen Programm und bleibt, wie er ist")
		l.field.Lift(foreign)
		l.field.Place(locked)
		c.hears("Welche Karte ist es?")
		c.says("ai-08")
		c.hears("KI-Karte 08 hat keine Zufallszahl bekommen: der Chip weigert sich; vielleicht ist er gesperrt")
		c.leave()
		tags, _, tokens := kept(l.T, dir)
		if len(tags) != 2 || len(tokens) != 0 {
			l.Errorf("tags %v, tokens %v", tags, tokens)
		}
		if got := string(foreign.Memory()[16:20]); got != "text" {
			l.Errorf("the other program's memory is %q", got)
		}
	})
}

// In a running game a copy on a reader is told to the seat that it concerns, with
// both numbers, and to all others without. The card plays on. Taken away, it is no
// trouble any more. Its original raises nothing (control).
func TestCopyInAGame(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, card, dir := newDevice(), tags(t), t.TempDir()
		db, err := datadir.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		l := &lab{T: t, field: d.fields["SPI0.0"], fresh: func() []hw.Bus { return wired3(t, d) }}
		l.field.Place(card["discover"])
		r := wired3(t, d)[0][0].(*device.RetryingReader)
		if _, err := r.Scan(t.Context()); err != nil {
			t.Fatal(err)
		}
		uid, _ := hw.ParseUID("04A2241B5C6D80")
		token, err := ntag.WriteToken(t.Context(), r.Memory(), uid, ntag.NewToken())
		if err != nil {
			t.Fatal(err)
		}
		// The token is that of a tag that got it first.
		if _, err := db.KeepToken(token.String(), "04FFFFFFFFFFFF"); err != nil {
			t.Fatal(err)
		}
		l.field.Lift(card["discover"])
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		d.restart("SPI0.0", 0)

		h := enter(t, d, dir)
		h.sit()
		d.fields["SPI0.1"].Place(card["tower"]) // without a token
		h.planned("2", "tower")
		l.field.Place(card["discover"])
		h.planned("1", "discover")
		n := h.noticed(1)[0]
		if got, want := n.Text.String(), "the tag 04A2241B5C6D80 is a copy: it holds the token of the tag 04FFFFFFFFFFFF"; got != want || n.Reader != "purple-1" {
			t.Errorf("%s: %q, want %q", n.Reader, got, want)
		}
		for _, seat := range []string{"", "green"} {
			s := h.see(engine.Seat(seat))
			if len(s.Notices) != 1 || s.Notices[0].Text.String() != "reader purple-1: a card there may be a copy" {
				t.Errorf("%q reads %v", seat, s.Notices)
			}
		}
		l.field.Lift(card["discover"])
		h.until("no notice", func(s companion.Snapshot) bool { return len(s.Notices) == 0 })
	})
}
