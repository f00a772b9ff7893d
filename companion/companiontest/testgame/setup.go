package testgame

import (
	"errors"
	"slices"

	"arbiter/engine"
)

// Setting up: who sits where, and what was told beforehand.

// Robot is the seat that nobody sits at.
const Robot engine.Seat = "robot"

// start returns the position before the first command. Facts are events, too; facts that make no
// sense are an error.
func start(leaky bool, seats []engine.Seat, facts []engine.Event) (engine.State, error) {
	if len(seats) == 0 {
		return nil, errors.New("hush needs a seat")
	}
	s := state{leaky: leaky, round: 1, shown: -1}
	for _, seat := range seats {
		s.sides = append(s.sides, side{seat: seat, robot: seat == Robot, hand: cards()})
	}
	for _, f := range facts {
		switch f := f.(type) {
		case Value, Guards, Dice:
		case Order:
			if s.at(f.Seat) < 0 || f.N < 1 || f.N > len(s.sides) {
				return nil, errors.New("hush: order of whom?")
			}
		default:
			return nil, errors.New("hush: what fact is that?")
		}
		f.(event).Apply(&s)
	}
	slices.SortStableFunc(s.sides, func(a, b side) int { return a.order - b.order })
	return s, nil
}

// Order is a fact: the place of a seat in the turn order, from 1.
type Order struct {
	Seat engine.Seat
	N    int
}

func (e Order) Apply(s *state) {
	s.with(e.Seat, func(x *side) { x.order = e.N })
}
