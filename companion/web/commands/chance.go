package commands

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// Draws reports whether a command is chance: the Table names things that it
// draws, and no number that it would have to read off the cardboard.
func Draws(c companion.LegalCommand) bool {
	named := false
	for _, x := range c.Text.Args {
		switch x.(type) {
		case engine.Term:
			named = true
		case engine.Seat:
		default:
			return false
		}
	}
	return named && c.By == engine.Table
}

// Dealt returns the seat that a command of the Table gives something to, "" if
// it gives nothing.
func Dealt(v engine.View, c companion.LegalCommand) engine.Seat {
	if !Draws(c) {
		return ""
	}
	words := strings.Fields(c.Line)
	for _, p := range v.Seats {
		if slices.Contains(words[1:], string(p.Seat)) && !p.Robot {
			return p.Seat
		}
	}
	return ""
}

// Untold reports whether a command is the one that draws without telling what, in
// place of those of the same kind that name it.
func Untold(c companion.LegalCommand, legal []companion.LegalCommand) bool {
	if c.By != engine.Table || Draws(c) {
		return false
	}
	words := strings.Fields(c.Line)
	return slices.ContainsFunc(legal, func(d companion.LegalCommand) bool {
		other := strings.Fields(d.Line)
		return Draws(d) && len(other) == len(words) && slices.Equal(other[:len(other)-1], words[:len(words)-1])
	})
}
