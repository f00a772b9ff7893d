package position

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// A CounterspellSet is a set of counterspells, a bit for each.
type CounterspellSet uint16

// AllCounterspells are all counterspells.
const AllCounterspells CounterspellSet = 1<<printed.CounterspellCards - 1

// OneCounterspell returns the set of one counterspell; it is empty if the card is not one.
func OneCounterspell(c printed.Card) CounterspellSet {
	if c < printed.FirstCounterspell || c >= printed.FirstCompanion {
		return 0
	}
	return 1 << (c - printed.FirstCounterspell)
}

// Size returns the number of cards in the set.
func (t CounterspellSet) Size() int { return bits.OnesCount16(uint16(t)) }

// First returns the card with the lowest number.
func (t CounterspellSet) First() printed.Card {
	return printed.FirstCounterspell + printed.Card(bits.TrailingZeros16(uint16(t)))
}

// Has reports whether a card is in the set.
func (t CounterspellSet) Has(c printed.Card) bool { return OneCounterspell(c)&t != 0 }

// A CounterspellPile is the pile of counterspells: shuffled ones on top, and below them those that
// were put back, in that order.
type CounterspellPile struct {
	Left   uint8
	Under  [printed.CounterspellCards]printed.Card // 0: one that nobody saw
	Put    uint8                                   // how many went back
	Buried CounterspellSet                         // those put back unseen, as far as they are known
}

// Number returns how many cards are in the pile.
func (t *CounterspellPile) Number() uint8 { return t.Left + t.Put }

// Take takes the top card; c is 0 for an observer who does not know it.
func (t *CounterspellPile) Take(c printed.Card) {
	switch {
	case t.Left > 0:
		t.Left--
	case t.Put > 0:
		copy(t.Under[:], t.Under[1:])
		t.Put--
		t.Under[t.Put] = 0
	}
	t.Buried &^= OneCounterspell(c)
}

// back puts a card under the pile; 0 for one that nobody saw.
func (t *CounterspellPile) back(c printed.Card) {
	if int(t.Put) < len(t.Under) {
		t.Under[t.Put] = c
		t.Put++
	}
}

// Top returns the counterspells that may be the top card.
func (s *State) Top() CounterspellSet {
	t := &s.Counterspells
	if t.Left == 0 && t.Put > 0 && t.Under[0] != 0 {
		return OneCounterspell(t.Under[0])
	}
	if t.Left == 0 && t.Put > 0 && t.Buried != 0 {
		return t.Buried
	}
	all := AllCounterspells &^ t.Buried &^ s.TurnedUp()
	for i := range s.Count() {
		all &^= s.Players[i].Counterspells
	}
	for _, c := range t.Under[:t.Put] {
		all &^= OneCounterspell(c)
	}
	return all
}

// TurnedUp returns the counterspells that lie face up at the moment.
func (s *State) TurnedUp() (all CounterspellSet) {
	for i := range s.Depth {
		f := &s.Stack[i]
		all |= OneCounterspell(f.Card)
		for _, c := range f.Turned {
			all |= OneCounterspell(c)
		}
	}
	return all
}

// MayHold returns the counterspells that may lie face down before a seat, as far as that seat
// knows: cards that lie face down elsewhere are unknown to it.
func (s *State) MayHold(i int8) CounterspellSet {
	p := &s.Players[i]
	if p.Counterspells.Size() >= int(p.Down) {
		return p.Counterspells
	}
	all := AllCounterspells &^ s.TurnedUp()
	for _, c := range s.Counterspells.Under[:s.Counterspells.Put] {
		all &^= OneCounterspell(c)
	}
	return all
}

// Owed is a counterspell that a seat takes from the pile.
type Owed struct{ Seat engine.Seat }

func (e Owed) Apply(s *State) {
	if i := s.Find(e.Seat); i >= 0 {
		s.Owed[i]++
	}
}

func (e Owed) Tell() engine.Text { return engine.Say("%s takes the top counterspell", e.Seat) }

func (Owed) Why(s *State) engine.Reason {
	if s.Counterspells.Number() == 1 {
		return engine.Reason{Rule: rulingTrapEmpty, Source: SourceRuling}
	}
	return engine.Reason{Source: SourceCounterspells}
}

// CompanionBit returns the bit of a companion, 0 if the card is not one.
func CompanionBit(c printed.Card) uint16 {
	if c < printed.FirstCompanion || c >= printed.FirstCompanion+printed.CompanionCards {
		return 0
	}
	return 1 << (c - printed.FirstCompanion)
}

// Draw removes n random cards from the set and returns them.
func (t *CounterspellSet) Draw(n int, d engine.Dice) (drawn CounterspellSet) {
	for range min(n, t.Size()) {
		left := *t
		for range d.IntN(t.Size()) {
			left &= left - 1
		}
		card := left & -left
		*t &^= card
		drawn |= card
	}
	return drawn
}
