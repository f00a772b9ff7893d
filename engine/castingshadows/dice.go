package castingshadows

import (
	"fmt"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Dealt reports whether the device rolls and deals.
func (s *State) Dealt() bool { return s.Seating.Dealt }

// Roll returns the dice that have to be rolled; the zero Roll if there are none.
func (s *State) Roll() engine.Roll {
	if s.needs().Kind != needsRoll {
		return engine.Roll{}
	}
	rolled := s.Rolling.Dice()
	r := engine.Roll{Name: fmt.Sprint("roll-", s.Rolls), Fell: func(sides []int) engine.Command {
		return fall(rolled, func(i, _ int) int { return sides[i] })
	}}
	for _, d := range rolled {
		die := engine.Die{Name: d.Term()}
		for _, shows := range d.Faces() {
			die.Sides = append(die.Sides, shows.Term())
		}
		r.Dice = append(r.Dice, die)
	}
	return r
}

// fall returns the roll of the given dice; side(i, n) chooses which of the n faces of die i is up.
func fall(dice []printed.Die, side func(i, sides int) int) Roll {
	var f faces
	for i, d := range dice {
		faces := d.Faces()
		f[d-1] = faces[side(i, len(faces))]
	}
	return Roll{Seat: engine.Table, Faces: f}
}
