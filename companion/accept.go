package companion

import (
	"slices"

	"arbiter/engine"
)

// A card may lie where the game does not have it although the rules would allow
// it there: it was undone, or lay there before the program began, or was pushed
// below another. Then its seat may have the game follow the cardboard.

// mostAmends bounds how many commands follow from one acceptance: five cards that
// are taken back and laid anew, and some.
const mostAmends = 12

// amends are the commands of a seat after which the game has its cards as they
// lie; none if the rules do not allow that.
func (d *desk) amends(seat engine.Seat) []engine.Command {
	if d.state == nil || d.settling {
		return nil
	}
	e := desk{scene: d.scene}
	var played []engine.Command
	for range mostAmends {
		c := e.amend(seat)
		if c == nil {
			break
		}
		next, events, err := engine.Step(e.state, c)
		if err != nil || engine.Revealing(engine.Entry{Events: events}) {
			return nil
		}
		played = append(played, c)
		e.state = next
		e.view, e.legal = e.state.View(), e.state.Legal()
	}
	if !e.follows(seat) {
		return nil
	}
	return played
}

// amend is the next command: first what does not lie there is taken back, then
// what lies there is laid, upon the card beneath if the rules allow it, else in
// its place.
func (d *desk) amend(seat engine.Seat) engine.Command {
	for _, z := range d.laid(seat) {
		if top, ok := z.Top(); ok && !z.lies(d, top) {
			if c := d.only(z, string(top.Name)); c != nil {
				return c
			}
		}
	}
	for _, z := range d.laid(seat) {
		k, ok := z.stray(d)
		if !ok {
			continue
		}
		if c := d.only(z, k.words...); c != nil {
			return c
		}
		top, ok := z.Top()
		if c := d.only(z, string(top.Name)); ok && c != nil {
			return c
		}
	}
	return nil
}

// follows tells whether the game has what lies uppermost on each field.
func (d *desk) follows(seat engine.Seat) bool {
	return !slices.ContainsFunc(d.laid(seat), func(z laid) bool {
		_, stray := z.stray(d)
		top, ok := z.Top()
		return stray || ok && !z.lies(d, top)
	})
}

// A laid zone is a field with the reader that says what lies there.
type laid struct {
	engine.Zone
	place *place
}

// laid are the fields of a seat whose readers can be believed.
func (d *desk) laid(seat engine.Seat) (all []laid) {
	for i := range d.places {
		p := &d.places[i]
		name, ok := p.field()
		if !ok || p.Seat != seat || p.down || p.unreadable {
			continue
		}
		if z, ok := d.view.Zone(seat, name); ok {
			all = append(all, laid{z, p})
		}
	}
	return all
}

func (z laid) lies(d *desk, c engine.Card) bool {
	return slices.ContainsFunc(z.place.lying, func(k card) bool { return d.is(z.Seat, c, k) })
}

// stray is the card that was laid there last, if the game does not have it there.
func (z laid) stray(d *desk) (card, bool) {
	n := len(z.place.lying)
	if n == 0 || d.holds(z.Zone, z.place.lying[n-1]) {
		return card{}, false
	}
	return z.place.lying[n-1], true
}

// only is the one command of the zone's seat with these words, nil if there is
// none or more than one.
func (d *desk) only(z laid, words ...string) engine.Command {
	m := engine.Match(engine.Of(z.Seat, d.legal), append([]string{string(z.Seat), z.Name}, words...)...)
	if len(m) != 1 {
		return nil
	}
	return m[0]
}

// accept plays what makes the game follow the cards of a seat.
func (t *Table) accept(seat engine.Seat, version int) (Answer, error) {
	g := t.game
	switch {
	case g == nil:
		return Answer{}, engine.Refuse("no game is running")
	case !slices.Contains(g.people, seat):
		return Answer{}, engine.Refuse("whoever only watches cannot act")
	case g.doubt != nil:
		return Answer{}, undecided()
	case version != g.session.Version():
		return Answer{}, stale()
	case g.veiled(seat):
		return Answer{}, veiling()
	}
	concerned := slices.DeleteFunc(slices.Clone(t.notices), func(n notice) bool { return n.seat != seat })
	if len(concerned) == 0 {
		return Answer{}, engine.Refuse("%s: the cards lie as the game has them", seat)
	}
	offered := slices.IndexFunc(concerned, func(n notice) bool { return len(n.amends) > 0 })
	if offered < 0 {
		return Answer{}, engine.Refuse("%s: the rules do not allow the cards as they lie; do what the notice says", seat)
	}
	defer t.refresh()
	for _, c := range concerned[offered].amends {
		if _, err := t.play(c); err != nil {
			return Answer{}, err
		}
	}
	return Answer{Version: g.session.Version()}, nil
}
