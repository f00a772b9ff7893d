// Package search finds good moves in games whose seats hide things from each other. It names no
// game. It has no randomness and no clock of its own: dice are passed in, and the caller decides
// how long it thinks.
package search

import "arbiter/engine"

// A Position is a state that search can play on from. A game may have none; then bots that search
// do not play it.
type Position interface {
	engine.State

	// Sample returns a full state that is consistent with everything seat knows in this one; as far
	// as the state remembers, all such states are equally likely. It returns false if the rules
	// cannot name what is hidden, as when people hold their cards.
	Sample(seat engine.Seat, d engine.Dice) (engine.State, bool)

	// Moves lists commands of Legal for the acting seat, enough to reach everything that the seat
	// can reach from the beginning of its part, without circles and in one order if the order does
	// not matter. It needs a full state, and is empty if the game is over or chance acts.
	Moves() []engine.Command

	// Prospects returns how likely each seat is to win, from 0 to 1, in the order in which Game.New
	// was given the seats, without playing on. It needs a full state.
	Prospects() []float64
}

// A Playout plays on in place from what a seat knows.
type Playout interface {
	// Begin goes back to the start and samples what is hidden.
	Begin(d engine.Dice)

	// Moves appends the moves that Position.Moves lists; none if the game is over.
	Moves(to []engine.Command) []engine.Command

	// Actor returns the place of the seat whose moves these are.
	Actor() int

	// Turns returns how many turns have begun.
	Turns() int

	// Play plays a move and the chance that follows, by the dice.
	Play(c engine.Command, d engine.Dice)

	// Roll plays a quickly chosen move, as rollouts do; it returns false if the game is over.
	Roll(d engine.Dice) bool

	// Prospects appends what Position.Prospects returns.
	Prospects(to []float64) []float64
}

// Total adds up the prospects with which rollouts end, each played with its own luck.
func Total(rollouts int, d engine.Dice, play func(luck engine.Dice) []float64) (all []float64) {
	for range rollouts {
		luck := Luck(d.IntN(Lucks))
		one := play(&luck)
		if all == nil {
			all = make([]float64, len(one))
		}
		for i, p := range one {
			all[i] += p
		}
	}
	return all
}

// Mean divides the sums by the number of rollouts.
func Mean(all []float64, rollouts int) []float64 {
	for i := range all {
		all[i] /= float64(max(rollouts, 1))
	}
	return all
}
