package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// PROTECT: remove one cursed crystal from the pool.

func (s *State) isCursed() refusal {
	if s.pool(s.Turn)[printed.CursedCrystal] == 0 {
		return refuse("there is no cursed crystal in the pool")
	}
	return allowed
}

// Protect removes a cursed crystal.
type Protect struct{ Seat engine.Seat }

func (c Protect) By() engine.Seat { return c.Seat }

// Aims returns the cursed crystal.
func (c Protect) Aims() []string { return []string{engine.ThingAim(printed.CursedCrystal.Term())} }

func (c Protect) Check(s *State) refusal {
	return cmp.Or(s.keepsAll(), s.mayAct(s.Find(c.Seat)), s.isCursed())
}

func (c Protect) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	emit(r, Cleansed{Seat: c.Seat, N: 1})
}

func (c Protect) Tell() engine.Text { return engine.Say("Protect: remove a cursed crystal") }
func (Protect) Verb() engine.Text   { return engine.Say("Protect") }
