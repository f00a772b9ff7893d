package content

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// tells is what the game tells of a thing or a command, "" if it is nothing.
func (sc *Content) tells(x any) string {
	if sc.About == nil || x == nil {
		return ""
	}
	return sc.About(x)
}

// aboutChoice is what the game tells of a command or else, but for a row, which
// has told it, of the things that its sentence names.
func (sc *Content) aboutChoice(c companion.LegalCommand) string {
	if about := sc.tells(c.Command); about != "" || sc.inRow {
		return about
	}
	var all []string
	for _, x := range c.Text.Args {
		if term, ok := x.(engine.Term); ok && sc.tells(term) != "" {
			all = append(all, sc.tells(term))
		}
	}
	return strings.Join(all, " · ")
}

// A pile is what lies aside, such as a display of cards, the uppermost first.
type pile struct {
	Name, Title string
	Cards       []card
}

// Piles are the zones of an owner in which cards lie aside.
func (sc *Content) Piles(v engine.View, owner engine.Seat) []pile {
	var all []pile
	for _, z := range v.Zones {
		if z.Seat == owner && z.Aside {
			p := pile{Name: z.Name, Title: sc.Say(z.Title)}
			for _, k := range slices.Backward(z.Cards) {
				p.Cards = append(p.Cards, sc.card(k))
			}
			all = append(all, p)
		}
	}
	return all
}

// lies is the title of the display on which a card lies, "" if it lies on none.
func (sc *Content) lies(card engine.Term) string {
	for _, p := range sc.Display {
		for _, k := range p.Cards {
			if k.Name == string(card) {
				return p.Title
			}
		}
	}
	return ""
}

// An area is a part of the board in words.
type area struct {
	Name, Title string
	Lines       []string
}

func (sc *Content) Regions(v engine.View) []area {
	var all []area
	for _, r := range v.Regions {
		a := area{r.Name, sc.Say(r.Title), sc.Texts(r.Lines)}
		for _, site := range v.Map {
			if site.Region == r.Name {
				a.Lines = append(a.Lines, sc.Say(site.Title))
			}
		}
		all = append(all, a)
	}
	return all
}
