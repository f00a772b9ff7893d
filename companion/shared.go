package companion

import (
	"arbiter/engine"
	"arbiter/setups"
)

// shared reads the cards that are shown at a reader which is no field: each is
// read once, when it arrives.
func (d *desk) shared(i int) {
	p := &d.places[i]
	for _, k := range p.lying {
		if k.mark == spent || k.mark == rested || p.asked != nil && p.asked.uid == k.uid {
			continue
		}
		d.shown(i, k)
	}
	if p.asked != nil {
		d.question(i, *p.asked)
	}
}

func (d *desk) shown(i int, k card) {
	if len(k.words) == 0 {
		d.nameless(i, k)
		return
	}
	if k.mark == refused {
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

// placed tells whether a zone of this reader has the card already.
func (d *desk) placed(i int, k card) bool {
	for _, f := range d.places[i].Fields {
		if z, ok := d.view.Zone(d.places[i].Seat, f); ok && d.holds(z, k) {
			return true
		}
	}
	return false
}

// meant returns the commands that a card shown here can mean: the first empty
// field that takes it, else whatever the seat may do with it, else, at a reader
// for everything, whatever anybody may.
func (d *desk) meant(i int, k card) []engine.Command {
	p := &d.places[i]
	if p.Seat == "" {
		return d.match(d.legal, k)
	}
	own := engine.Of(p.Seat, d.legal)
	for _, f := range p.Fields {
		if z, ok := d.view.Zone(p.Seat, f); ok && len(z.Cards) == 0 {
			if m := d.match(own, k, string(p.Seat), f); len(m) == 1 {
				return m
			}
		}
	}
	if m := d.match(own, k, string(p.Seat)); len(m) > 0 || p.Role != setups.RoleTable {
		return m
	}
	return d.match(d.legal, k)
}

// question asks what k means, for as long as there is a choice.
func (d *desk) question(i int, k card) {
	p := &d.places[i]
	if d.placed(i, k) || len(d.meant(i, k)) < 2 {
		d.asked[i] = nil
		return
	}
	d.ask(i, k, d.pressing[p.Seat] || d.pressing[""])
}

// ask says what k is asked, and where one can choose.
func (d *desk) ask(i int, k card, buttons bool) {
	p := &d.places[i]
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

func (d *desk) useless(i int, k card) {
	p := &d.places[i]
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
