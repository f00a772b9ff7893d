package companion

import (
	"slices"

	"arbiter/engine"
)

// tell adds a notice about place i in its two wordings.
func (d *desk) tell(i int, own, public engine.Text) {
	d.notices = append(d.notices, notice{reader: d.places[i].Name, seat: d.places[i].Seat, own: own, public: public})
}

// health tells what is wrong with the reader itself.
func (d *desk) health(i int) {
	p := &d.places[i]
	all := func(text engine.Text) {
		d.notices = append(d.notices, notice{reader: p.Name, own: text, public: text})
	}
	switch {
	case p.down:
		all(engine.Say("reader %s does not answer: check its cable; the game goes on", engine.Term(p.Name)))
	case p.unreadable:
		all(engine.Say("reader %s cannot tell its cards apart: lay them flat, one upon the other", engine.Term(p.Name)))
	}
	for _, rival := range p.rivals {
		all(engine.Say("readers %s and %s see the same card: take it off one of them", engine.Term(p.Name), engine.Term(rival)))
	}
}

// fix turns what does not agree at one seat into as few notices as possible.
func (d *desk) fix(seat engine.Seat) {
	strays := slices.DeleteFunc(slices.Clone(d.strays), func(s stray) bool { return d.places[s.place].Seat != seat })
	missing := slices.DeleteFunc(slices.Clone(d.missing), func(g gap) bool { return d.places[g.place].Seat != seat })
	if d.sliding(seat, strays) {
		for _, s := range strays {
			d.marked(s.place, s.card, spent)
		}
		both := engine.Say("%s: slide the cards one field to the right", seat)
		d.tell(strays[0].place, both, both)
		return
	}
	for i, s := range strays {
		if j := partner(d, strays, s); j < 0 {
			d.misplaced(s)
		} else if i < j {
			both := engine.Say("%s: swap the cards on %s and %s", seat, d.title(s.place), d.title(strays[j].place))
			d.tell(s.place, both, both)
		}
	}
	for _, g := range missing {
		if !d.explained(g, strays) {
			d.tell(g.place, engine.Say("%s: put %s on %s", seat, g.name, d.title(g.place)),
				engine.Say("%s: a card is missing on %s", seat, d.title(g.place)))
		}
	}
}

// sliding tells whether the game has moved the cards of a seat by one field
// and the cardboard has not followed yet: each stray belongs one field to the
// right, or from the last field back into the hand, and nobody has moved it by
// hand.
func (d *desk) sliding(seat engine.Seat, strays []stray) bool {
	var fields []string
	for _, z := range d.view.Zones {
		if z.Seat == seat && z.Name != engine.Hand && !z.Aside {
			fields = append(fields, z.Name)
		}
	}
	one := false
	for _, s := range strays {
		at := slices.Index(fields, d.places[s.place].Fields[0])
		switch {
		case s.mark == fresh, s.mark == rested && d.rightly(seat):
			return false
		case at+1 < len(fields) && s.home == fields[at+1]:
			one = true
		case at == len(fields)-1 && s.home == engine.Hand:
		default:
			return false
		}
	}
	return one
}

// rightly tells whether a card of a seat lies where the game has it: then the game
// has moved none of them.
func (d *desk) rightly(seat engine.Seat) bool {
	return slices.ContainsFunc(d.laid(seat), func(z laid) bool {
		return slices.ContainsFunc(z.place.lying, func(k card) bool { return d.holds(z.Zone, k) })
	})
}

// partner is the stray that s has changed places with, or -1.
func partner(d *desk, strays []stray, s stray) int {
	here := d.places[s.place].Fields[0]
	return slices.IndexFunc(strays, func(o stray) bool {
		return o.home == here && s.home == d.places[o.place].Fields[0]
	})
}

// explained tells whether a notice about a stray already says how the gap is
// filled.
func (d *desk) explained(g gap, strays []stray) bool {
	return slices.ContainsFunc(strays, func(s stray) bool { return s.home == d.places[g.place].Fields[0] })
}

