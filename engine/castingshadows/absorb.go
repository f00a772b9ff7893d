package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// Phase 3: fragments in the pool become shadow energy.

// absorbable allows any number of the fragments in the pool, up to the limit (ruling absorb-part).
func (s *State) absorbable(n uint8) refusal {
	p := s.active()
	switch {
	case s.Stage != absorbing:
		return refuse("shadow energy is absorbed in phase 3")
	case n == 0 || !s.Seating.Tracks && n > s.pool(s.Turn)[printed.Fragment]:
		return refuse("so many shadow fragments are not in the pool: %d", rule.Number(n))
	case n > p.limit()-p.Energy:
		return refuse("no more than %d shadow energy can be kept", rule.Number(p.limit()))
	}
	return allowed
}

func (s *State) absorptions(all []engine.Command) []engine.Command {
	for n := uint8(1); s.absorbable(n).Allowed(); n++ {
		all = append(all, rule.Listed(Absorb{s.seat(s.Turn), n}, uint64(s.Turn)<<8^uint64(n)))
	}
	return all
}

// Absorb turns N fragments of the pool into as many points of energy.
type Absorb struct {
	Seat engine.Seat
	N    uint8
}

func (c Absorb) By() engine.Seat { return c.Seat }

func (c Absorb) Check(s *State) refusal {
	return cmp.Or(s.acts(s.Find(c.Seat)), s.absorbable(c.N))
}

func (c Absorb) Play(r *resolution) {
	emit(r, Absorbed(c))
	r.happens(r.Turn, printed.OnAbsorb)
}

func (c Absorb) Tell() engine.Text {
	return engine.Say("Absorb {one shadow fragment|%d shadow fragments}", int(c.N))
}

func (Absorb) Verb() engine.Text { return engine.Say("Absorb") }

// Absorbed says that N fragments became as many points of energy.
type Absorbed struct {
	Seat engine.Seat
	N    uint8
}

func (e Absorbed) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	if !s.Seating.Tracks {
		var p printed.Pool
		p[printed.Fragment] = e.N
		s.spend(i, p)
	}
	s.Players[i].Energy += e.N
}

func (e Absorbed) Tell() engine.Text {
	return engine.Say("%[1]s absorbs {one shadow fragment|%[2]d shadow fragments}", e.Seat, int(e.N))
}

func (Absorbed) Why(s *State) engine.Reason {
	if s.active().Shadow && s.Turn >= 0 {
		return engine.Reason{Rule: rulingRest, Source: sourceRuling}
	}
	return engine.Reason{Rule: rulingPart, Source: sourceAbsorb}
}
