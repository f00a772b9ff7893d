package engine

import (
	"slices"

	"arbiter/engine/notation"
)

// Mentioning returns the commands whose words include all of the given ones. It resolves a tapped
// card or a pressed button to the legal commands that mention it.
func Mentioning(legal []Command, words ...string) []Command {
	var matching []Command
	for _, c := range legal {
		line := notation.Words(c)
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(line, w) }) {
			matching = append(matching, c)
		}
	}
	return matching
}

// BySeat returns the commands of seat.
func BySeat(seat Seat, legal []Command) []Command {
	var own []Command
	for _, c := range legal {
		if c.By() == seat {
			own = append(own, c)
		}
	}
	return own
}
