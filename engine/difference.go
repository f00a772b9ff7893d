package engine

import "slices"

// A difference is what lies otherwise in two views of one seat.
type difference struct {
	seat     Seat
	from, to View
	spots    []Spot  // where they differ
	gone     []lying // cards with names that lie no longer where they lay
	come     []lying // and those that lie there now
	counts   []count // of the places whose cards the seat does not know
	turned   []Move
	covert   []Seat // whose cards the seat knows no longer
	carried  []Move // of gone, in its order; then of counts
	brought  []Move // of come, in its order
}

// A lying card is a known one on its spot.
type lying struct {
	spot Spot
	card Card
	done bool
}

// A count is how many cards more lie on a spot, or less.
type count struct {
	Spot
	more int
}

// differ works out the difference between two views of a seat.
func differ(seat Seat, from, to View) *difference {
	d := newDifference(seat, from, to)
	d.turn()
	d.match()
	return d
}

func newDifference(seat Seat, from, to View) *difference {
	d := &difference{seat: seat, from: from, to: to}
	d.spots = d.changed()
	for _, z := range d.spots {
		was, is := from.lies(z.Seat, z.Name), to.lies(z.Seat, z.Name)
		if d.unsure(z, was, is) {
			d.counts = append(d.counts, count{z, len(is) - len(was)})
			continue
		}
		d.gone = append(d.gone, lacking(z, was, is)...)
		d.come = append(d.come, lacking(z, is, was)...)
		d.counts = append(d.counts, count{z, unnamed(is) - unnamed(was)})
	}
	for _, p := range to.Piles {
		for _, q := range from.Piles {
			if s := p.spot(); s.is(q.spot()) {
				d.counts = append(d.counts, count{s, p.Number - q.Number})
			}
		}
	}
	return d
}

// changed are the spots on which cards or pieces lie otherwise.
func (d *difference) changed() (all []Spot) {
	for _, zones := range [][]Zone{d.to.Zones, d.to.Lying, d.from.Zones, d.from.Lying} {
		for i := range zones {
			z := &zones[i]
			if slices.Equal(d.from.lies(z.Seat, z.Name), d.to.lies(z.Seat, z.Name)) {
				continue
			}
			if s := z.spot(); !slices.ContainsFunc(all, s.is) {
				all = append(all, s)
			}
		}
	}
	return all
}

// unsure tells whether all that can be said of a spot is how many cards lie there: a
// hand of which the seat knows a part.
func (d *difference) unsure(s Spot, was, is []Card) bool {
	return s.Name == Hand && unnamed(was)+unnamed(is) > 0
}

func (z Zone) spot() Spot { return Spot{z.Seat, z.Name, z.Title, z.Cubes, z.Suit} }
func (p Pile) spot() Spot { return Spot{Seat: p.Seat, Name: p.Name, Title: p.Title, Suit: p.Suit} }

func (v *View) lies(seat Seat, name string) []Card {
	for _, zones := range [2][]Zone{v.Zones, v.Lying} {
		for i := range zones {
			if z := &zones[i]; z.Seat == seat && z.Name == name {
				return z.Cards
			}
		}
	}
	return nil
}

func named(cards []Card) int       { return len(cards) - unnamed(cards) }
func unnamed(cards []Card) (n int) { return number(cards, "") }

func number(cards []Card, name Term) (n int) {
	for _, c := range cards {
		if c.Name == name {
			n++
		}
	}
	return n
}

// lacking lists the known cards that others lack, as often as they lack them.
func lacking(s Spot, cards, others []Card) (all []lying) {
	for i, c := range cards {
		if c.Name != "" && number(cards[:i], c.Name) >= number(others, c.Name) {
			all = append(all, lying{spot: s, card: c})
		}
	}
	return all
}

// turn finds the cards that stay where they lie and are turned face down. Those of
// others nobody else may know any more.
func (d *difference) turn() {
	for _, s := range d.spots {
		was, is := d.from.lies(s.Seat, s.Name), d.to.lies(s.Seat, s.Name)
		for _, c := range is {
			if i := slices.IndexFunc(was, func(o Card) bool { return o.Name == c.Name }); i >= 0 && c.Name != "" && c.Down && !was[i].Down {
				d.turned = append(d.turned, Move{Kind: Turn, Card: c.Name, Number: 1, From: s, To: s, Down: true})
			}
		}
		d.turned = append(d.turned, d.covered(s)...)
	}
}

// covered takes the cards of a spot that the seat knows no longer, though they lie
// there, out of the difference. They are counted, unless it has to be told which.
func (d *difference) covered(s Spot) (turned []Move) {
	for i := range d.gone {
		g := &d.gone[i]
		switch {
		case !g.spot.is(s) || g.card.Down:
		case d.hidden(g):
			g.done = true
			if !slices.Contains(d.covert, s.Seat) {
				d.covert = append(d.covert, s.Seat)
			}
		case d.blank(s):
			g.done = true
			turned = append(turned, Move{Kind: Turn, Card: g.card.Name, Number: 1, From: s, To: s, Down: true})
		}
	}
	if n := len(turned); n > 0 && n == named(d.from.lies(s.Seat, s.Name)) {
		return []Move{{Kind: Turn, Number: n, From: s, To: s, Down: true}}
	}
	return turned
}

// hide adds what another seat does with its cards that nobody else may know any more:
// as that seat itself is told, without names. What others have not seen open, or what
// is in its hand by now, is its own business.
func (d *difference) hide(own *difference) {
	for _, m := range slices.Concat(own.turned, own.brought) {
		z, _ := own.to.Zone(m.To.Seat, m.To.Name)
		seen := func(c Card) bool { return c.Name == m.Card && !c.Down }
		if !z.Covert || !m.Down || m.From.Name == Hand || !slices.ContainsFunc(own.from.lies(m.From.Seat, m.From.Name), seen) {
			continue
		}
		m.Card = ""
		same := func(o Move) bool { return o.Card == "" && o.From.is(m.From) && o.To.is(m.To) }
		if i := slices.IndexFunc(d.turned, same); i >= 0 {
			d.turned[i].Number++
			continue
		}
		d.turned = append(d.turned, m)
	}
}

// hidden tells whether a card that lay open in a zone of another seat has become one
// that nobody else knows of.
func (d *difference) hidden(g *lying) bool {
	z, _ := d.from.Zone(g.spot.Seat, g.spot.Name)
	if !z.Covert || z.Seat == d.seat {
		return false
	}
	for i := range d.come {
		if c := &d.come[i]; !c.done && c.spot.is(Spot{Seat: z.Seat, Name: Hand}) && c.card.Name == g.card.Name {
			c.done = true
			return true
		}
	}
	return false
}

// blank tells whether a card more without a name lies on a spot, and takes it.
func (d *difference) blank(s Spot) bool {
	for i := range d.counts {
		if n := &d.counts[i]; n.is(s) && n.more > 0 && s.Name != Hand {
			n.more--
			return true
		}
	}
	return false
}
