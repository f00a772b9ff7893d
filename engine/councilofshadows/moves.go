package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// The commands that search considers: nothing is taken back, and fields are planned from the left.

// Moves lists them in a full state for the acting seat or, while all plan, for each seat that is
// not ready. A seat that began at the right, as people may, has to take cards back first.
func (s *State) Moves() []engine.Command {
	all := s.Legal()
	if len(all) == 0 || all[0].By() == engine.Table {
		return nil
	}
	if s.phase != PhasePlan || s.pending() != needsNothing {
		return all
	}
	forward := slices.DeleteFunc(slices.Clone(all), func(c engine.Command) bool {
		_, back := c.(TakeBack)
		p, plans := c.(Plan)
		return back || plans && !s.fromTheLeft(p)
	})
	if len(forward) == 0 {
		return all
	}
	return forward
}

// fromTheLeft reports whether a card is laid in order from the left: no field that needs a card is
// left out, and the plan never goes back to a field.
func (s *State) fromTheLeft(c Plan) bool {
	p := s.player(c.Seat)
	needs := s.lacks(p)
	return c.Field >= p.lastPlanned() && (needs == 0 || c.Field <= needs)
}

// lastPlanned returns the rightmost field that got a card this round, 0 if none did.
func (p *player) lastPlanned() uint8 {
	for f := p.fields; f > 0; f-- {
		if p.top(f) != None && p.fresh.has(p.top(f)) {
			return f
		}
	}
	return 0
}
