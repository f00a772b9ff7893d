package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Counterspells that were turned up are carried out one after the other.

// countersNext carries out the next counterspell that was turned up, from the seat that
// has the next turn; false if there is none.
func (r *resolution) countersNext(f *frame) bool {
	for i, left := r.after(r.turn), r.count(); left > 0; i, left = r.after(i), left-1 {
		c := f.turned[i]
		if c == 0 {
			continue
		}
		when := r.fitting(f, i, c.Name())
		if !r.facts.Told(c.Name()) {
			when = f.unknown()
		}
		if r.players[i].out || r.players[f.seat].out && !f.landed {
			when = 0
		}
		emit(r, Counters{r.seat(i), c, when})
		return true
	}
	return false
}

// unknown is the trigger of a counterspell that nobody has told.
func (f *frame) unknown() printed.Trigger {
	if f.landed {
		return printed.OnHarmed
	}
	return printed.OnAttacked
}

// Counters is a counterspell that is carried out; without a moment it has become
// pointless (ruling committed).
type Counters struct {
	Seat engine.Seat
	Card printed.Card
	When printed.Trigger `word:"optional"`
}

func (e Counters) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	against := int8(-1)
	if f := s.upper(); f != nil {
		f.turned[i] = 0
		against = f.other(i)
	}
	s.push(frame{kind: doing, seat: i, of: e.Card.Name(), card: e.Card, when: e.When, against: against})
}

func (e Counters) tell() engine.Text {
	if e.When == 0 {
		return engine.Say("%s of %s has become pointless", e.Card.Term(), e.Seat)
	}
	return engine.Say("%s counters with %s", e.Seat, e.Card.Term())
}

func (e Counters) why(*State) engine.Reason {
	switch e.When {
	case 0:
		return engine.Reason{Rule: rulingCommitted, Source: sourceRuling}
	case printed.Always:
		return engine.Reason{Rule: rulingUnknown, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("Of several counterspells that of the seat that has the next turn comes first."), Source: sourceTrap}
}

// Returned is a counterspell that goes under its pile.
type Returned struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Returned) apply(s *State) {
	s.traps.back(e.Card)
	s.pop()
}

func (e Returned) tell() engine.Text {
	return engine.Say("%s goes under its pile (%s)", e.Card.Term(), e.Seat)
}

func (Returned) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A counterspell that was used goes under its pile, not to the discard pile."), Source: sourceTrap}
}
