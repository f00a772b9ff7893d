package presence

import (
	"slices"

	"arbiter/engine"
	"arbiter/hw/obstacle"
)

// tell adds a notice about reader i in its two wordings.
func (d *reconciler) tell(i int, own, public engine.Text) {
	d.Notices = append(d.Notices, Notice{Reader: d.readers[i].Name, Seat: d.readers[i].Seat, Own: own, Public: public})
}

// health says what is wrong with the reader itself.
func (d *reconciler) health(i int) {
	p := &d.readers[i]
	all := func(text engine.Text) {
		d.Notices = append(d.Notices, Notice{Reader: p.Name, Own: text, Public: text})
	}
	switch why := obstacle.Text(p.obstacle); {
	case p.down && !why.IsZero():
		all(engine.Say("reader %s: %s; the game goes on", engine.Term(p.Name), why))
	case p.down:
		all(engine.Say("reader %s does not answer: check its cable; the game goes on", engine.Term(p.Name)))
	case p.cut:
		all(engine.Say("reader %s tells only the beginning of its card's number: set it to whole numbers", engine.Term(p.Name)))
	case p.unreadable:
		all(engine.Say("reader %s cannot tell its cards apart: lay them flat, one upon the other", engine.Term(p.Name)))
	}
	for _, rival := range p.rivals {
		all(engine.Say("readers %s and %s see the same card: take it off one of them", engine.Term(p.Name), engine.Term(rival)))
	}
}

// correctSeat turns everything that is wrong at one seat into as few notices as possible.
func (d *reconciler) correctSeat(seat engine.Seat) {
	strays := slices.DeleteFunc(slices.Clone(d.misplaced), func(s misplacedCard) bool { return d.readers[s.reader].Seat != seat })
	missing := slices.DeleteFunc(slices.Clone(d.missing), func(g missingCard) bool { return d.readers[g.reader].Seat != seat })
	if d.sliding(seat, strays) {
		for _, s := range strays {
			d.marked(s.reader, s.laidCard, spent)
		}
		both := engine.Say("%s: slide the cards one field to the right", seat)
		d.tell(strays[0].reader, both, both)
		return
	}
	for i, s := range strays {
		if j := partner(d, strays, s); j < 0 {
			d.correct(s)
		} else if i < j {
			both := engine.Say("%s: swap the cards on %s and %s", seat, d.title(s.reader), d.title(strays[j].reader))
			d.tell(s.reader, both, both)
		}
	}
	for _, g := range missing {
		if !d.explained(g, strays) {
			d.tell(g.reader, engine.Say("%s: put %s on %s", seat, g.name, d.title(g.reader)),
				engine.Say("%s: a card is missing on %s", seat, d.title(g.reader)))
		}
	}
}

