package content

import (
	"slices"

	"arbiter/engine"
)

// tells returns what the game says of a thing, or "".
func (sc *Content) tells(x any) string {
	if sc.About == nil || x == nil {
		return ""
	}
	return sc.About(x)
}

// A pile is a zone of cards set aside, such as a display, the top card first.
type pile struct {
	Name, Title string
	Cards       []card
}

// Piles returns an owner's zones of cards set aside.
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
