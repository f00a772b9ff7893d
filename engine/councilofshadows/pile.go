package councilofshadows

import (
	"fmt"
	"math/bits"

	"arbiter/engine"
)

// A pile is a stack of face-down cards or tiles: above, in an unknown order, and below them those
// that were put under the pile, in the order in which that was done. Cards are numbered within
// their kind, from 0 to 31. A pile is shuffled only where the rulebook says so.
type pile struct {
	above    uint32           // those that may lie above, one bit each
	nameless int8             // how many of above have left unseen
	under    [pileUnder]uint8 // number + 1, the top one first; 0 if unknown
	beneath  uint8            // length of under
	aside    uint32           // those laid aside, which are reshuffled when nothing else is left
	shuffles uint8            // how many times that was done
}

// pileUnder is the most cards that can be under a pile: all light bonus cards, and a dark one for
// each seat. Other piles that take cards back are smaller.
const pileUnder = lightCards + 4

func newPile(set uint32) pile { return pile{above: set} }

// upper returns how many cards lie above those that were put under the pile.
func (p *pile) upper() int { return max(bits.OnesCount32(p.above)-int(p.nameless), 0) }

// size returns how many cards are in the pile, without those laid aside.
func (p *pile) size() int { return p.upper() + int(p.beneath) }

// next returns the cards that may come now: any of those above or, when they are used up, the first
// that was put under the pile (any that may lie above, if that one is unknown), or else those laid
// aside.
func (p *pile) next() uint32 {
	switch {
	case p.upper() > 0, p.bottomNameless():
		return p.above
	case p.beneath > 0:
		return 1 << (p.under[0] - 1)
	}
	return p.aside
}

// bottomNameless reports whether the next card is one that was put under the pile unseen.
func (p *pile) bottomNameless() bool { return p.upper() == 0 && p.beneath > 0 && p.under[0] == 0 }

// known returns the known cards under the pile.
func (p *pile) known() (set uint32) {
	for _, n := range p.under[:p.beneath] {
		if n > 0 {
			set |= 1 << (n - 1)
		}
	}
	return set
}

// take takes number n out of the pile.
func (p *pile) take(n uint8) {
	bit := uint32(1) << n
	switch {
	case p.above&bit != 0 && p.upper() > 0:
		p.above &^= bit
	case p.known()&bit != 0:
		p.remove(n + 1)
	case p.above&bit != 0: // it was put under the pile unseen
		p.above &^= bit
		p.nameless--
		p.remove(0)
	case p.aside&bit != 0:
		p.above, p.aside = p.aside&^bit, 0
		p.shuffles++
	default: // a card of another pile, put under this one unseen
		p.remove(0)
	}
}

// takeNameless takes the next card unseen.
func (p *pile) takeNameless() {
	switch {
	case p.upper() > 0:
		p.nameless++
	case p.beneath > 0:
		if n := p.under[0]; n > 0 {
			p.above |= 1 << (n - 1)
			p.nameless++
		}
		p.remove(p.under[0])
	}
}

// put puts number n under the pile.
func (p *pile) put(n uint8) { p.append(n + 1) }

// putNameless puts a card under the pile unseen.
func (p *pile) putNameless() { p.append(0) }

func (p *pile) append(n uint8) {
	if p.beneath < pileUnder {
		p.under[p.beneath] = n
		p.beneath++
	}
}

func (p *pile) remove(n uint8) {
	for i, m := range p.under[:p.beneath] {
		if m == n {
			copy(p.under[i:], p.under[i+1:p.beneath])
			p.beneath--
			p.under[p.beneath] = 0
			return
		}
	}
}

// lay lays number n aside.
func (p *pile) lay(n uint8) {
	p.above &^= 1 << n
	p.aside |= 1 << n
}

// shuffle returns the cards of the set that were laid aside to the pile.
func (p *pile) shuffle(set uint32) {
	p.above |= p.aside & set
	p.aside &^= set
	p.shuffles++
}

// of returns the part of the pile that belongs to the set.
func (p *pile) of(set uint32) pile { return pile{above: p.above & set, aside: p.aside & set} }

// drawn implements engine.Game.Drawn. AI cards and the Automa's cards are reshuffled when they are
// used up; the Automa's piles share one count of shuffles.
func drawn(state engine.State, c engine.Command) (pile, thing string) {
	s, ok := state.(*State)
	if !ok {
		return "", ""
	}
	switch c := c.(type) {
	case Draw:
		return fmt.Sprintf("tiles-%d", s.table.pile), c.Tile.String()
	case Refill:
		again := s.table.cards.shuffles
		if s.table.cards.above == 0 {
			again++ // with this card
		}
		return fmt.Sprintf("ai-cards-%d", again), c.Card.String()
	case Deal:
		if s.phase == PhaseSetup {
			return "dark-bonus-cards", c.Card.String()
		}
		return "light-bonus-cards", c.Card.String()
	case Remove:
		return s.due.what.String(), c.First.String() + "+" + c.Second.String()
	case Open:
		again := s.automa.cards.shuffles
		if s.wasOpened(c.Card) {
			again++ // with this card
		}
		return fmt.Sprintf("automa-%d-%d", s.pileLevel(), again), c.Card.String()
	}
	return "", ""
}

// automaPile returns the pile from which the Automa draws, with its opened cards aside. A card of
// unknown pile may be in any of them, unless the other piles need it: each has at least one card.
func (s *State) automaPile() pile {
	var piles [4]uint32 // 0: cards of unknown pile
	for card := firstAutoma; card < afterAutoma; card++ {
		if c := s.facts.card(card); !c.advanced || s.modules.advanced {
			piles[c.pile] |= 1 << (card - firstAutoma)
		}
	}
	own, needed := s.pileLevel()+1, 0
	for n, set := range piles {
		if n > 0 && n != int(own) && set == 0 {
			needed++
		}
	}
	set := piles[own]
	if bits.OnesCount32(piles[0]) > needed {
		set |= piles[0]
	}
	return s.automa.cards.of(set)
}

func (s *State) wasOpened(card Item) bool { return s.automa.cards.aside&(1<<(card-firstAutoma)) != 0 }

// pileBits returns the cards of a pile, one bit each.
func (s *State) pileBits(level uint8) (bits uint32) {
	for card := firstAutoma; card < afterAutoma; card++ {
		if s.facts.card(card).pile == level+1 {
			bits |= 1 << (card - firstAutoma)
		}
	}
	return bits
}
