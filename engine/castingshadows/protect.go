package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// PROTECT: one cursed crystal leaves the pool.

func (s *State) isCursed() refusal {
	if s.pool(s.turn)[printed.CursedCrystal] == 0 {
		return refuse("there is no cursed crystal in the pool")
	}
	return allowed
}

// Protect removes a cursed crystal.
type Protect struct{ Seat engine.Seat }

// By is the seat.
func (c Protect) By() engine.Seat { return c.Seat }

// Aims are the cursed crystal.
func (c Protect) Aims() []string { return []string{engine.ThingAim(printed.CursedCrystal.Term())} }

func (c Protect) check(s *State) refusal {
	return cmp.Or(s.keepsAll(), s.mayAct(s.find(c.Seat)), s.isCursed())
}

func (c Protect) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	emit(r, Cleansed{c.Seat, 1})
}

func (c Protect) tell() engine.Text { return engine.Say("Protect: remove a cursed crystal") }

// Cleansed is cursed crystals that leave the pool.
type Cleansed struct {
	Seat engine.Seat
	N    uint8
}

func (e Cleansed) apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		var p printed.Pool
		p[printed.CursedCrystal] = e.N
		s.spend(i, p)
	}
}

func (e Cleansed) tell() engine.Text {
	return engine.Say("%[1]s removes {one cursed crystal|%[2]d cursed crystals}", e.Seat, int(e.N))
}

func (Cleansed) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A cursed crystal that is removed does no damage at the end of the turn."), Source: sourceActions}
}
