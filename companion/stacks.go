package companion

import (
	"slices"
	"time"

	"arbiter/engine"
	"arbiter/hw"
)

// Stacks is what the table tells the readers about cards that lie one upon the
// other. hw.Watcher is one.
type Stacks interface {
	// Cover says which of the cards on a reader lie below others: their silence
	// is no departure.
	Cover(reader string, uids ...hw.UID)
	// Answer tells whether the reader hears the card now.
	Answer(reader string, uid hw.UID) hw.Answer
}

// arrive puts k on top of what lies at p. A card that the reader still heard when
// k came lies beneath it; one that had fallen silent may have been taken away, and
// of cards that were found together nobody knows.
func (p *place) arrive(k card, s Stacks) {
	p.lying = without(p.lying, k.uid)
	for i := range p.lying {
		below := &p.lying[i]
		u, err := hw.ParseUID(below.uid)
		switch {
		case err != nil || s == nil || !below.since.Before(k.since):
		case s.Answer(p.Name, u) == hw.Present:
			below.under = k.uid
		case !slices.Contains(p.covered, u):
			below.quiet = true
		}
	}
	p.lying = append(p.lying, k)
}

// listenAgain is how long after a card that may be leaving has been listened to it
// is listened to again.
const listenAgain = 500 * time.Millisecond

// doubtful tells whether a card may be leaving.
func (b *bench) doubtful() bool {
	return slices.ContainsFunc(b.places, func(p place) bool { return slices.ContainsFunc(p.lying, func(k card) bool { return k.quiet }) })
}

// listen finds the cards that stay after all, and tells whether there are any.
func (b *bench) listen(s Stacks) (stay bool) {
	for i := range b.places {
		for j := range b.places[i].lying {
			k := &b.places[i].lying[j]
			if u, err := hw.ParseUID(k.uid); err == nil && k.quiet && s.Answer(b.places[i].Name, u) == hw.Present {
				k.quiet, stay = false, true
			}
		}
	}
	return stay
}

// cover tells the readers which cards lie below others.
func (t *Table) cover() {
	if t.opts.Stacks == nil {
		return
	}
	var v engine.View
	if t.game != nil {
		v = t.game.session.State().View()
	}
	for i := range t.bench.places {
		p := &t.bench.places[i]
		below := (&desk{scene: scene{places: t.bench.places, view: v}}).below(i)
		if slices.Equal(below, p.covered) {
			continue
		}
		p.covered = below
		t.opts.Stacks.Cover(p.Name, below...)
	}
}

// below lists the cards on a field that may fall silent: the game has them there,
// and another card lies upon them: the one that the game has on top, or one that
// the game does not have there and that came while they were heard.
func (d *desk) below(i int) (below []hw.UID) {
	p := &d.places[i]
	name, ok := p.field()
	if !ok {
		return nil
	}
	z, _ := d.view.Zone(p.Seat, name)
	top, ok := z.Top()
	if !ok {
		return nil
	}
	lies := func(is func(card) bool) bool { return slices.ContainsFunc(p.lying, is) }
	stacked := lies(func(k card) bool { return d.is(z.Seat, top, k) })
	for _, k := range p.lying {
		beneath := stacked && !d.is(z.Seat, top, k)
		under := k.under != "" && lies(func(o card) bool { return o.uid == k.under && !d.holds(z, o) })
		if u, err := hw.ParseUID(k.uid); err == nil && d.holds(z, k) && (beneath || under) {
			below = append(below, u)
		}
	}
	return below
}
