package engine

import "slices"

// match finds where cards come from and where they go: first cards known at both ends, then those
// known at one end, then mere numbers of cards.
func (d *difference) match() {
	for i := range d.come {
		d.bring(d.come[i])
	}
	for i := range d.gone {
		d.leave(d.gone[i])
	}
	for i := range d.counts {
		for n := &d.counts[i]; n.more < 0; {
			m := Move{Kind: Carry, Number: -n.more, From: n.Spot}
			if o := d.count(n.Spot, 1); o != nil {
				m.Number = min(m.Number, o.more)
				m.To, m.Down, o.more = o.Spot, d.pile(o.Spot), o.more-m.Number
			}
			n.more += m.Number
			d.carried = append(d.carried, m)
		}
	}
	for _, n := range d.counts {
		if n.more > 0 {
			d.brought = append(d.brought, Move{Kind: Carry, Number: n.more, To: n.Spot, Down: d.pile(n.Spot)})
		}
	}
}

// bring finds where a card that has come to a spot lay before.
func (d *difference) bring(c lying) {
	if c.done {
		return
	}
	m := Move{Kind: Carry, Card: c.card.Name, Number: 1, To: c.spot, Down: c.card.Down}
	is := func(g lying) bool { return !g.done && g.card.Name == c.card.Name && !d.alike(g) }
	if i := slices.IndexFunc(d.gone, is); i >= 0 {
		d.gone[i].done, m.From = true, d.gone[i].spot
	} else if n := d.count(c.spot, -1); n != nil {
		m.From, n.more = n.Spot, n.more+1
	}
	d.brought = append(d.brought, m)
}

// leave finds where a card that leaves a spot goes.
func (d *difference) leave(g lying) {
	if g.done {
		return
	}
	m := Move{Kind: Carry, Card: g.card.Name, Number: 1, From: g.spot, Alike: d.to.count(g.spot.Seat, g.card.Name) > 0}
	if n := d.count(g.spot, 1); n != nil {
		m.To, m.Down, n.more = n.Spot, d.pile(n.Spot), n.more-1
	}
	d.carried = append(d.carried, m)
}

// alike reports whether the seat has other cards like g, so that people must be told which one
// goes.
func (d *difference) alike(g lying) bool {
	stay := d.to.count(g.spot.Seat, g.card.Name)
	return stay > 0 && max(stay, d.from.count(g.spot.Seat, g.card.Name)) > 1
}

// count returns another spot of the same suit as s that has more cards than before (sign 1) or
// fewer (sign -1), preferably one of the same seat. It never returns s itself: a card that comes
// there is not the one that left.
func (d *difference) count(s Spot, sign int) (found *count) {
	for i := range d.counts {
		if n := &d.counts[i]; n.more*sign > 0 && n.Suit == s.Suit && !n.is(s) && (found == nil || n.Seat == s.Seat && found.Seat != s.Seat) {
			found = n
		}
	}
	return found
}

func (d *difference) pile(s Spot) bool {
	return slices.ContainsFunc(d.to.Piles, func(p Pile) bool { return s.is(p.spot()) })
}

// moves returns all moves in the order in which people make them.
func (d *difference) moves() []Move {
	return slices.Concat(d.turned, d.carried, d.brought)
}

// count returns how many cards of that name a seat has.
func (v View) count(seat Seat, card Term) (n int) {
	for _, zones := range [][]Zone{v.Zones, v.Lying} {
		for _, z := range zones {
			if z.Seat == seat {
				n += number(z.Cards, card)
			}
		}
	}
	return n
}