// misplaced tells what to do with one card that lies wrong.
func (d *desk) misplaced(s stray) {
	i, seat, here := s.place, d.places[s.place].Seat, d.title(s.place)
	owner := d.owner(s.card)
	switch {
	case len(s.words) == 0:
		d.nameless(i, s.card)
	case owner != "" && owner != seat:
		d.foreign(i, owner)
	case s.mark == rested && d.playable(s):
		d.tell(i, engine.Say("%s: lift %s from %s and lay it down again", seat, s.term(), here),
			engine.Say("%s: lift the card from %s and lay it down again", seat, here))
	case s.home == engine.Hand && s.mark != fresh:
		d.tell(i, engine.Say("%s: take %s from %s into the hand", seat, s.term(), here),
			engine.Say("%s: take the card from %s into the hand", seat, here))
	case s.home == engine.Hand && d.leaving(i): // in its place, most likely: that will show
	case s.home == engine.Hand && d.covered(i):
		d.tell(i, engine.Say("%s: %s cannot lie on the card on %s; take it into the hand", seat, s.term(), here),
			engine.Say("%s: there is one card too many on %s; take it into the hand", seat, here))
	case s.home == engine.Hand:
		d.tell(i, engine.Say("%s: %s cannot be played on %s now; take it into the hand", seat, s.term(), here),
			engine.Say("%s: no card can be played on %s now; take it into the hand", seat, here))
	case s.home != "":
		z, _ := d.view.Zone(seat, s.home)
		d.tell(i, engine.Say("%s: move %s from %s to %s", seat, s.term(), here, z.Title),
			engine.Say("%s: move the card from %s to %s", seat, here, z.Title))
	default:
		d.tell(i, engine.Say("%s: %s does not belong on %s; take it away", seat, s.term(), here),
			engine.Say("%s: the card on %s does not belong there; take it away", seat, here))
	}
}

// playable tells whether s could be played where it lies.
func (d *desk) playable(s stray) bool {
	p := &d.places[s.place]
	return len(d.match(engine.Of(p.Seat, d.legal), s.card, string(p.Seat), p.Fields[0])) == 1
}

// covered tells whether the game has a card on the field that lies there.
func (d *desk) covered(i int) bool {
	name, _ := d.places[i].field()
	z, _ := d.view.Zone(d.places[i].Seat, name)
	return slices.ContainsFunc(d.places[i].lying, func(k card) bool { return d.holds(z, k) })
}

// leaving tells whether the uppermost card that the game has on the field may be on
// its way.
func (d *desk) leaving(i int) bool {
	name, _ := d.places[i].field()
	z, _ := d.view.Zone(d.places[i].Seat, name)
	top, ok := z.Top()
	return ok && slices.ContainsFunc(d.places[i].lying, func(k card) bool { return k.quiet && d.is(z.Seat, top, k) })
}

// nowhere tells of a card at a reader whose field its seat does not have, in this
// game or yet.
func (d *desk) nowhere(i int) {
	p := &d.places[i]
	if len(p.lying) > 0 && slices.ContainsFunc(d.view.Seats, func(v engine.Place) bool { return v.Seat == p.Seat }) {
		both := engine.Say("%s: reader %s stands for no field of this game now; take the card away", p.Seat, engine.Term(p.Name))
		d.tell(i, both, both)
	}
}

func (d *desk) nameless(i int, k card) {
	p := &d.places[i]
	n := notice{reader: p.Name, seat: p.Seat, uid: k.uid}
	n.own = engine.Say("reader %s: this card has no name yet; name it on a phone or take it away", engine.Term(p.Name))
	n.public = n.own
	d.notices = append(d.notices, n)
}

func (d *desk) foreign(i int, owner engine.Seat) {
	seat := d.places[i].Seat
	both := engine.Say("%s: this card belongs to %s; give it back", seat, owner)
	d.tell(i, both, both)
}

// title is what people call the field of place i.
func (d *desk) title(i int) engine.Text {
	name, _ := d.places[i].field()
	z, _ := d.view.Zone(d.places[i].Seat, name)
	return z.Title
}
