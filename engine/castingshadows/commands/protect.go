package commands

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
)

// PROTECT: remove one cursed crystal from the pool.

func isCursed(s *position.State) refusal {
	if s.Pool(s.Turn)[printed.CursedCrystal] == 0 {
		return refuse("there is no cursed crystal in the pool")
	}
	return allowed
}

// Protect removes a cursed crystal.
type Protect struct{ Seat engine.Seat }

// By returns the seat.
func (c Protect) By() engine.Seat { return c.Seat }

// Aims returns the cursed crystal.
func (c Protect) Aims() []string { return []string{engine.ThingAim(printed.CursedCrystal.Term())} }

func (c Protect) check(s *position.State) refusal {
	return cmp.Or(keepsAll(s), mayAct(s, s.Find(c.Seat)), isCursed(s))
}

func (c Protect) play(r *position.Resolution) {
	position.Emit(r, position.Acts{Seat: c.Seat, N: -1})
	position.Emit(r, position.Cleansed{Seat: c.Seat, N: 1})
}

func (c Protect) Tell() engine.Text { return engine.Say("Protect: remove a cursed crystal") }
func (Protect) Verb() engine.Text   { return engine.Say("Protect") }
