package highcouncil

import "arbiter/engine"

// Conferring: the partners exchange a card.

// Confer gives the partner a card face down. The card is named only if the
// hands are dealt.
type Confer struct {
	Seat engine.Seat
	Card Card `word:"optional"`
}

func (c Confer) By() engine.Seat { return c.Seat }

func (c Confer) check(s *State) error {
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

func (c Confer) play(r *resolution) {
	emit(r, Gave{c.Seat, r.seat(r.partner(r.turn)), c.Card})
}

func (c Confer) tell() engine.Text {
	if c.Card != 0 {
		return engine.Say("Confer: give %s", c.Card.term())
	}
	return engine.Say("Confer: give a card face down")
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

// Return gives a card back to the partner who confers.
type Return struct {
	Seat engine.Seat
	Card Card `word:"optional"`
}

func (c Return) By() engine.Seat { return c.Seat }

func (c Return) check(s *State) error {
	switch {
	case s.asked < 0:
		return engine.Refuse("nobody confers")
	case s.seat(s.asked) != c.Seat:
		return engine.Refuse("it is %s that gives a card back", s.seat(s.asked))
	}
	return s.checkGiven(s.asked, c.Card)
}

func (c Return) play(r *resolution) {
	emit(r, Gave{c.Seat, r.seat(r.turn), c.Card})
	emit(r, Conferred{r.seat(r.turn)})
	r.rest()
}

func (c Return) tell() engine.Text {
	if c.Card != 0 {
		return engine.Say("Give %s back", c.Card.term())
	}
	return engine.Say("A card was given back face down")
}

// Gave is a card given to the partner. The two of them know which.
type Gave struct {
	Seat engine.Seat
	To   engine.Seat
	Card Card `word:"optional"`
}

// Cover hides which card was given from everybody but the partners.
func (e Gave) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat && seat != e.To {
		e.Card = 0
	}
	return e
}

// MarshalJSON is an error: the card may be hidden.
func (Gave) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals tells that the partner has seen the card.
func (Gave) Reveals() {}

func (e Gave) apply(s *State) {
	from, to := s.player(e.Seat), s.player(e.To)
	if from.hand == 0 {
		return
	}
	from.drop(e.Card)
	to.take(e.Card)
	if s.asked >= 0 {
		s.asked = -1
		return
	}
	s.asked = s.find(e.To)
}

func (e Gave) tell() engine.Text {
	if e.Card != 0 {
		return engine.Say("%s gives %s to %s", e.Seat, e.Card.term(), e.To)
	}
	return engine.Say("%s gives a card to %s", e.Seat, e.To)
}

// Conferred ends the action.
type Conferred struct{ Seat engine.Seat }

func (Conferred) apply(s *State) {
	s.acted = true
}

func (e Conferred) tell() engine.Text {
	return engine.Say("%s has conferred", e.Seat)
}

func (Conferred) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("The partner gives a card back, perhaps the same."), Source: sourceConfer}
}
