package highcouncil

import (
	"fmt"

	"arbiter/engine"
)

// Drawing cards: from the faction's deck, until every hand has three.

// draw fills the hands. If the Table deals, it waits for it; at a cardboard table
// people draw.
func (t *round) draw() {
	for i := t.short(); i >= 0; i = t.short() {
		if d := t.deck(t.side(i)); d.left == 0 {
			t.emit(Reshuffled{t.side(i)})
		}
		if t.seating.dealt {
			return
		}
		t.emit(Dealt{Seat: t.seat(i)})
	}
	t.rest()
}

func (s *State) checkDeal(c Deal) error {
	switch i := s.short(); {
	case c.Seat != engine.Table:
		return engine.Refuse("only the table deals cards")
	case !s.seating.dealt:
		return engine.Refuse("the cards are drawn by hand at this table")
	case i < 0:
		return engine.Refuse("all hands are full")
	case s.seat(i) != c.To:
		return engine.Refuse("the next card is for %s", s.seat(i))
	case c.Card == 0 || c.Card.Faction() != s.side(i) || !s.drawable(s.side(i)).contains(c.Card):
		return engine.Refuse("%s is not in the deck", c.Card.term())
	}
	return nil
}

// drawn is Game.Drawn: the deck of a faction, and how often it has been shuffled.
func drawn(state engine.State, c engine.Command) (pile, thing string) {
	s, ok := state.(*State)
	d, deals := c.(Deal)
	if !ok || !deals || d.Card == 0 {
		return "", ""
	}
	f := d.Card.Faction()
	return fmt.Sprintf("%s-%d", f, s.deck(f).shuffles), d.Card.String()
}
