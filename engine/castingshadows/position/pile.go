package position

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// A TrapSet is a set of counterspells, a bit for each.
type TrapSet uint16

// AllTraps are all counterspells.
const AllTraps TrapSet = 1<<printed.CounterspellCards - 1

const firstTrap = printed.Card(printed.MainCards + 1)

// FirstMate is the first companion; the others follow.
const FirstMate = firstTrap + printed.CounterspellCards

// Trap is the set of one counterspell, the empty one if the card is none.
func Trap(c printed.Card) TrapSet {
	if c < firstTrap || c >= FirstMate {
		return 0
	}
	return 1 << (c - firstTrap)
}

// Size is how many are in the set.
func (t TrapSet) Size() int { return bits.OnesCount16(uint16(t)) }

// First is the one with the least number.
func (t TrapSet) First() printed.Card {
	return firstTrap + printed.Card(bits.TrailingZeros16(uint16(t)))
}

// Has reports whether a card is in the set.
func (t TrapSet) Has(c printed.Card) bool { return Trap(c)&t != 0 }

// A TrapPile is the pile of counterspells: shuffled ones, and below them those that went
// back, the first on top.
type TrapPile struct {
	Left   uint8
	Under  [printed.CounterspellCards]printed.Card // 0: one that nobody saw
	Put    uint8                                   // how many went back
	Buried TrapSet                                 // those that nobody saw, as far as they are known
}

// Number is how many cards lie in the pile.
func (t *TrapPile) Number() uint8 { return t.Left + t.Put }

// Take takes the top card; c is 0 for who does not know it.
func (t *TrapPile) Take(c printed.Card) {
	switch {
	case t.Left > 0:
		t.Left--
	case t.Put > 0:
		copy(t.Under[:], t.Under[1:])
		t.Put--
		t.Under[t.Put] = 0
	}
	t.Buried &^= Trap(c)
}

// back puts a card under the pile; 0 for one that nobody saw.
func (t *TrapPile) back(c printed.Card) {
	if int(t.Put) < len(t.Under) {
		t.Under[t.Put] = c
		t.Put++
	}
}

// Top are the counterspells of which one may lie on top.
func (s *State) Top() TrapSet {
	t := &s.Traps
	if t.Left == 0 && t.Put > 0 && t.Under[0] != 0 {
		return Trap(t.Under[0])
	}
	if t.Left == 0 && t.Put > 0 && t.Buried != 0 {
		return t.Buried
	}
	all := AllTraps &^ t.Buried &^ s.TurnedUp()
	for i := range s.Count() {
		all &^= s.Players[i].Traps
	}
	for _, c := range t.Under[:t.Put] {
		all &^= Trap(c)
	}
	return all
}

// TurnedUp are the counterspells that lie open at this moment.
func (s *State) TurnedUp() (all TrapSet) {
	for i := range s.Depth {
		f := &s.Stack[i]
		all |= Trap(f.Card)
		for _, c := range f.Turned {
			all |= Trap(c)
		}
	}
	return all
}

// MayHold are the counterspells that may lie face down before a seat, by what the seat
// knows: what lies face down elsewhere tells it nothing.
func (s *State) MayHold(i int8) TrapSet {
	p := &s.Players[i]
	if p.Traps.Size() >= int(p.Down) {
		return p.Traps
	}
	all := AllTraps &^ s.TurnedUp()
	for _, c := range s.Traps.Under[:s.Traps.Put] {
		all &^= Trap(c)
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
	if s.Traps.Number() == 1 {
		return engine.Reason{Rule: rulingTrapEmpty, Source: SourceRuling}
	}
	return engine.Reason{Source: SourceTrap}
}

// Mate is the bit of a companion, 0 if the card is none.
func Mate(c printed.Card) uint16 {
	if c < FirstMate || c >= FirstMate+printed.CompanionCards {
		return 0
	}
	return 1 << (c - FirstMate)
}

// Draw takes n cards out of the set, each as likely as the others.
func (t *TrapSet) Draw(n int, d engine.Dice) (drawn TrapSet) {
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
