package councilofshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// When every seat has said that it is ready, the cards are shown.

// lacks returns the first field that needs a card before the seat can be ready, 0 if there is none.
func (s *State) lacks(p *player) uint8 {
	needed := uint8(1)
	if s.round == 1 {
		needed = p.fields
	}
	for f := uint8(1); f <= needed && p.hand != 0; f++ {
		if p.top(f) == None {
			return f
		}
	}
	return 0
}

// filled requires a card on every field in round 1, filled from the left (ruling slots), and later
// one on the leftmost field (ruling first-field). A seat without cards in hand may be ready all the
// same.
func (s *State) filled(p *player) refusal {
	if field := s.lacks(p); field > 0 {
		return refuse("field %d needs a card", number(field))
	}
	return allowed
}

// Ready ends planning for a seat.
type Ready struct{ Seat engine.Seat }

func (c Ready) By() engine.Seat { return c.Seat }

func (c Ready) Check(s *State) refusal {
	p := s.player(c.Seat)
	return cmp.Or(s.planning(p), s.filled(p))
}

// Play ends planning once every seat is: the cards are shown.
func (c Ready) Play(r *resolution) {
	emit(r, Readied(c))
	for i := range r.seats() {
		if p := &r.players[i]; !p.ready && !p.robot() {
			return
		}
	}
	for _, i := range r.ordered() {
		p := r.players[i]
		for f := uint8(1); f <= p.fields; f++ {
			if top := p.top(f); top != None && p.fresh.has(top) {
				emit(r, Shown{p.seat, f, top})
			}
		}
	}
	emit(r, Phase{PhaseReveal})
	r.reveal()
}

func (Ready) Tell() engine.Text {
	return engine.Say("Ready")
}

func (Ready) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Ready"), "Is your plan final?")
}

// Readied is a seat that has planned.
type Readied struct{ Seat engine.Seat }

func (e Readied) Apply(s *State) {
	s.player(e.Seat).ready = true
}

// Minor implements engine.Minor: each seat has a sign for it.
func (Readied) Minor() bool { return true }

func (e Readied) Tell() engine.Text {
	return engine.Say("%s is ready", e.Seat)
}

// Shown is a card that is now face up.
type Shown struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

// Reveals implements engine.Reveal: everybody has seen the card.
func (Shown) Reveals() {}

func (e Shown) Apply(s *State) {
	s.player(e.Seat).show(e.Field, e.Card)
}

func (e Shown) fits(s *State) bool {
	return e.Field <= mostFields
}

func (e Shown) Tell() engine.Text {
	return engine.Say("%s shows %s on field %d", e.Seat, e.Card.term(), int(e.Field))
}

func (Shown) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("When everybody is ready, the planned cards are shown; only the top card of a field counts."), Source: sourcePlan}
}
