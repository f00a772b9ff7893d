package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// The accounts: hit points, energy and action points as they came and went.

// accounts shows how the numbers on a seat's tracks came about.
func (s *State) accounts(events []engine.Event, seat engine.Seat) []engine.Account {
	i := s.Find(seat)
	if i < 0 {
		return nil
	}
	s = new(*s)
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
		was, before := s.numbers(i), *s
		s.accept(e)
		for n, is := range s.numbers(i) {
			if is != was[n] {
				all[n].Add(engine.Posting{N: is - was[n], What: rule.Tell(e), When: engine.Say("Turn %d", int(s.Turns)), Reason: before.ruleOf(e)})
			}
		}
	}
	return all
}

// numbers returns the numbers on a seat's tracks.
func (s *State) numbers(i int8) [3]int {
	p := &s.Players[i]
	return [3]int{int(p.Health), int(p.Energy), s.pointsOf(i)}
}

// ruleOf returns why an event happens, without the sum, which may be about another number.
func (s *State) ruleOf(e engine.Event) engine.Reason {
	r := s.Why(e)
	r.Addends = nil
	return r
}
