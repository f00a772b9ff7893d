package castingshadows_test

import (
	"slices"

	"arbiter/engine"
)

// compare holds what the referee has against what screens were shown.
func (r *referee) compare() {
	v := r.record[r.at].view
	same := func(what string, shown, has any) {
		if shown != has {
			r.fault("%s: shown is %v, it is %v", what, shown, has)
		}
	}
	for _, p := range r.seats {
		health, _ := v.At("health", engine.Seat(p.seat))
		energy, _ := v.At("energy", engine.Seat(p.seat))
		same("health of "+p.seat, health, p.health)
		same("energy of "+p.seat, energy, p.energy)
		same("book of "+p.seat, cardsIn(v, p.seat, "book"), listed(p.book, p.counterspells))
		same("companion of "+p.seat, cardsIn(v, p.seat, "companion"), listed(some(p.companion), 0))
		place := v.Seats[slices.IndexFunc(v.Seats, func(s engine.Place) bool { return s.Seat == engine.Seat(p.seat) })]
		same("figure of "+p.seat, r.figure(v, p), map[bool]string{false: p.place}[p.out])
		same(p.seat+" is out", place.Out, p.out)
		same(p.seat+" has won", place.Winner, p.seat == r.winner)
		if p == r.me() && !r.over && !p.out {
			for _, a := range place.Purse {
				same("pool of "+p.seat+": "+a.Of, a.N, r.pool(a.Of))
			}
		}
	}
	for place := range r.laid {
		if place != "middle" && place != "left" {
			same("beside "+place, cardsIn(v, "table", "beside "+r.tile(place)), listed(some(r.beside[place]), 0))
		}
	}
	same("portal", cardsIn(v, "table", "portal"), listed(r.portal, 0))
	for name, n := range map[string]int{"main": len(r.deck), "discard": len(r.discard), "companion": len(r.companions), "beside dusty-desert": r.counterspells} {
		i := slices.IndexFunc(v.Piles, func(p engine.Pile) bool { return p.Seat == engine.Table && p.Name == name })
		if i < 0 {
			r.fault("no pile %s is shown", name)
		}
		same("pile "+name, v.Piles[i].Number, n)
	}
	same("over", v.Over, r.over)
}

// pool is how many of a resource are in that of whose turn it is.
func (r *referee) pool(resource string) int {
	n := r.count(resource)
	for _, t := range r.me().tokens {
		if t == resource {
			n++
		}
	}
	return n
}

func some(card string) []string {
	if card == "" {
		return nil
	}
	return []string{card}
}

// listed are cards in order, and how many lie face down.
func listed(cards []string, down int) string { return cardNames(slices.Clone(cards), down) }

func cardNames(names []string, down int) (text string) {
	slices.Sort(names)
	for _, n := range names {
		text += n + " "
	}
	for range down {
		text += "? "
	}
	return text
}

// cardsIn are those that a zone shows.
func cardsIn(v engine.View, seat, zone string) string {
	z, _ := v.Zone(engine.Seat(seat), zone)
	var names []string
	down := 0
	for _, c := range z.Cards {
		if c.Down {
			down++
		} else {
			names = append(names, string(c.Name))
		}
	}
	return cardNames(names, down)
}

// figure is the place where a seat's figure is shown; "" if it is nowhere.
func (r *referee) figure(v engine.View, p *sheet) string {
	for _, z := range v.Lying {
		if slices.ContainsFunc(z.Cards, func(c engine.Card) bool { return string(c.Name) == p.character }) {
			return r.placeOf(z.Name)
		}
	}
	return ""
}
