package councilofshadows

import (
	"math/bits"
	"slices"

	"arbiter/engine"
)

// The display of AI cards (rulebook, phase 1).

// gap returns the first empty place on the display, -1 if there is none.
func (s *State) gap() int {
	for n, card := range s.table.market {
		if card == None {
			return n
		}
	}
	return -1
}

// aiDeck returns the AI cards that can be drawn; those laid aside only if there are no others
// (ruling pile-empty).
func (s *State) aiDeck() uint32 { return s.table.cards.next() }

// displayed reports whether there is an AI card on the display.
func (s *State) displayed() bool {
	return slices.ContainsFunc(s.table.market[:], func(i Item) bool { return i != None })
}

// away removes an AI card from the pile; it ignores anything else.
func (s *State) away(card Item) {
	if card.isAI() {
		s.table.cards.take(uint8(card - firstAI))
	}
}

// unshelve takes a card off the display, or out of the pile if people keep the display.
func (s *State) unshelve(card Item) {
	s.away(card)
	for i := range s.table.market {
		if s.table.market[i] == card {
			s.table.market[i] = None
		}
	}
}

func (s *State) refills(all []engine.Command) []engine.Command {
	for left := s.aiDeck(); left != 0; left &= left - 1 {
		all = append(all, s.facts.commands.refill[bits.TrailingZeros32(left)])
	}
	return all
}

// Refill puts the next AI card into the first gap on the display.
type Refill struct {
	Seat engine.Seat
	Card Item
}

func (c Refill) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Refill) Aims() []string { return []string{c.Card.thingAim()} }

func (c Refill) Check(s *State) refusal {
	switch {
	case c.Seat != engine.Table:
		return refuse("the table fills the display, not %s", wordBy)
	case s.pending() != needsRefill:
		return refuse("the display has no gap to fill now")
	case !c.Card.isAI() || s.aiDeck()&(1<<(c.Card-firstAI)) == 0:
		return refuse("%s is not in the pile of AI cards", c.Card.word())
	}
	return allowed
}

func (c Refill) Play(r *resolution) {
	emit(r, Refilled{uint8(r.gap()) + 1, c.Card})
	r.proceed()
}

func (Refill) satisfies() pending { return needsRefill }

func (c Refill) Tell() engine.Text {
	return engine.Say("Lay %s on the display", c.Card.term())
}

// Refilled is an AI card put on a place of the display, from 1.
type Refilled struct {
	Place uint8
	Card  Item
}

// Reveals implements engine.Reveal: everybody has seen the card.
func (Refilled) Reveals() {}

func (e Refilled) Apply(s *State) {
	s.away(e.Card)
	s.table.market[e.Place-1] = e.Card
}

func (e Refilled) fits(s *State) bool {
	return e.Place >= 1 && e.Place <= marketPlaces && e.Card.isAI()
}

func (e Refilled) Tell() engine.Text {
	return engine.Say("%s lies on place %d of the display", e.Card.term(), int(e.Place))
}

func (Refilled) Why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingPileEmpty, Source: sourceBuy}
}

// Cleared is an AI card taken off the display and laid aside.
type Cleared struct {
	Place uint8
	Card  Item
}

func (e Cleared) Apply(s *State) {
	s.table.market[e.Place-1] = None
	s.table.cards.lay(uint8(e.Card - firstAI))
}

func (e Cleared) fits(s *State) bool {
	return e.Place >= 1 && e.Place <= marketPlaces && e.Card.isAI()
}

func (e Cleared) Tell() engine.Text {
	return engine.Say("%s leaves place %d of the display", e.Card.term(), int(e.Place))
}

func (Cleared) Why(s *State) engine.Reason {
	return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
}

// Displays are the AI cards on the eight places of the display.
type Displays struct{ One, Two, Three, Four, Five, Six, Seven, Eight Item }

func (e Displays) Apply(s *State) {
	s.table.market = [marketPlaces]Item{e.One, e.Two, e.Three, e.Four, e.Five, e.Six, e.Seven, e.Eight}
	for _, card := range s.table.market {
		s.away(card)
	}
}

func (e Displays) fits(s *State) bool {
	for _, card := range []Item{e.One, e.Two, e.Three, e.Four, e.Five, e.Six, e.Seven, e.Eight} {
		if card != None && !card.isAI() {
			return false
		}
	}
	return true
}

func (e Displays) Tell() engine.Text {
	return engine.Say("The display: %s, %s, %s, %s, %s, %s, %s, %s", e.One.term(), e.Two.term(), e.Three.term(), e.Four.term(),
		e.Five.term(), e.Six.term(), e.Seven.term(), e.Eight.term())
}
