package castingshadows

import (
	"fmt"

	"arbiter/engine"
)

// Dealt reports whether the device rolls and deals.
func (s *State) Dealt() bool { return s.seating.dealt }

// Roll is the dice that have to be rolled; the zero Roll if none have.
func (s *State) Roll() engine.Roll {
	if s.needs().kind != needsRoll {
		return engine.Roll{}
	}
	rolled := s.rolling.Dice()
	r := engine.Roll{Name: fmt.Sprint("roll-", s.rolls), Fell: func(sides []int) engine.Command {
		var f Faces
		for i, d := range rolled {
			f[d-1] = d.Faces()[sides[i]]
		}
		return Roll{engine.Table, f}
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
