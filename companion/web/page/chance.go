package page

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// Hole stands in a line for a word that is still to be chosen.
const Hole = "{}"

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

// A Deal is chance that the program may supply: one draw, or all that is owed.
type Deal struct {
	Text string
	Deck string // the commands of which one is drawn, as a line with holes; or
	To   string // the seat that is dealt something
}

// deals are the draws that the program may make for a seat, and the commands that are
// left: those that tell what the cardboard brought come last, or not at all where
// another seat's cards would be named. In a copy people choose what chance brings.
func (c Context) deals(by []companion.LegalCommand) (all []Deal, rest, cardboard []companion.LegalCommand) {
	if c.Copy != "" {
		return nil, by, nil
	}
	untold := slices.ContainsFunc(by, func(x companion.LegalCommand) bool { return Untold(x, by) })
	var drawn []companion.LegalCommand
	for _, x := range by {
		to := Dealt(c.Snap.View, x)
		switch {
		case to == "" && !Draws(x) && !Untold(x, by):
			rest = append(rest, x)
			continue
		case to == "" && Draws(x):
			drawn = append(drawn, x)
		case to != "" && (c.Screens || !untold) && !slices.ContainsFunc(all, func(d Deal) bool { return d.To == string(to) }):
			all = append(all, Deal{Text: Gapped(c.Say, x, terms(x)), To: string(to)})
		}
		if to == "" || untold && to == c.Seat() {
			cardboard = append(cardboard, x)
		}
	}
	for _, g := range Groups(drawn) {
		gaps := Varying(g)
		if len(g) == 1 { // the last one of a pile is turned up like any other
			gaps = terms(g[0])
		}
		if c.Screens {
			all = append(all, Deal{Text: Gapped(c.Say, g[0], gaps), Deck: Pattern(g[0].Line, Differing(g))})
		}
	}
	return all, rest, cardboard
}

// terms are the places of the words of the game in a sentence.
func terms(x companion.LegalCommand) (at []int) {
	for i, a := range x.Text.Args {
		if _, ok := a.(engine.Term); ok {
			at = append(at, i)
		}
	}
	return at
}
