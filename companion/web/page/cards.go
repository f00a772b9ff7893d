package page

import (
	"slices"

	"arbiter/engine"
)

// Cards are all cards in front of seats, in words: the seat's own, hand included, with what they
// do.
type Cards struct {
	Form
	Asks   bool // the seat has a reader that can tell it which card lies there
	Owners []Owner
}

// An Owner is a seat and what lies in front of it.
type Owner struct {
	Seat
	Zones []Pile
}

// A Pile is what lies in one place, the top card first.
type Pile struct {
	Title string
	Cards []Card
}

// NewCards returns them, the viewer's own first.
func NewCards(c Context) Cards {
	all := Cards{Form: c.Form(), Asks: c.Snap.Reads}
	for _, p := range c.Snap.View.Seats {
		o := Owner{Seat: c.Badge(p.Seat)}
		for _, z := range c.Snap.View.Zones {
			if z.Seat != p.Seat || z.Name == engine.Hand && !o.Me {
				continue
			}
			pile := Pile{Title: c.Say(z.Title)}
			for _, k := range slices.Backward(z.Cards) {
				pile.Cards = append(pile.Cards, c.Card(k, p.Seat))
			}
			o.Zones = append(o.Zones, pile)
		}
		all.Owners = append(all.Owners, o)
	}
	slices.SortStableFunc(all.Owners, func(a, b Owner) int {
		if a.Me {
			return -1
		}
		return 0
	})
	return all
}
