package bot

import "arbiter/engine"

// A Judge is a bot that tells afterwards how good something was that a seat did. It knows
// then what the seat knew, and no more.
type Judge interface {
	Bot

	// Judge compares what a seat did with the best that it finds. Done are the commands of
	// the seat from there on, those of a decision that takes several ones among them. The
	// verdict is false if there was nothing to decide.
	Judge(r Dice, s Seen, choices, done []engine.Command) (Verdict, bool)

	// Chances plays on a little, and tells how likely each seat is to win, from 0 to 1, in
	// the order in which Game.New was told the seats; with more rounds less depends on the
	// dice. None if it cannot tell, as when people hold the cards.
	Chances(r Dice, s Seen, rounds int) []float64
}

// A Verdict is about one decision. Chances are those of the seat to win, from 0 to 1.
type Verdict struct {
	Best  engine.Command // the first one of the best that was found
	Could float64        // its chance with that
	Did   float64        // its chance with what it did
}

// Loss returns what the decision cost, at least 0.
func (v Verdict) Loss() float64 { return max(0, v.Could-v.Did) }
