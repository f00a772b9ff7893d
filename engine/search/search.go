// Package search finds good moves in games whose seats hide things from each other. It
// names no game. It has no chance and no clock of its own: dice are passed in, and who
// calls decides how long it goes on.
package search

import "arbiter/engine"

// A Position is a state that search can play on from. A game need not have any: bots that
// search then do not play it.
type Position interface {
	engine.State

	// Sample returns a full state that agrees with all that this one, as seat knows it,
	// tells: each that could be is equally likely, as far as the state remembers. False if
	// the rules cannot name what is hidden, as when people hold their cards.
	Sample(seat engine.Seat, d engine.Dice) (engine.State, bool)

	// Moves lists commands of Legal for the seat that acts, enough to reach all that a
	// seat can reach from where its part begins, without circles and with one order for
	// what has none. It is of a full state, and empty if the game is over or chance acts.
	Moves() []engine.Command

	// Prospects tells how likely each seat is to win, from 0 to 1, in the order in which
	// Game.New was told the seats, without playing on. It is of a full state.
	Prospects() []float64
}

// A Playout plays on in place from what a seat knows.
type Playout interface {
	// Begin goes back to the start and samples what is hidden.
	Begin(d engine.Dice)

	// Moves appends those of Position.Moves; none if the game is over.
	Moves(to []engine.Command) []engine.Command

	// Actor is the place of the seat whose moves these are.
	Actor() int

	// Turns is how many turns have begun.
	Turns() int

	// Play plays a move, and chance that follows by the dice.
	Play(c engine.Command, d engine.Dice)

	// Roll plays some move quickly, as rollouts do; false if the game is over.
	Roll(d engine.Dice) bool

	// Prospects is that of Position, appended.
	Prospects(to []float64) []float64
}

// Sum adds the prospects of one more rollout.
func Sum(all, one []float64) []float64 {
	if all == nil {
		return one
	}
	for i, p := range one {
		all[i] += p
	}
	return all
}

// Mean divides the sums of so many rollouts.
func Mean(all []float64, rollouts int) []float64 {
	for i := range all {
		all[i] /= float64(max(rollouts, 1))
	}
	return all
}
