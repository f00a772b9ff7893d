package page

import (
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/commands"
	"arbiter/engine"
)

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
	untold := slices.ContainsFunc(by, func(x companion.LegalCommand) bool { return commands.Untold(x, by) })
	var drawn []companion.LegalCommand
	for _, x := range by {
		to := commands.Dealt(c.Snap.View, x)
		switch {
		case to == "" && !commands.Draws(x) && !commands.Untold(x, by):
			rest = append(rest, x)
			continue
		case to == "" && commands.Draws(x):
			drawn = append(drawn, x)
		case to != "" && (c.Screens || !untold) && !slices.ContainsFunc(all, func(d Deal) bool { return d.To == string(to) }):
			all = append(all, Deal{Text: commands.Gapped(c.Say, x, terms(x)), To: string(to)})
		}
		if to == "" || untold && to == c.Seat() {
			cardboard = append(cardboard, x)
		}
	}
	for _, g := range commands.Groups(drawn) {
		gaps := commands.Varying(g)
		if len(g) == 1 { // the last one of a pile is turned up like any other
			gaps = terms(g[0])
		}
		if c.Screens {
			all = append(all, Deal{Text: commands.Gapped(c.Say, g[0], gaps), Deck: commands.Pattern(g[0].Line, commands.Differing(g))})
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
