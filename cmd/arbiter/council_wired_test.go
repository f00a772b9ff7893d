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
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
	"arbiter/hw/emu/picc"
)

// Cardboard is what four people of The High Council hold and lay: real cards, of
// which the device is told nothing but what lies on the readers.
type cardboard struct {
	*room
	device *testDevice
	r      *rand.Rand
	tags   map[string]*picc.Tag
	decks  [2][]string
	played [2][]string
	hands  map[engine.Seat][]string
	laid   map[engine.Seat][]string
	cards  int // laid so far
	lifted int
}

// The ports of the readers in the rig four-council-seats.
var councilPorts = map[engine.Seat]string{"white": "SPI0.0", "red": "SPI0.1", "yellow": "SPI1.0", "blue": "SPI1.1"}

func newCardboard(t *testing.T, dir string) *cardboard {
	return newCardboardOn(t, wire("SPI1.2", "SPI0.0", "SPI0.1", "SPI1.0", "SPI1.1"), dir, "four-council-seats")
}

// newCardboardOn lays the cards into the fields of councilPorts, whatever reads
// them there.
func newCardboardOn(t *testing.T, d *testDevice, dir, rig string) *cardboard {
	b := &cardboard{device: d, r: rand.New(rand.NewPCG(3, 4)), tags: map[string]*picc.Tag{}, hands: map[engine.Seat][]string{}, laid: map[engine.Seat][]string{}}
	names := map[string][]string{}
	for i := range 64 {
		card := highcouncil.Card(i + 1)
		uid := []byte{4, 0xA2, 0x24, 0x1B, 0x5C, byte(i), 0x80}
		b.tags[card.String()] = picc.New(uid...)
		names[fmt.Sprintf("%X", uid)] = []string{card.String()}
		b.decks[i/32] = append(b.decks[i/32], card.String())
	}
	for _, deck := range b.decks {
		b.shuffle(deck)
	}
	b.room = enterWith(t, d, dir, rig, names, app.Opts{Scans: demo.QuickScans, Evidence: demo.QuickEvidence, Settle: time.Millisecond})
	return b
}

func (b *cardboard) shuffle(cards []string) {
	b.r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}

// side is 0 for Pro, 1 for Contra.
func side(seat engine.Seat) int { return map[engine.Seat]int{"red": 1, "blue": 1}[seat] }

// draw lets everybody draw as many cards as the device says they hold.
func (b *cardboard) draw() {
	b.Helper()
	v := b.see("").View
	for seat := range councilPorts {
		z, _ := v.Zone(seat, engine.Hand)
		for i := side(seat); len(b.hands[seat]) < len(z.Cards); {
			if len(b.decks[i]) == 0 {
				b.decks[i], b.played[i] = b.played[i], nil
				b.shuffle(b.decks[i])
			}
			b.hands[seat] = append(b.hands[seat], b.decks[i][0])
			b.decks[i] = b.decks[i][1:]
		}
		if got, want := len(b.hands[seat]), len(z.Cards); got != want {
			b.Fatalf("%s holds %d cards, the device says %d", seat, got, want)
		}
	}
}

// act lets whoever is asked do one thing.
func (b *cardboard) act() {
	b.Helper()
	for _, seat := range []engine.Seat{"white", "red", "yellow", "blue"} {
		s := b.see(seat)
		able := slices.DeleteFunc(slices.Clone(s.Legal), func(c companion.LegalCommand) bool {
			p, plays := c.Command.(highcouncil.Play)
			return c.By != seat || plays && !slices.Contains(b.hands[seat], p.Card.String())
		})
		if len(able) == 0 {
			continue
		}
		c := games.Choose(councilbot.Greedy{}, b.r, s, able)
		if p, ok := c.Command.(highcouncil.Play); ok {
			b.lay(seat, p.Card.String())
			return
		}
		b.say(c.Line)
		b.follow(seat, c.Command)
		return
	}
	b.Fatal("the game waits for nobody")
}

// lay lays a card on the reader of its seat. One in eight is lifted once more.
func (b *cardboard) lay(seat engine.Seat, card string) {
	b.Helper()
	field := b.device.fields[councilPorts[seat]]
	field.Place(b.tags[card])
	b.top(seat, card)
	b.cards++
	if b.r.IntN(8) == 0 {
		before := b.laid[seat]
		field.Lift(b.tags[card])
		b.top(seat, append([]string{""}, before...)[len(before)])
		field.Place(b.tags[card])
		b.top(seat, card)
		b.lifted++
	}
	b.laid[seat] = append(b.laid[seat], card)
	b.hands[seat] = slices.DeleteFunc(b.hands[seat], func(c string) bool { return c == card })
}

// top waits until the card lies uppermost before the seat, "" for none.
func (b *cardboard) top(seat engine.Seat, card string) {
	b.Helper()
	b.until(fmt.Sprintf("%q of %s", card, seat), func(s companion.Snapshot) bool {
		z, _ := s.View.Zone(seat, string(highcouncil.OnTable))
		k, _ := z.Top()
		return string(k.Name) == card
	})
}

// follow does with the cardboard what the command does in the game.
func (b *cardboard) follow(seat engine.Seat, c engine.Command) {
	b.Helper()
	i, partner := side(seat), map[engine.Seat]engine.Seat{"white": "yellow", "yellow": "white", "red": "blue", "blue": "red"}[seat]
	switch c.(type) {
	case highcouncil.Ponder:
		b.played[i] = append(b.played[i], b.hands[seat]...)
		b.hands[seat] = nil
	case highcouncil.Confer, highcouncil.Return:
		b.hands[partner] = append(b.hands[partner], b.hands[seat][0])
		b.hands[seat] = b.hands[seat][1:]
	}
	v := b.see("").View
	if z, _ := v.Zone(seat, string(highcouncil.OnTable)); len(z.Cards) == 0 && len(b.laid[seat]) > 0 {
		for _, card := range b.laid[seat] {
			b.device.fields[councilPorts[seat]].Lift(b.tags[card])
		}
		b.played[i] = append(b.played[i], b.laid[seat]...)
		b.laid[seat] = nil
	}
	b.noticed(0)
}

// Four people play a whole game of The High Council with their own cards: each card
// goes from its tag through an emulated RC522, the real driver, the table and the
// rules to the log and the panel. Choices are made by command.
func TestHighCouncilWithFourReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		newCardboard(t, dir).evening(t, dir, func() {})
	})
}

// evening plays a whole game; between is called before each step.
func (b *cardboard) evening(t *testing.T, dir string, between func()) {
	t.Helper()
	n := companion.NewGame{Game: "high-council"}
	for _, seat := range []engine.Seat{"white", "red", "yellow", "blue"} {
		n.Seats = append(n.Seats, companion.Seating{Seat: seat})
	}
	if _, err := b.Table.Start(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); !b.see("").View.Over; {
		b.draw()
		between()
		b.act()
		if time.Since(begin) > longestWait {
			t.Fatal("the game does not end")
		}
	}
	b.drawn(b.device)
	won := 0
	for _, p := range b.see("").View.Seats {
		if p.Winner {
			won++
		}
	}
	if won != 2 {
		t.Errorf("%d seats have won, want a side", won)
	}
	entries, id := b.see("").Version, b.see("").GameID
	if err := b.Table.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.leave()
	t.Logf("%d entries, %d cards laid, %d lifted once more", entries, b.cards, b.lifted)
	if b.cards < 30 || b.lifted < 3 {
		t.Errorf("%d cards were laid and %d lifted: too few to say anything", b.cards, b.lifted)
	}
	whole(t, dir, id, entries)
	checkExport(t, dir, " play night-")
}
