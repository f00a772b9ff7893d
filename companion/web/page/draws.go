package page

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/commands"
	"arbiter/engine"
)

// A Draw is what chance may bring in a copy of a game: cards of which people touch one.
type Draw struct {
	Title string // with a gap for the card
	Cards []Drawn
}

// A Drawn card is the command that it comes.
type Drawn struct {
	Line, Text string
	Card
}

// draw is chance of a copy, drawn: commands of the Table that differ in a card that has a
// face.
func (c Context) draw(g []companion.LegalCommand) (Draw, bool) {
	at := commands.Varying(g)
	if c.Copy == "" || len(at) != 1 || !commands.Draws(g[0]) {
		return Draw{}, false
	}
	d := Draw{Title: commands.Gapped(c.Say, g[0], at)}
	for _, x := range g {
		name := x.Text.Args[at[0]].(engine.Term)
		if _, ok := c.printed(name); !ok {
			return Draw{}, false
		}
		d.Cards = append(d.Cards, Drawn{x.Line, c.Say(x.Text), c.Card(engine.Card{Name: name}, engine.Table).Inside()})
	}
	slices.SortStableFunc(d.Cards, func(a, b Drawn) int { return strings.Compare(a.Kind, b.Kind) })
	return d, true
}
