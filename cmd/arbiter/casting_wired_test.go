package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	castingbot "arbiter/engine/castingshadows/bot"
	castingcards "arbiter/engine/castingshadows/printed"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
	"arbiter/hw/emu/picc"
)

// SpellBooks is what people of Casting Shadows have before them: cards that lie face up on
// the readers of their spell books. They roll and draw themselves, and tell what came.
type spellBooks struct {
	*room
	device *testDevice
	r      *rand.Rand
	tags   map[string]*picc.Tag
	lying  map[engine.Seat][]string
	laid   map[bool]int // cards, by whether that said all
	rolls  int
}

// The ports of the readers in the rig four-spell-books.
var bookPorts = map[engine.Seat]string{"kit": "SPI0.0", "frill": "SPI0.1"}

// newSpellBooks seeds a game in which five cards are collected, one of which can be paid in
// several ways; in a third of all games it is fewer than three.
func newSpellBooks(t *testing.T, dir string) *spellBooks {
	d := wire("SPI1.2", "SPI0.0", "SPI0.1", "SPI1.0", "SPI1.1")
	b := &spellBooks{device: d, r: rand.New(rand.NewPCG(8, 6)), tags: map[string]*picc.Tag{}, lying: map[engine.Seat][]string{}, laid: map[bool]int{}}
	names := map[string][]string{}
	for i := range castingcards.MainCards {
		card, uid := castingcards.Card(i+1).String(), []byte{4, 0xA2, 0x24, 0x1B, 0x5D, byte(i), 0x80}
		b.tags[card], names[fmt.Sprintf("%X", uid)] = picc.New(uid...), []string{card}
	}
	b.room = enterWith(t, d, dir, "four-spell-books", names, app.Opts{Scans: demo.QuickScans, Evidence: demo.QuickEvidence, Settle: time.Millisecond})
	return b
}

// step is one thing that people do.
func (b *spellBooks) step() {
	b.Helper()
	s := b.see("kit")
	switch {
	case s.Window != nil:
		for seat := range bookPorts {
			if s.Window.Asks(seat) {
				_, _ = b.Table.Pass(b.Context(), seat, s.Window.Number) // the last one ends it
			}
		}
	case s.Roll.Open():
		var sides []string
		for _, d := range s.Roll.Dice {
			sides = append(sides, string(d.Sides[b.r.IntN(len(d.Sides))]))
		}
		if _, err := b.Table.TellRoll(b.Context(), "kit", sides, s.Version); err != nil {
			b.Fatal(err)
		}
		b.rolls++
	default:
		b.choose()
	}
	b.tidy()
}

// choose lets whoever is asked do one thing, and else people draw.
func (b *spellBooks) choose() {
	b.Helper()
	for seat := range bookPorts {
		s := b.see(seat)
		own := slices.DeleteFunc(slices.Clone(s.Legal), func(c companion.LegalCommand) bool { return c.By != seat })
		if len(own) == 0 {
			continue
		}
		c := games.Choose(castingbot.Greedy{}, b.r, s, own)
		if collect, ok := c.Command.(castingshadows.Collect); ok {
			b.collect(collect, own)
			return
		}
		b.say(c.Line)
		return
	}
	s := b.see("kit")
	drawn := s.Legal[b.r.IntN(len(s.Legal))]
	b.say(drawn.Line)
}

// collect lays the card into the spell book; where it can be paid in several ways, a phone
// says how.
func (b *spellBooks) collect(c castingshadows.Collect, own []companion.LegalCommand) {
	b.Helper()
	card, ways := c.Card.String(), 0
	for _, x := range own {
		if other, ok := x.Command.(castingshadows.Collect); ok && other.Card == c.Card {
			ways++
		}
	}
	b.device.fields[bookPorts[c.Seat]].Place(b.tags[card])
	if ways > 1 {
		b.say(notation.Format(c))
	}
	b.until(card+" in the book", func(s companion.Snapshot) bool { return slices.Contains(book(s, c.Seat), card) })
	b.lying[c.Seat] = append(b.lying[c.Seat], card)
	b.laid[ways == 1]++
}

// book are the cards that lie open in a spell book.
func book(s companion.Snapshot, seat engine.Seat) (all []string) {
	z, _ := s.View.Zone(seat, "book")
	for _, c := range z.Cards {
		if !c.Down {
			all = append(all, string(c.Name))
		}
	}
	return all
}

// tidy takes cards away that have left a spell book.
func (b *spellBooks) tidy() {
	b.Helper()
	s := b.see("kit")
	for seat, cards := range b.lying {
		has := book(s, seat)
		b.lying[seat] = slices.DeleteFunc(cards, func(card string) bool {
			if slices.Contains(has, card) {
				return false
			}
			b.device.fields[bookPorts[seat]].Lift(b.tags[card])
			return true
		})
	}
	b.noticed(0)
}

// Two people play a whole game of Casting Shadows with cardboard: cards of their spell books
// go from tags through emulated RC522s, the real drivers, the table and the rules to the log
// and the panel; dice and drawn cards are told.
func TestCastingShadowsWithSpellBooks(t *testing.T) {
	tier.Test(t, tier.Program, "a game on emulated readers")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		b := newSpellBooks(t, dir)
		n := companion.NewGame{Game: "casting-shadows", Box: demo.StandIn, Options: []string{"no-clock"}, Seats: []companion.Seating{{Seat: "kit"}, {Seat: "frill"}}}
		if _, err := b.Table.Start(t.Context(), n); err != nil {
			t.Fatal(err)
		}
		for begin := time.Now(); !b.see("").View.Over; b.step() {
			if time.Since(begin) > longestWait {
				t.Fatal("the game does not end")
			}
		}
		b.drawn(b.device)
		entries, id := b.see("").Version, b.see("").GameID
		if err := b.Table.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.leave()
		t.Logf("%d entries, %d rolls; of %v cards laid some said all", entries, b.rolls, b.laid)
		if b.laid[true] == 0 || b.laid[true]+b.laid[false] < 3 || b.rolls < 6 {
			t.Errorf("%v cards were laid, %d rolls told: too few to say anything", b.laid, b.rolls)
		}
		whole(t, dir, id, entries)
		checkExport(t, dir, " harmed ")
	})
}
