package main

import (
	"math/rand/v2"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// A bot chooses what is done. It knows what the snapshot tells and no more, and
// what it does depends on that, on the choices and on the dice alone.
type bot interface {
	// choose picks one of the choices, which are not empty.
	choose(r *rand.Rand, s companion.Snapshot, choices []companion.Choice) companion.Choice
}

// Random is a bot for any game: each kind of command is equally likely, then
// each command of that kind.
type random struct{ game engine.Game }

func (b random) choose(r *rand.Rand, _ companion.Snapshot, choices []companion.Choice) companion.Choice {
	var kinds []string
	byKind := map[string][]companion.Choice{}
	for _, c := range movesOf(choices) {
		k := b.kind(c.Command)
		if byKind[k] == nil {
			kinds = append(kinds, k)
		}
		byKind[k] = append(byKind[k], c)
	}
	list := byKind[kinds[r.IntN(len(kinds))]]
	return list[r.IntN(len(list))]
}

// movesOf leaves out what people alone decide: which book is played.
func movesOf(choices []companion.Choice) []companion.Choice {
	moves := slices.DeleteFunc(slices.Clone(choices), func(c companion.Choice) bool {
		_, switches := c.Command.(councilofshadows.Switch)
		return switches
	})
	if len(moves) == 0 {
		return choices
	}
	return moves
}

// kind is the verb of a command.
func (b random) kind(c engine.Command) string {
	words := notation.Words(c)
	if i := slices.IndexFunc(words, b.game.Words.Knows); i >= 0 {
		return words[i]
	}
	return ""
}
