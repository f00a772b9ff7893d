package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// Information edge brings an AI card from the display and a light bonus card.

// takes lists what Information edge may take.
func (s *State) takes(all []engine.Command, say *seatCommands) []engine.Command {
	for n, c := range say.take {
		if s.isFree(firstAI + Item(n)).Allowed() {
			all = append(all, c)
		}
	}
	if s.full && s.displayed() {
		return all
	}
	return append(all, say.pass)
}

// edgeBonus deals the light bonus card of Information edge, which ends that card.
func (r *resolution) edgeBonus(seat engine.Seat) {
	if r.bonusLeft() {
		emit(r, Owed{seat})
	}
	r.proceed()
}

// Take takes an AI card for free (Information edge).
type Take struct {
	Seat engine.Seat
	Card Item
}

func (c Take) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Take) Aims() []string { return []string{c.Card.cardAim()} }

// Check allows the AI card of Information edge; Casares may take any card (ruling casares).
func (c Take) Check(s *State) refusal {
	switch {
	case s.due.who < 0 || s.due.what != InformationEdge:
		return refuse("AI cards are bought in phase 1")
	case s.players[s.due.who].seat != c.Seat:
		return s.refuseDue()
	case !c.Card.isAI():
		return refuse("%s is not an AI card", c.Card.word())
	}
	return s.isFree(c.Card)
}

func (c Take) Play(r *resolution) {
	emit(r, Took(c))
	if !r.full {
		r.endDue()
		return
	}
	r.edgeBonus(c.Seat)
}

func (c Take) Tell() engine.Text {
	return engine.Say("Take %s", c.Card.term())
}

func (c Take) Effect(s *State) engine.Effect {
	return rule.Asks(engine.Say("Take it"), "Take %s?", s.quoted(c.Card))
}

// Took is an AI card taken for free.
type Took struct {
	Seat engine.Seat
	Card Item
}

func (e Took) Apply(s *State) {
	s.player(e.Seat).add(e.Card)
	s.unshelve(e.Card)
	s.inPlay.over = true
}

func (e Took) Tell() engine.Text {
	return engine.Say("%s takes %s", e.Seat, e.Card.term())
}
