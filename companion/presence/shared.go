package presence

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// shared handles the cards shown at a reader that is no field: each once, when it arrives.
func (d *reconciler) shared(i int) {
	p := &d.readers[i]
	for _, k := range p.lying {
		if k.outcome == spent || k.outcome == rested || p.asked != nil && p.asked.uid == k.uid {
			continue
		}
		d.shown(i, k)
	}
	if p.asked != nil {
		d.question(i, *p.asked)
	}
}

func (d *reconciler) shown(i int, k laidCard) {
	if len(k.words) == 0 {
		d.nameless(i, k)
		return
	}
	if k.outcome == refused {
		d.useless(i, k)
		return
	}
	if d.placed(i, k) {
		d.marked(i, k, spent)
		return
	}
	switch m := d.meant(i, k); len(m) {
	case 0:
		d.marked(i, k, refused)
		d.useless(i, k)
	case 1:
		d.marked(i, k, spent)
		d.play(i, m[0])
	default:
		d.marked(i, k, spent)
		d.asked[i] = &k
		d.question(i, k)
	}
}

// placed reports whether a zone of this reader has the card already.
func (d *reconciler) placed(i int, k laidCard) bool {
	for _, f := range d.readers[i].Fields {
		if z, ok := d.View.Zone(d.readers[i].Seat, f); ok && d.holds(z, k) {
			return true
		}
	}
	return false
}

// meant returns the commands that a card shown here can mean: the first empty field that takes it,
// else whatever the seat may do with it, else, at a reader for everything, whatever anybody may.
func (d *reconciler) meant(i int, k laidCard) []engine.Command {
	p := &d.readers[i]
	if p.Seat == "" {
		return d.match(d.Legal, k)
	}
	own := engine.BySeat(p.Seat, d.Legal)
	for _, f := range p.Fields {
		if z, ok := d.View.Zone(p.Seat, f); ok && len(z.Cards) == 0 {
			if m := d.match(own, k, string(p.Seat), f); len(m) == 1 {
				return m
			}
		}
	}
	if m := d.match(own, k, string(p.Seat)); len(m) > 0 || p.Role != setups.RoleTable {
		return m
	}
	return d.match(d.Legal, k)
}

// question asks what k means, for as long as there is a choice.
func (d *reconciler) question(i int, k laidCard) {
	p := &d.readers[i]
	if d.placed(i, k) || len(d.meant(i, k)) < 2 {
		d.asked[i] = nil
		return
	}
	d.ask(i, k, d.Pressing[p.Seat] || d.Pressing[""])
}

// ask says what is asked about k, and where to choose.
func (d *reconciler) ask(i int, k laidCard, buttons bool) {
	p := &d.readers[i]
	either := func(phone, both engine.Text) engine.Text {
		if buttons {
			return both
		}
		return phone
	}
	switch {
	case p.Seat == "":
		all := either(engine.Say("%s can mean several things; choose one on a phone", k.term()),
			engine.Say("%s can mean several things; choose one on a phone or with the buttons", k.term()))
		d.tell(i, all, all)
	case len(p.Fields) > 1:
		d.tell(i, either(engine.Say("%s: which field is %s for? Choose on a phone", p.Seat, k.term()),
			engine.Say("%s: which field is %s for? Choose on a phone or with the buttons", p.Seat, k.term())),
			either(engine.Say("%s: which field is the card for? Choose on a phone", p.Seat),
				engine.Say("%s: which field is the card for? Choose on a phone or with the buttons", p.Seat)))
	default:
		d.tell(i, either(engine.Say("%s: %s can mean several things; choose one on a phone", p.Seat, k.term()),
			engine.Say("%s: %s can mean several things; choose one on a phone or with the buttons", p.Seat, k.term())),
			either(engine.Say("%s: the card can mean several things; choose one on a phone", p.Seat),
				engine.Say("%s: the card can mean several things; choose one on a phone or with the buttons", p.Seat)))
	}
}

func (d *reconciler) useless(i int, k laidCard) {
	p := &d.readers[i]
	if p.Seat == "" {
		both := engine.Say("%s is of no use now; take it off the reader", k.term())
		d.tell(i, both, both)
		return
	}
	if owner := d.owner(k); owner != "" && owner != p.Seat {
		d.foreign(i, owner)
		return
	}
	d.tell(i, engine.Say("%s: %s is of no use now; take it off the reader", p.Seat, k.term()),
		engine.Say("%s: the card is of no use now; take it off the reader", p.Seat))
}

// A Meaning is one thing that a shown card can mean.
type Meaning struct {
	Command engine.Command
	Field   engine.Text // the field it is for; zero if the reader has none that the command names
}

// Meanings returns what the cards in question can mean, at the readers of a seat and at shared
// ones.
func (r *Readers) Meanings(seat engine.Seat, v engine.View, legal []engine.Command) (all []Meaning) {
	d := reconciler{Input: Input{View: v, Legal: legal}, readers: r.states}
	for i := range d.readers {
		p := &d.readers[i]
		if p.asked == nil || p.Seat != seat && p.Seat != "" {
			continue
		}
		for _, c := range d.meant(i, *p.asked) {
			all = append(all, Meaning{c, d.fieldOf(p, c)})
		}
	}
	return all
}

// fieldOf returns what people call the first field of a reader that a command names.
func (d *reconciler) fieldOf(p *readerState, c engine.Command) engine.Text {
	for _, f := range p.Fields {
		if z, ok := d.View.Zone(p.Seat, f); ok && slices.Contains(notation.Words(c), f) {
			return z.Title
		}
	}
	return engine.Text{}
}
