package castingshadows

import (
	"fmt"
	"math/bits"

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
	rolling := s.Rolling
	r := engine.Roll{Name: fmt.Sprint("roll-", s.Rolls), Fell: func(sides []int) engine.Command {
		return fall(rolling, func(i, _ int) int { return sides[i] })
	}}
	for _, d := range rolling.Dice() {
		die := engine.Die{Name: d.Term()}
		for _, shows := range d.Faces() {
			die.Sides = append(die.Sides, shows.Term())
		}
		r.Dice = append(r.Dice, die)
	}
	return r
}

// fall returns the roll of a set of dice; side(i, n) chooses which of the n faces of the set's die i
// is up.
func fall(rolling DiceSet, side func(i, sides int) int) Roll {
	var f faces
	for i := 0; rolling != 0; i, rolling = i+1, rolling&(rolling-1) {
		die := bits.TrailingZeros8(uint8(rolling))
		faces := printed.Die(die + 1).Faces()
		f[die] = faces[side(i, len(faces))]
	}
	return Roll{Seat: engine.Table, Faces: f}
}