// sliding reports whether the game has moved the cards of a seat by one field and the cardboard has
// not followed yet: each misplaced card belongs one field to the right, or from the last field back
// into the hand, and nobody has moved it by hand.
func (d *reconciler) sliding(seat engine.Seat, strays []misplacedCard) bool {
	var fields []string
	for _, z := range d.View.Zones {
		if z.Seat == seat && z.Name != engine.Hand && !z.Aside {
			fields = append(fields, z.Name)
		}
	}
	one := false
	for _, s := range strays {
		at := slices.Index(fields, d.readers[s.reader].Fields[0])
		switch {
		case s.outcome == fresh, s.outcome == rested && d.rightly(seat):
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

// rightly reports whether any card of a seat lies where the game has it: then the game has not
// moved them.
func (d *reconciler) rightly(seat engine.Seat) bool {
	return slices.ContainsFunc(d.expected(seat), func(z expectation) bool {
		return slices.ContainsFunc(z.reader.lying, func(k laidCard) bool { return d.holds(z.Zone, k) })
	})
}

// partner returns the misplaced card that s has changed places with, or -1.
func partner(d *reconciler, strays []misplacedCard, s misplacedCard) int {
	here := d.readers[s.reader].Fields[0]
	return slices.IndexFunc(strays, func(o misplacedCard) bool {
		return o.home == here && s.home == d.readers[o.reader].Fields[0]
	})
}

// explained reports whether a notice about a misplaced card already says what fills the field.
func (d *reconciler) explained(g missingCard, strays []misplacedCard) bool {
	return slices.ContainsFunc(strays, func(s misplacedCard) bool { return s.home == d.readers[g.reader].Fields[0] })
}

// correct says what to do with one misplaced card.
func (d *reconciler) correct(s misplacedCard) {
	i, seat, here := s.reader, d.readers[s.reader].Seat, d.title(s.reader)
	owner := d.owner(s.laidCard)
	switch {
	case len(s.words) == 0:
		d.nameless(i, s.laidCard)
	case d.twice(s.laidCard):
		d.tell(i, engine.Say("%s: two cards are called %s; say which one lies on %s", seat, s.term(), here),
			engine.Say("%s: two cards have the same name", seat))
		d.Notices[len(d.Notices)-1].UID = s.uid
	case owner != "" && owner != seat:
		d.foreign(i, owner)
	case s.outcome == rested && d.playable(s):
		d.tell(i, engine.Say("%s: lift %s from %s and lay it down again", seat, s.term(), here),
			engine.Say("%s: lift the card from %s and lay it down again", seat, here))
	case s.home == engine.Hand && s.outcome != fresh:
		d.tell(i, engine.Say("%s: take %s from %s into the hand", seat, s.term(), here),
			engine.Say("%s: take the card from %s into the hand", seat, here))
	case s.home == engine.Hand && d.leaving(i): // most likely for a card in its place: that will show
	case s.home == engine.Hand && d.covered(i):
		d.tell(i, engine.Say("%s: %s cannot lie on the card on %s; take it into the hand", seat, s.term(), here),
			engine.Say("%s: there is one card too many on %s; take it into the hand", seat, here))
	case s.home == engine.Hand:
		d.tell(i, engine.Say("%s: %s cannot be played on %s now; take it into the hand", seat, s.term(), here),
			engine.Say("%s: no card can be played on %s now; take it into the hand", seat, here))
	case s.home != "":
		z, _ := d.View.Zone(seat, s.home)
		d.tell(i, engine.Say("%s: move %s from %s to %s", seat, s.term(), here, z.Title),
			engine.Say("%s: move the card from %s to %s", seat, here, z.Title))
	default:
		d.tell(i, engine.Say("%s: %s does not belong on %s; take it away", seat, s.term(), here),
			engine.Say("%s: the card on %s does not belong there; take it away", seat, here))
	}
}

// playable reports whether s could be played where it lies.
func (d *reconciler) playable(s misplacedCard) bool {
	p := &d.readers[s.reader]
	return len(d.match(engine.BySeat(p.Seat, d.Legal), s.laidCard, string(p.Seat), p.Fields[0])) == 1
}

// covered reports whether one of the cards that lie on the field is one that the game has there.
func (d *reconciler) covered(i int) bool {
	name, _ := d.readers[i].field()
	z, _ := d.View.Zone(d.readers[i].Seat, name)
	return slices.ContainsFunc(d.readers[i].lying, func(k laidCard) bool { return d.holds(z, k) })
}

// leaving reports whether the top card that the game has on the field may be on its way.
func (d *reconciler) leaving(i int) bool {
	name, _ := d.readers[i].field()
	z, _ := d.View.Zone(d.readers[i].Seat, name)
	top, ok := z.Top()
	return ok && slices.ContainsFunc(d.readers[i].lying, func(k laidCard) bool { return k.quiet && d.is(z.Seat, top, k) })
}

// nowhere reports a card at a reader whose field its seat does not have, in this game or yet.
func (d *reconciler) nowhere(i int) {
	p := &d.readers[i]
	if len(p.lying) > 0 && slices.ContainsFunc(d.View.Seats, func(v engine.Place) bool { return v.Seat == p.Seat }) {
		both := engine.Say("%s: reader %s stands for no field of this game now; take the card away", p.Seat, engine.Term(p.Name))
		d.tell(i, both, both)
	}
}

func (d *reconciler) nameless(i int, k laidCard) {
	p := &d.readers[i]
	n := Notice{Reader: p.Name, Seat: p.Seat, UID: k.uid}
	n.Own = engine.Say("reader %s: this card has no name yet; name it on a phone or take it away", engine.Term(p.Name))
	n.Public = n.Own
	d.Notices = append(d.Notices, n)
}

// twice reports whether a second tag on the readers has the name of k: somebody has named one of
// them wrongly.
func (d *reconciler) twice(k laidCard) bool {
	return slices.ContainsFunc(d.readers, func(p readerState) bool {
		return slices.ContainsFunc(p.lying, func(o laidCard) bool { return o.uid != k.uid && slices.Equal(o.words, k.words) })
	})
}

func (d *reconciler) foreign(i int, owner engine.Seat) {
	seat := d.readers[i].Seat
	both := engine.Say("%s: this card belongs to %s; give it back", seat, owner)
	d.tell(i, both, both)
}

// title returns what people call the field of reader i.
func (d *reconciler) title(i int) engine.Text {
	name, _ := d.readers[i].field()
	z, _ := d.View.Zone(d.readers[i].Seat, name)
	return z.Title
}
