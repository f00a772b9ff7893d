package engine

import "slices"

// A difference is what lies elsewhere in the second of two views of one seat.
type difference struct {
	seat     Seat
	from, to View
	spots    []Spot  // where they differ
	gone     []lying // known cards that no longer lie where they lay
	come     []lying // known cards that have come to where they lie now
	counts   []count // of the places where the seat does not know the cards
	turned   []Move
	covert   []Seat // seats some of whose cards the seat no longer knows
	carried  []Move // in the order of gone, then of counts
	brought  []Move // in the order of come
}

// A lying card is a known card on its spot.
type lying struct {
	spot Spot
	card Card
	done bool
}

// A count is how many more (or, if negative, fewer) cards lie on a spot.
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
		d.gone = append(d.gone, missingFrom(z, was, is)...)
		d.come = append(d.come, missingFrom(z, is, was)...)
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

// changed returns the spots whose cards or pieces differ.
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

// unsure reports whether only the number of cards on a spot can be compared: it is a hand that the
// seat knows only in part.
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

// missingFrom lists the known cards that others lacks, as many times as it lacks them.
func missingFrom(s Spot, cards, others []Card) (all []lying) {
	for i, c := range cards {
		if c.Name != "" && number(cards[:i], c.Name) >= number(others, c.Name) {
			all = append(all, lying{spot: s, card: c})
		}
	}
	return all
}

// turn finds the cards that stay where they are and are turned face down, including other seats'
// cards that nobody else may know any longer.
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

// covered removes from the difference the cards of a spot that the seat no longer knows although
// they still lie there. It returns them as a number, unless the seat must be told which ones they
// are.
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

// hide adds what another seat does with its cards that nobody else may know any longer: the moves
// that seat is told, without names. It leaves out cards that others never saw face up and cards
// that are in that seat's hand by now.
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

// hidden reports whether a card that lay open in another seat's zone has become one that nobody
// else knows.
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

// blank reports whether a spot has an additional card without a name, and takes that card out of
// the count.
func (d *difference) blank(s Spot) bool {
	for i := range d.counts {
		if n := &d.counts[i]; n.is(s) && n.more > 0 && s.Name != Hand {
			n.more--
			return true
		}
	}
	return false
}
