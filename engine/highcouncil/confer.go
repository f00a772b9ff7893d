package highcouncil

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Conferring: the partners exchange cards.

func (s *State) hasPartner() refusal {
	if s.partner(s.turn) < 0 {
		return refuse("%s has no partner", seatWord(s.turn))
	}
	return allowed
}

// gives allows a card to be given face down; it is named only if the cards are dealt by the Table.
func (s *State) gives(i int8, card Card) refusal {
	switch {
	case !s.seating.dealt && card != 0:
		return refuse("the card is given face down: do not name it")
	case s.seating.dealt && card == 0:
		return refuse("name the card to give")
	case s.seating.dealt && (card.Faction() != s.side(i) || !s.maybe(i).contains(card)):
		return refuse("%s cannot have %s in hand", seatWord(i), card.word())
	}
	return allowed
}

// returning allows the partner of the seat that confers to give a card back.
func (s *State) returning(i int8) refusal {
	switch {
	case s.asked < 0:
		return refuse("nobody confers")
	case s.asked != i:
		return refuse("it is %s that gives a card back", seatWord(s.asked))
	}
	return allowed
}

// confers lists the ways to confer: with a card without a name, or with each card that gives
// allows.
func (s *State) confers(all []engine.Command) []engine.Command {
	if !cmp.Or(s.hasPartner(), s.nothingOpen()).Allowed() {
		return all
	}
	if !s.seating.dealt {
		return append(all, Confer{Seat: s.seat(s.turn)})
	}
	for d := s.maybe(s.turn); d != 0; d &= d - 1 {
		all = append(all, s.commands().confers[d.first()])
	}
	return all
}

// returns lists the ways to give a card back, as confers does.
func (s *State) returns(all []engine.Command) []engine.Command {
	if !s.returning(s.asked).Allowed() {
		return all
	}
	if !s.seating.dealt {
		return append(all, Return{Seat: s.seat(s.asked)})
	}
	for d := s.maybe(s.asked); d != 0; d &= d - 1 {
		all = append(all, s.seating.commands[s.asked].returns[d.first()])
	}
	return all
}

// Confer gives the partner a card face down. The card is named only if the hands are dealt.
type Confer struct {
	Seat engine.Seat
	Card Card `word:"optional"`
}

func (c Confer) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Confer) Private() {}

// Aims returns the card; none if it is given without a name.
func (c Confer) Aims() []string { return cardAims(c.Card) }

func (c Confer) Check(s *State) refusal {
	return cmp.Or(s.hasAction(s.find(c.Seat)), s.hasPartner(), s.nothingOpen(), s.gives(s.turn, c.Card))
}

func (c Confer) Play(r *resolution) { emit(r, Gave{c.Seat, r.seat(r.partner(r.turn)), c.Card}) }

func (c Confer) Tell() engine.Text {
	if c.Card != 0 {
		return engine.Say("Confer: give %s", c.Card.term())
	}
	return engine.Say("Confer: give a card face down")
}

func (c Confer) Effect(*State) engine.Effect {
	if c.Card == 0 {
		return rule.Asks(engine.Say("Confer"), "Give your partner a card?")
	}
	return rule.Asks(engine.Say("Confer"), "Give your partner %s?", c.Card.term())
}

// Return gives a card back to the partner who confers.
type Return struct {
	Seat engine.Seat
	Card Card `word:"optional"`
}

func (c Return) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Return) Private() {}

// Aims returns the card; none if it is given without a name.
func (c Return) Aims() []string { return cardAims(c.Card) }

func (c Return) Check(s *State) refusal {
	if no := s.returning(s.find(c.Seat)); !no.Allowed() {
		return no
	}
	return s.gives(s.asked, c.Card)
}

func (c Return) Play(r *resolution) {
	emit(r, Gave{c.Seat, r.seat(r.turn), c.Card})
	emit(r, Conferred{r.seat(r.turn)})
	r.rest()
}

func (c Return) Tell() engine.Text {
	if c.Card != 0 {
		return engine.Say("Give %s back", c.Card.term())
	}
	return engine.Say("A card was given back face down")
}

func (c Return) Effect(*State) engine.Effect {
	if c.Card == 0 {
		return rule.Asks(engine.Say("Give back"), "Give a card back?")
	}
	return rule.Asks(engine.Say("Give back"), "Give %s back?", c.Card.term())
}

// Gave is a card given to the partner. Only the two of them know which.
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

// MarshalJSON returns an error: the card may be hidden.
func (Gave) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals implements engine.Reveal: the partner has seen the card.
func (Gave) Reveals() {}

func (e Gave) Apply(s *State) {
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

func (e Gave) Tell() engine.Text {
	if e.Card != 0 {
		return engine.Say("%s gives %s to %s", e.Seat, e.Card.term(), e.To)
	}
	return engine.Say("%s gives a card to %s", e.Seat, e.To)
}

// Conferred ends the action.
type Conferred struct{ Seat engine.Seat }

func (Conferred) Apply(s *State)      { s.acted = true }
func (e Conferred) Tell() engine.Text { return engine.Say("%s confers", e.Seat) }

func (Conferred) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("The partner gives a card back, perhaps the same."), Source: sourceConfer}
}
