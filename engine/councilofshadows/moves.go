package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// Moves are the commands by which search plays: nothing is taken back, and fields are
// planned from the left.

// Moves lists them for the seat that acts, in a full state; while all plan, for each that is
// not ready. Who began at the right, as people may, has to take cards back.
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

// fromTheLeft reports whether a card is laid from the left on: no field that needs one is
// left out, and none is gone back to.
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
