package testgame

import (
	"cmp"
	"fmt"
	"slices"

	"arbiter/engine"
)

// Rolling, in a game with dice: two are rolled when a seat's turn to act begins. Once in
// its turn it may have one of them, or both, rolled again. A star brings nothing at all,
// but everybody likes it.

// bones are the dice; their sides are numbered from 1.
var bones = []engine.Die{
	{Name: "bone-1", Sides: []engine.Term{"moon", "moon", "sun", "star"}},
	{Name: "bone-2", Sides: []engine.Term{"moon", "sun", "sun", "star"}},
}

const both = 3 // bits of the dice: 1 for the first, 2 for the second

// owed returns the dice that are to be rolled.
func (s *state) owed() int {
	if i := s.turn(); s.dice && i >= 0 && !s.planning() && !s.over() && s.asked() == "" && !s.window.open {
		return s.sides[i].owes
	}
	return 0
}

// Roll returns the roll that the game waits for, if any.
func (s state) Roll() engine.Roll {
	r := engine.Roll{Name: fmt.Sprint("roll-", s.rolls+1), Fell: func(sides []int) engine.Command {
		c := Roll{Seat: engine.Table}
		for i := range bones {
			if s.owed()&(1<<i) != 0 {
				c.set(i, string(bones[i].Sides[sides[0]]))
				sides = sides[1:]
			}
		}
		return c
	}}
	for i, d := range bones {
		if s.owed()&(1<<i) != 0 {
			r.Dice = append(r.Dice, d)
		}
	}
	if !r.Open() {
		return engine.Roll{}
	}
	return r
}

// falls returns all possible results of the dice that are to be rolled.
func (s *state) falls() (all []command) {
	for _, one := range shows(0, s.owed()) {
		for _, two := range shows(1, s.owed()) {
			all = append(all, Roll{engine.Table, one, two})
		}
	}
	return all
}

// shows returns what a die may show: nothing if it is not rolled.
func shows(die, owed int) []string {
	if owed&(1<<die) == 0 {
		return []string{""}
	}
	var all []string
	for _, side := range bones[die].Sides {
		all = append(all, string(side))
	}
	return slices.Compact(all)
}

// Dice is a fact: the game is played with dice.
type Dice struct{}

func (e Dice) Apply(s *state) {
	s.dice = true
	for i := range s.sides {
		s.with(s.sides[i].seat, func(x *side) { x.owes = both })
	}
}

// Roll tells what the rolled dice show; "" for one that was not rolled.
type Roll struct {
	Seat     engine.Seat
	One, Two string
}

func (c Roll) By() engine.Seat { return c.Seat }

func (c *Roll) set(die int, shows string) { *[]*string{&c.One, &c.Two}[die] = shows }

func (c Roll) Check(s *state) refusal {
	if c.Seat != engine.Table || s.owed() == 0 || !slices.Contains(s.falls(), command(c)) {
		return refuse("nobody has asked")
	}
	return allowed
}

func (c Roll) Play(r *resolution) { emit(r, Rolled{c.One, c.Two}) }

func (c Roll) Tell() engine.Text {
	return engine.Say("the dice show %s and %s", engine.Term(cmp.Or(c.One, "nothing")), engine.Term(cmp.Or(c.Two, "nothing")))
}

// Rolled is what the dice show.
type Rolled struct{ One, Two string }

// Reveals says that it cannot be unseen.
func (Rolled) Reveals() {}

func (e Rolled) Apply(s *state) {
	if s.turn() < 0 {
		return
	}
	s.rolls++
	s.with(s.sides[s.turn()].seat, func(x *side) {
		x.owes, x.shows = 0, [2]string{cmp.Or(e.One, x.shows[0]), cmp.Or(e.Two, x.shows[1])}
	})
}

// Reroll rolls dice again, given by their bits.
type Reroll struct {
	Seat engine.Seat
	Dice int
}

func (c Reroll) By() engine.Seat { return c.Seat }

func (c Reroll) Check(s *state) refusal {
	if !s.dice || c.Dice < 1 || c.Dice > both || s.side(c.Seat).again {
		return refuse("not now")
	}
	return cmp.Or(s.acts(c.Seat), s.robot(c.Seat, false))
}

func (c Reroll) Play(r *resolution) { emit(r, Rerolled(c)) }

// Rerolled is that dice are to be rolled again.
type Rerolled struct {
	Seat engine.Seat
	Dice int
}

func (e Rerolled) Apply(s *state) {
	s.with(e.Seat, func(x *side) { x.owes, x.again = e.Dice, true })
}
