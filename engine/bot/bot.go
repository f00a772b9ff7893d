// Package bot holds what the bots of all games share. A bot chooses among legal commands. It sees
// what its seat sees and throws the dice that it is given: it has no randomness and no clock of its
// own.
package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Bot chooses what a seat does. Its choice depends only on what the seat sees, on the choices,
// and on the dice.
type Bot interface {
	// Choose picks one of the choices, of which there must be at least one.
	Choose(r Dice, s Seen, choices []engine.Command) engine.Command
}

// Dice is what a bot breaks ties with.
type Dice = engine.Dice

// Seen is what a bot is shown of a game: the state as its seat knows it.
type Seen struct {
	Seat  engine.Seat
	State engine.State
}

// Random is a bot for any game: each kind of command is equally likely, and then each command of
// that kind.
type Random struct {
	Game   engine.Game
	Avoids func(engine.Command) bool // what only people decide; nil if there is nothing
}

// Choose picks a kind, then a command of that kind.
func (b Random) Choose(r Dice, _ Seen, choices []engine.Command) engine.Command {
	var kinds []string
	byKind := map[string][]engine.Command{}
	for _, c := range Without(choices, b.Avoids) {
		k := b.kind(c)
		if byKind[k] == nil {
			kinds = append(kinds, k)
		}
		byKind[k] = append(byKind[k], c)
	}
	list := byKind[kinds[r.IntN(len(kinds))]]
	return list[r.IntN(len(list))]
}

// kind returns the verb of a command.
func (b Random) kind(c engine.Command) string {
	words := notation.Words(c)
	if i := slices.IndexFunc(words, b.Game.Words.Knows); i >= 0 {
		return words[i]
	}
	return ""
}

// Without leaves out the choices that a bot avoids, unless there are no others.
func Without(choices []engine.Command, avoids func(engine.Command) bool) []engine.Command {
	if avoids == nil {
		return choices
	}
	rest := slices.DeleteFunc(slices.Clone(choices), avoids)
	if len(rest) == 0 {
		return choices
	}
	return rest
}
