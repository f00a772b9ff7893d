package highcouncil

import "arbiter/engine"

// Pondering and conferring change the hand.

func (s *State) checkPonder(c Ponder) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	return s.mustBeClear()
}

func (s *State) checkConfer(c Confer) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	if s.partner(s.turn) < 0 {
		return engine.Refuse("%s has no partner", c.Seat)
	}
	if err := s.mustBeClear(); err != nil {
		return err
	}
	return s.checkGiven(s.turn, c.Card)
}

func (s *State) checkReturn(c Return) error {
	switch {
	case s.asked < 0:
		return engine.Refuse("nobody confers")
	case s.seat(s.asked) != c.Seat:
		return engine.Refuse("it is %s that gives a card back", s.seat(s.asked))
	}
	return s.checkGiven(s.asked, c.Card)
}

// checkGiven: cards are given face down. Only dealt cards are named.
func (s *State) checkGiven(i int8, c Card) error {
	switch {
	case !s.seating.dealt && c != 0:
		return engine.Refuse("the card is given face down: do not name it")
	case s.seating.dealt && c == 0:
		return engine.Refuse("name the card to give")
	case s.seating.dealt && (c.Faction() != s.side(i) || !s.maybe(i).contains(c)):
		return engine.Refuse("%s cannot have %s in hand", s.seat(i), c.term())
	}
	return nil
}

func (t *round) confer(c Confer) { t.emit(Gave{c.Seat, t.seat(t.partner(t.turn)), c.Card}) }

func (t *round) giveBack(c Return) {
	t.emit(Gave{c.Seat, t.seat(t.turn), c.Card}, Conferred{t.seat(t.turn)})
	t.rest()
}
