package presence

import (
	"slices"
	"time"

	"arbiter/engine"
	"arbiter/hw"
)

// Covers is what the table tells the readers about cards that lie on top of each other. hw.Watcher
// is one.
type Covers interface {
	// Cover says which of the cards on a reader lie under others: if they fall silent, they have
	// not left.
	Cover(reader string, uids ...hw.UID)
	// Certainty returns how surely the reader hears the card now.
	Certainty(reader string, uid hw.UID) hw.Certainty
}

// arrive puts k on top of what lies at p. A card that the reader still heard when k came lies
// beneath it; one that had fallen silent may have been taken away; the order of cards that were
// found together is unknown.
func (p *readerState) arrive(k laidCard, s Covers) {
	p.lying = without(p.lying, k.uid)
	for i := range p.lying {
		below := &p.lying[i]
		u, err := hw.ParseUID(below.uid)
		switch {
		case err != nil || s == nil || !below.since.Before(k.since):
		case s.Certainty(p.Name, u) == hw.Present:
			below.under = k.uid
		case !slices.Contains(p.covered, u):
			below.quiet = true
		}
	}
	p.lying = append(p.lying, k)
}

// ListenAgain is the pause before a card that may be leaving is listened for again.
const ListenAgain = 500 * time.Millisecond

// Uncertain reports whether a card may be leaving.
func (r *Readers) Uncertain() bool {
	return slices.ContainsFunc(r.states, func(p readerState) bool {
		return slices.ContainsFunc(p.lying, func(k laidCard) bool { return k.quiet })
	})
}

// Listen finds the cards that have stayed after all, and reports whether there are any.
func (r *Readers) Listen(s Covers) (stay bool) {
	for i := range r.states {
		for j := range r.states[i].lying {
			k := &r.states[i].lying[j]
			if u, err := hw.ParseUID(k.uid); err == nil && k.quiet && s.Certainty(r.states[i].Name, u) == hw.Present {
				k.quiet, stay = false, true
			}
		}
	}
	return stay
}

// below returns the cards on a field that may fall silent: the game has them there, and another
// card lies on top of them, which is either the top card of the game, or one that the game does not
// have there and that came while they were heard.
func (d *reconciler) below(i int) (below []hw.UID) {
	p := &d.readers[i]
	name, ok := p.field()
	if !ok {
		return nil
	}
	z, _ := d.View.Zone(p.Seat, name)
	top, ok := z.Top()
	if !ok {
		return nil
	}
	lies := func(is func(laidCard) bool) bool { return slices.ContainsFunc(p.lying, is) }
	stacked := lies(func(k laidCard) bool { return d.is(z.Seat, top, k) })
	for _, k := range p.lying {
		beneath := stacked && !d.is(z.Seat, top, k)
		under := k.under != "" && lies(func(o laidCard) bool { return o.uid == k.under && !d.holds(z, o) })
		if u, err := hw.ParseUID(k.uid); err == nil && d.holds(z, k) && (beneath || under) {
			below = append(below, u)
		}
	}
	return below
}

// Cover tells the readers which cards lie under others in a game, as far as they do not know yet.
func (r *Readers) Cover(v engine.View, s Covers) {
	for i := range r.states {
		p := &r.states[i]
		below := (&reconciler{Input: Input{View: v}, readers: r.states}).below(i)
		if slices.Equal(below, p.covered) {
			continue
		}
		p.covered = below
		s.Cover(p.Name, below...)
	}
}
