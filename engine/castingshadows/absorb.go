package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Phase 3: fragments in the pool become shadow energy.

// absorbable: any number of fragments in the pool, up to the limit (ruling absorb-part).
func (s *State) absorbable(n uint8) refusal {
	p := s.active()
	switch {
	case s.stage != Absorbing:
		return refuse("shadow energy is absorbed in phase 3")
	case n == 0 || !s.seating.tracks && n > s.pool(s.turn)[printed.Fragment]:
		return refuse("so many shadow fragments are not in the pool: %d", word(n))
	case n > p.limit()-p.energy:
		return refuse("no more than %d shadow energy can be kept", word(p.limit()))
	}
	return allowed
}

func (s *State) absorptions(all []engine.Command) []engine.Command {
	for n := uint8(1); s.absorbable(n).Allowed(); n++ {
		all = append(all, Absorb{s.seat(s.turn), n})
	}
	return all
}

// Absorb turns fragments into energy.
type Absorb struct {
	Seat engine.Seat
	N    uint8
}

// By is the seat.
func (c Absorb) By() engine.Seat { return c.Seat }

func (c Absorb) check(s *State) refusal { return cmp.Or(s.acts(s.find(c.Seat)), s.absorbable(c.N)) }

func (c Absorb) play(r *resolution) {
	emit(r, Absorbed(c))
	r.happens(r.turn, printed.OnAbsorb)
}

func (c Absorb) tell() engine.Text {
	return engine.Say("Absorb {one shadow fragment|%d shadow fragments}", int(c.N))
}

// Absorbed is fragments that became energy.
type Absorbed struct {
	Seat engine.Seat
	N    uint8
}

func (e Absorbed) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	if !s.seating.tracks {
		var p printed.Pool
		p[printed.Fragment] = e.N
		s.spend(i, p)
	}
	s.players[i].energy += e.N
}

func (e Absorbed) tell() engine.Text {
	return engine.Say("%[1]s absorbs {one shadow fragment|%[2]d shadow fragments}", e.Seat, int(e.N))
}

func (Absorbed) why(s *State) engine.Reason {
	if s.active().shadow && s.turn >= 0 {
		return engine.Reason{Rule: rulingRest, Source: sourceRuling}
	}
	return engine.Reason{Rule: rulingPart, Source: sourceAbsorb}
}
