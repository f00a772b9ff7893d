package highcouncil

import "arbiter/engine"

// Cards are laid open on the table before they are used.

// Play lays a card from the hand open on the table, to be used next. Cards of
// one color and black ones may lie there together.
type Play struct {
	Seat engine.Seat
	Card Card
}

func (c Play) By() engine.Seat { return c.Seat }

// check: cards of one color, black ones among them, are played together; a
// trilithon card is played alone.
func (c Play) check(s *State) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	side := s.side(s.turn)
	switch {
	case c.Card == 0 || c.Card.Faction() != side:
		return engine.Refuse("%s plays with the cards of %s", c.Seat, side.term())
	case !s.maybe(s.turn).contains(c.Card):
		return engine.Refuse("%s cannot have %s in hand", c.Seat, c.Card.term())
	case !s.fitting().contains(c.Card):
		return engine.Refuse("%s does not go with the cards that lie open", c.Card.term())
	}
	return nil
}

func (c Play) play(r *resolution) {
	emit(r, Played(c))
}

func (c Play) tell() engine.Text {
	return engine.Say("Play %s", c.Card.term())
}

// fitting returns the cards that may lie beside the open ones.
func (s *State) fitting() deckSet {
	color := Black
	for _, c := range s.opened() {
		if c.color() == 0 {
			return 0
		}
		if c.color() != Black {
			color = c.color()
		}
	}
	switch {
	case s.open[0] == 0:
		return ^deckSet(0)
	case color == Black:
		return ^trilithons
	}
	return ofColor[color] | ofColor[Black]
}

// Played is a card laid open.
type Played struct {
	Seat engine.Seat
	Card Card
}

// Reveals tells that everybody has seen the card.
func (Played) Reveals() {}

func (e Played) apply(s *State) {
	n := len(s.opened())
	if p := s.player(e.Seat); n < len(s.open) && p.hand > 0 && e.Card != 0 {
		p.drop(e.Card)
		s.open[n] = e.Card
	}
}

func (e Played) tell() engine.Text {
	return engine.Say("%s plays %s", e.Seat, e.Card.term())
}

// TakeBack takes a played card that was not used back into the hand.
type TakeBack struct {
	Seat engine.Seat
	From Spot
	Card Card
}

func (c TakeBack) By() engine.Seat { return c.Seat }

func (c TakeBack) check(s *State) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	switch {
	case c.Card == 0 || c.Card.Faction() != s.side(s.turn) || !s.openSet().contains(c.Card):
		return engine.Refuse("%s does not lie open", c.Card.term())
	case s.owed > 0:
		return engine.Refuse("%s has brought an argument already; take the other one", c.Card.term())
	}
	return nil
}

func (c TakeBack) play(r *resolution) {
	emit(r, TookBack{c.Seat, c.Card})
}

func (c TakeBack) tell() engine.Text {
	return engine.Say("Take %s back", c.Card.term())
}

// TookBack is a played card that went back into the hand.
type TookBack struct {
	Seat engine.Seat
	Card Card
}

func (e TookBack) apply(s *State) {
	kept := [handCards]Card{}
	n := 0
	for _, c := range s.opened() {
		if c == e.Card {
			s.player(e.Seat).take(c)
			continue
		}
		kept[n] = c
		n++
	}
	s.open = kept
}

func (e TookBack) tell() engine.Text {
	return engine.Say("%s takes %s back", e.Seat, e.Card.term())
}
