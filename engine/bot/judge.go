package bot

import "arbiter/engine"

// A Judge is a bot that says afterwards how good a decision of a seat was. It uses what the seat
// knew at the time, and nothing else.
type Judge interface {
	Bot

	// Judge compares what a seat did with the best that it finds. Done are the seat's commands from
	// that point on, since a decision may take several. It returns false if there was nothing to
	// decide.
	Judge(r Dice, s Seen, choices, done []engine.Command) (Verdict, bool)

	// Chances plays on for a while and returns how likely each seat is to win, from 0 to 1, in the
	// order in which Game.New was given the seats; more rounds make it depend less on the dice. It
	// is empty if the bot cannot tell, as when people hold the cards.
	Chances(r Dice, s Seen, rounds int) []float64
}

// A Verdict is about one decision. Chances are those of the seat to win, from 0 to 1.
type Verdict struct {
	Best  engine.Command // the first command of the best line that was found
	Could float64        // its chance with that
	Did   float64        // its chance with what it did
}

// Loss returns what the decision cost, at least 0.
func (v Verdict) Loss() float64 { return max(0, v.Could-v.Did) }
