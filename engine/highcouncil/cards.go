package highcouncil

import (
	"fmt"
	"math/bits"
	"strconv"

	"arbiter/engine"
)

// A Card is one of the 64 cards of the two decks; the zero Card is one without a name. Day cards
// and two trilithon cards are Pro's, night cards and two trilithon cards are Contra's.
type Card uint8

// How many cards there are (rules, setup).
const (
	deckCards  = 32 // of a faction
	Fields     = 30 // of the ring; each faction has a number card for each
	handCards  = 3
	firstPro   = Card(1)
	firstNight = firstPro + deckCards
	afterCards = firstNight + deckCards
)

// String returns the card's word, such as "night-07"; "" for the zero Card.
func (c Card) String() string {
	switch n := c.Number(); {
	case c == 0:
		return ""
	case c >= afterCards:
		return "card-" + strconv.Itoa(int(c))
	case n == 0:
		return "trilithon-" + c.trilithon().String()
	case c < firstNight:
		return fmt.Sprintf("day-%02d", n)
	default:
		return fmt.Sprintf("night-%02d", n)
	}
}

// MarshalText writes the card's word.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a card's word; "" is the zero Card.
func (c *Card) UnmarshalText(b []byte) error {
	for i := Card(0); i < afterCards; i++ {
		if i.String() == string(b) {
			*c = i
			return nil
		}
	}
	return fmt.Errorf("there is no card %q", b)
}

func (c Card) term() engine.Term { return engine.Term(c.String()) }

// Number returns the field a number card is for, 0 for a trilithon card.
func (c Card) Number() uint8 {
	if c == 0 || c >= afterCards || c.index() >= Fields {
		return 0
	}
	return c.index() + 1
}

// Color returns the color of a number card, 0 for a trilithon card.
func (c Card) Color() Color {
	if n := c.Number(); n != 0 {
		return fieldColor(n)
	}
	return 0
}

// Faction returns the side whose card it is.
func (c Card) Faction() Faction {
	if c < firstNight {
		return Pro
	}
	return Contra
}

// index returns the card's place in its deck, from 0.
func (c Card) index() uint8 { return uint8(c-1) % deckCards }

// trilithon returns the color that tells the two trilithon cards of a deck apart.
func (c Card) trilithon() Color {
	return [...]Color{White, Yellow, Red, Blue}[2*c.Faction().index()+int(c.index()-Fields)]
}

// A deckSet is a set of cards of one faction, one bit each.
type deckSet uint32

func only(c Card) deckSet              { return 1 << c.index() }
func (d deckSet) contains(c Card) bool { return d&only(c) != 0 }
func (d deckSet) size() uint8          { return uint8(bits.OnesCount32(uint32(d))) }
func (d deckSet) first() uint8         { return uint8(bits.TrailingZeros32(uint32(d))) }

// of lists the cards in the set, as cards of faction f.
func (d deckSet) of(f Faction) []Card {
	all := make([]Card, 0, d.size())
	for ; d != 0; d &= d - 1 {
		all = append(all, Card(d.first())+firstPro+Card(f.index())*deckCards)
	}
	return all
}

// The sets of cards that go together: the number cards of each color, and the trilithons.
var (
	ofColor    = numberCards()
	trilithons = deckSet(3) << Fields
)

func numberCards() (sets [allColors + 1]deckSet) {
	for n := uint8(1); n <= Fields; n++ {
		sets[fieldColor(n)] |= 1 << (n - 1)
	}
	return sets
}
