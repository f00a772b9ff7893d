package highcouncil

import "arbiter/engine"

// An Observation is a position as far as a state knows it, in plain values. It is for programs that
// play, not for the rules.
type Observation struct {
	Ring        Ring
	Side        Faction // the seat's
	Color       Color   // the color of its pieces, or one of its two colors
	Goal        int     // the size of a block that wins
	Open        []Card  // the cards that lie open
	Holds, Free Arguments

	state *State
}

// Arguments has the numbers of arguments by color; index 0 is unused.
type Arguments [argumentColors + 1]uint8

// Observe returns what a seat sees. The seat must be one that plays.
func (s *State) Observe(seat engine.Seat) Observation {
	i := s.find(seat)
	o := Observation{
		Ring: s.ring, Side: s.side(i), Color: s.seating.own[i][0], Goal: s.goal(),
		Open: s.opened(), Holds: s.players[i].args, state: s,
	}
	for c := White; c.IsArgument(); c++ {
		o.Free[c] = s.free(o.Side, c)
	}
	return o
}

// Cost returns how many arguments it takes to convince the piece on field to from field from.
func (o *Observation) Cost(from, to uint8) int { return int(o.state.cost(from, to)) }

// Idles reports whether a command would end the turn without an action.
func (s *State) Idles(c engine.Command) bool {
	_, ends := c.(Finish)
	return ends && !s.acted
}
