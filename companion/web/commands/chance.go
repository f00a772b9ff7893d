package commands

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// Draws reports whether a command is chance: the Table names things that it draws, and no number
// that would have to be read off the cardboard.
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

// Dealt returns the seat that a command of the Table gives something to, "" if it gives nothing.
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

// Untold returns a function that reports whether a command draws without naming what, and so stands
// for others that differ from it only in a last word that names it.
func Untold(legal []companion.LegalCommand) func(companion.LegalCommand) bool {
	kind := func(c companion.LegalCommand) string { return c.Line[:strings.LastIndexByte(c.Line, ' ')+1] }
	named := map[string]bool{}
	for _, c := range legal {
		if Draws(c) {
			named[kind(c)] = true
		}
	}
	return func(c companion.LegalCommand) bool { return c.By == engine.Table && !Draws(c) && named[kind(c)] }
}
