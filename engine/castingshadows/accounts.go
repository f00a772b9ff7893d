package castingshadows

import "arbiter/engine"

// The accounts: hit points, energy and action points as they came and went.

// books tells how the numbers on the tracks of a seat came about.
func books(start engine.State, events []engine.Event, seat engine.Seat) []engine.Account {
	began := of(start)
	if began == nil || began.find(seat) < 0 {
		return nil
	}
	s, i := *began, began.find(seat)
	all := []engine.Account{
		{Name: "health", Title: engine.Say("Hit points")},
		{Name: "energy", Title: engine.Say("Shadow energy")},
		{Name: "actions", Title: engine.Say("Actions")},
	}
	for n, had := range s.numbers(i) {
		if had != 0 {
			all[n].Add(engine.Posting{N: had, What: engine.Say("At the start"), Reason: engine.Reason{Source: sourceSetup}})
		}
	}
	for _, e := range events {
		was, before := s.numbers(i), s
		s.apply(e)
		for n, is := range s.numbers(i) {
			if is != was[n] {
				all[n].Add(engine.Posting{N: is - was[n], What: tell(e), When: engine.Say("Turn %d", int(s.turns)), Reason: before.ruleOf(e)})
			}
		}
	}
	return all
}

// numbers are those on the tracks of a seat.
func (s *State) numbers(i int8) [3]int {
	p := &s.players[i]
	return [3]int{int(p.health), int(p.energy), s.pointsOf(i)}
}

// ruleOf is why an event happens, without its sum: that may be about another number.
func (s *State) ruleOf(e engine.Event) engine.Reason {
	r := s.whyOf(e)
	r.Addends = nil
	return r
}
