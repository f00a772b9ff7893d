package councilofshadows

import (
	"fmt"

	"arbiter/engine"
)

// drawn is Game.Drawn. AI cards and the Automa's cards are shuffled again when they are
// used up; of the Automa's piles all count.
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
