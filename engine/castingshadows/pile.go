package castingshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// A counterspellSet is a set of counterspells, a bit for each.
type counterspellSet uint16

// oneCounterspell returns the set of one counterspell; it is empty if the card is not one.
func oneCounterspell(c printed.Card) counterspellSet {
	if c < printed.FirstCounterspell || c >= printed.FirstCompanion {
		return 0
	}
	return 1 << (c - printed.FirstCounterspell)
}

// size returns the number of cards in the set.
func (t counterspellSet) size() int { return bits.OnesCount16(uint16(t)) }

// first returns the card with the lowest number.
func (t counterspellSet) first() printed.Card {
	return printed.FirstCounterspell + printed.Card(bits.TrailingZeros16(uint16(t)))
}

// has reports whether a card is in the set.
func (t counterspellSet) has(c printed.Card) bool { return oneCounterspell(c)&t != 0 }

// A counterspellPile is the pile of counterspells: shuffled ones on top, and below them those that
// were put back, in that order.
type counterspellPile struct {
	Left   uint8
	Under  [printed.FirstCompanion - printed.FirstCounterspell]printed.Card // 0: one that nobody saw
	Put    uint8                                                            // how many went back
	Buried [mostSeats - 1]buried                                            // the cards of Under that nobody saw, by their former owners, from the top
}

// buried are the cards that went under the pile unseen with a character that is out, in any order.
type buried struct {
	Number uint8
	Known  counterspellSet // which of them are known
}

// number returns how many cards are in the pile.
func (t *counterspellPile) number() uint8 { return t.Left + t.Put }

// take takes the top card; c is 0 for an observer who does not know it.
func (t *counterspellPile) take(c printed.Card) {
	switch {
	case t.Left > 0:
		t.Left--
	case t.Put > 0:
		if t.Under[0] == 0 {
			t.dig(c)
		}
		copy(t.Under[:], t.Under[1:])
		t.Put--
		t.Under[t.Put] = 0
	}
}

// dig takes one of the cards that nobody saw. An observer who does not see which one it is can no
// longer tell which ones are left.
func (t *counterspellPile) dig(c printed.Card) {
	top := &t.Buried[0]
	if top.Known &^= oneCounterspell(c); c == 0 {
		top.Known = 0
	}
	if top.Number--; top.Number == 0 {
		copy(t.Buried[:], t.Buried[1:])
		t.Buried[len(t.Buried)-1] = buried{}
	}
}

// bury puts the unseen cards of a character that is out under the pile, below those buried earlier
// or mixed with them.
func (t *counterspellPile) bury(number uint8, known counterspellSet, mixed bool) {
	for range number {
		t.back(0)
	}
	for i := range t.Buried {
		if b := &t.Buried[i]; mixed || b.Number == 0 {
			b.Number += number
			b.Known |= known
			return
		}
	}
}

// buried returns the cards that went under the pile unseen, as far as they are known.
func (t *counterspellPile) buried() (all counterspellSet) {
	for _, b := range t.Buried {
		all |= b.Known
	}
	return all
}

// back puts a card under the pile; 0 for one that nobody saw.
func (t *counterspellPile) back(c printed.Card) {
	if int(t.Put) < len(t.Under) {
		t.Under[t.Put] = c
		t.Put++
	}
}

// top returns the counterspells that may be the top card.
func (s *State) top() counterspellSet {
	t := &s.Counterspells
	open := t.Left == 0 && t.Put > 0 // the top card is one that was put back
	if open && t.Under[0] != 0 {
		return oneCounterspell(t.Under[0])
	}
	if b := t.Buried[0]; open && b.Known.size() >= int(b.Number) {
		return b.Known
	}
	all := s.Seating.Counterspells &^ t.buried() &^ s.turnedUp()
	for i := range s.Count() {
		all &^= s.Players[i].Counterspells
	}
	for _, c := range t.Under[:t.Put] {
		all &^= oneCounterspell(c)
	}
	if open {
		all |= t.Buried[0].Known
	}
	return all
}

// turnedUp returns the counterspells that lie face up at the moment.
func (s *State) turnedUp() (all counterspellSet) {
	for i := range s.Depth {
		f := &s.Stack[i]
		all |= oneCounterspell(f.Card)
		for _, c := range f.Turned {
			all |= oneCounterspell(c)
		}
	}
	return all
}

// mayHold returns the counterspells that may lie face down before a seat, as far as that seat
// knows: cards that lie face down elsewhere are unknown to it.
func (s *State) mayHold(i int8) counterspellSet {
	p := &s.Players[i]
	if p.Counterspells.size() >= int(p.Down) {
		return p.Counterspells
	}
	all := s.Seating.Counterspells &^ s.turnedUp()
	for _, c := range s.Counterspells.Under[:s.Counterspells.Put] {
		all &^= oneCounterspell(c)
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
	if s.Counterspells.number() == 1 {
		return engine.Reason{Rule: rulingTrapEmpty, Source: sourceRuling}
	}
	return engine.Reason{Source: sourceCounterspells}
}

// companionBit returns the bit of a companion, 0 if the card is not one.
func companionBit(c printed.Card) uint16 {
	if c < printed.FirstCompanion || c >= printed.Cards {
		return 0
	}
	return 1 << (c - printed.FirstCompanion)
}

// draw removes n random cards from the set and returns them.
func (t *counterspellSet) draw(n int, d engine.Dice) (drawn counterspellSet) {
	for range min(n, t.size()) {
		left := *t
		for range d.IntN(t.size()) {
			left &= left - 1
		}
		card := left & -left
		*t &^= card
		drawn |= card
	}
	return drawn
}
