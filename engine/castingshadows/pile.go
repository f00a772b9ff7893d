package castingshadows

import (
	"math/bits"

	"arbiter/engine/castingshadows/printed"
)

// A trapSet is a set of counterspells, a bit for each.
type trapSet uint16

const allTraps trapSet = 1<<printed.CounterspellCards - 1

const firstTrap = printed.Card(printed.MainCards + 1)

const firstMate = firstTrap + printed.CounterspellCards

func trap(c printed.Card) trapSet {
	if c < firstTrap || c >= firstMate {
		return 0
	}
	return 1 << (c - firstTrap)
}

func (t trapSet) size() int { return bits.OnesCount16(uint16(t)) }
func (t trapSet) first() printed.Card {
	return firstTrap + printed.Card(bits.TrailingZeros16(uint16(t)))
}
func (t trapSet) has(c printed.Card) bool { return trap(c)&t != 0 }

// A trapPile is the pile of counterspells: shuffled ones, and below them those that went
// back, the first on top.
type trapPile struct {
	left   uint8
	under  [printed.CounterspellCards]printed.Card // 0: one that nobody saw
	put    uint8                                   // how many went back
	buried trapSet                                 // those that nobody saw, as far as they are known
}

func (t *trapPile) number() uint8 { return t.left + t.put }

// take takes the top card; c is 0 for who does not know it.
func (t *trapPile) take(c printed.Card) {
	switch {
	case t.left > 0:
		t.left--
	case t.put > 0:
		copy(t.under[:], t.under[1:])
		t.put--
		t.under[t.put] = 0
	}
	t.buried &^= trap(c)
}

// back puts a card under the pile; 0 for one that nobody saw.
func (t *trapPile) back(c printed.Card) {
	if int(t.put) < len(t.under) {
		t.under[t.put] = c
		t.put++
	}
}

// top are the counterspells of which one may lie on top.
func (s *State) top() trapSet {
	t := &s.traps
	if t.left == 0 && t.put > 0 && t.under[0] != 0 {
		return trap(t.under[0])
	}
	if t.left == 0 && t.put > 0 && t.buried != 0 {
		return t.buried
	}
	all := allTraps &^ t.buried &^ s.turnedUp()
	for i := range s.count() {
		all &^= s.players[i].traps
	}
	for _, c := range t.under[:t.put] {
		all &^= trap(c)
	}
	return all
}

// turnedUp are the counterspells that lie open at this moment.
func (s *State) turnedUp() (all trapSet) {
	for i := range s.depth {
		f := &s.stack[i]
		all |= trap(f.card)
		for _, c := range f.turned {
			all |= trap(c)
		}
	}
	return all
}

// mayHold are the counterspells that may lie face down before a seat, by what the seat
// knows: what lies face down elsewhere tells it nothing.
func (s *State) mayHold(i int8) trapSet {
	p := &s.players[i]
	if p.traps.size() >= int(p.down) {
		return p.traps
	}
	all := allTraps &^ s.turnedUp()
	for _, c := range s.traps.under[:s.traps.put] {
		all &^= trap(c)
	}
	return all
}
