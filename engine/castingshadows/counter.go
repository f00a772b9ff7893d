package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Counterspells that were turned up are carried out one after another.

// countersNext carries out the next counterspell that was turned up, in turn order from the seat
// after the active one; false if there is none.
func (r *resolution) countersNext(f *frame) bool {
	for i, left := r.after(r.Turn), r.Count(); left > 0; i, left = r.after(i), left-1 {
		c := f.Turned[i]
		if c == 0 {
			continue
		}
		when := r.fitting(f, i, c.Name())
		if !r.Facts.Told(c.Name()) {
			when = f.unknown()
		}
		if r.Players[i].Out || r.Players[f.Seat].Out && !f.Landed {
			when = 0
		}
		emit(r, Counters{r.seat(i), c, when})
		return true
	}
	return false
}

// unknown returns the trigger of a counterspell that has not been told to the program.
func (f *frame) unknown() printed.Trigger {
	if f.Landed {
		return printed.OnHarmed
	}
	return printed.OnAttacked
}

// Counters is a counterspell that is carried out. Without a moment it has become pointless (ruling
// committed).
type Counters struct {
	Seat engine.Seat
	Card printed.Card
	When printed.Trigger `word:"optional"`
}

func (e Counters) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	against := int8(-1)
	if f := s.upper(); f != nil {
		f.Turned[i] = 0
		against = f.other(i)
	}
	s.push(frame{Kind: doing, Seat: i, Of: e.Card.Name(), Card: e.Card, When: e.When, Against: against})
}

func (e Counters) Tell() engine.Text {
	if e.When == 0 {
		return engine.Say("%s of %s has become pointless", e.Card.Term(), e.Seat)
	}
	return engine.Say("%s counters with %s", e.Seat, e.Card.Term())
}

func (e Counters) Why(*State) engine.Reason {
	switch e.When {
	case 0:
		return engine.Reason{Rule: rulingCommitted, Source: sourceRuling}
	case printed.Always:
		return engine.Reason{Rule: rulingUnknown, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("Of several counterspells that of the seat that has the next turn comes first."), Source: sourceCounterspells}
}

// Returned is a counterspell that goes under its pile.
type Returned struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Returned) Apply(s *State) {
	s.Counterspells.back(e.Card)
	s.pop()
}

func (e Returned) Tell() engine.Text {
	return engine.Say("%s goes under its pile (%s)", e.Card.Term(), e.Seat)
}

func (Returned) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A counterspell that was used goes under its pile, not to the discard pile."), Source: sourceCounterspells}
}
