package highcouncil

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Pondering exchanges the hand.

func (s *State) ponders(all []engine.Command) []engine.Command {
	if s.nothingOpen().Allowed() {
		all = append(all, s.commands().ponder)
	}
	return all
}

// Ponder puts the whole hand away and draws a new one.
type Ponder struct{ Seat engine.Seat }

func (c Ponder) By() engine.Seat { return c.Seat }

func (c Ponder) Check(s *State) refusal {
	return cmp.Or(s.hasAction(s.find(c.Seat)), s.nothingOpen())
}

func (c Ponder) Play(r *resolution) {
	emit(r, Pondered(c))
	r.draw()
}

func (c Ponder) Tell() engine.Text {
	return engine.Say("Ponder: put the hand away and draw a new one")
}

func (Ponder) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Ponder"), "Change your whole hand?")
}

// Pondered ends the action: the hand was put away face down.
type Pondered struct{ Seat engine.Seat }

func (e Pondered) Apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		d, p := s.deck(s.side(i)), &s.players[i]
		d.known |= p.known
		d.played += p.hand
		p.hand, p.known = 0, 0
	}
	s.acted = true
}

func (e Pondered) Tell() engine.Text { return engine.Say("%s ponders", e.Seat) }

func (Pondered) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingHidden, Source: sourcePonder}
}
