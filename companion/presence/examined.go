package presence

import (
	"slices"

	"arbiter/engine"
)

// A seat may ask which card it lays next: for people who cannot see it, or do not read its
// language. The card is told to that seat alone, which may rename it, and counts as not laid for as
// long as it stays on the reader.

// An examined card lies on a reader for the seat that has asked.
type examined struct {
	laidCard
	seat engine.Seat
}

// Inquire tells a seat about its next card; a second call cancels the first.
func (r *Readers) Inquire(seat engine.Seat) {
	if i := slices.Index(r.inquiring, seat); i >= 0 {
		r.inquiring = slices.Delete(r.inquiring, i, i+1)
		return
	}
	r.inquiring = append(r.inquiring, seat)
}

// Forget ends all inquiries, because their game is over.
func (r *Readers) Forget() {
	r.inquiring = nil
	for i := range r.states {
		r.states[i].examined = nil
	}
}

// examine takes a card that a seat has asked about. On a reader of several seats it belongs to the
// one that asks.
func (r *Readers) examine(p *readerState, k laidCard) bool {
	i := slices.IndexFunc(r.inquiring, func(s engine.Seat) bool { return s == p.Seat || p.Seat == "" && len(r.inquiring) == 1 })
	if i < 0 {
		return false
	}
	p.examined = append(p.examined, examined{k, r.inquiring[i]})
	r.inquiring = slices.Delete(r.inquiring, i, i+1)
	return true
}

// Inquiries returns what seats are told that have asked, and nobody else.
func (r *Readers) Inquiries() (all []Notice) {
	for _, s := range r.inquiring {
		all = append(all, Notice{Seat: s, Own: engine.Say("Lay a card on your reader: you alone are told which one it is, and it is not played.")})
	}
	for _, p := range r.states {
		for _, k := range p.examined {
			text := engine.Say("This card has no name yet. It is not played; take it up.")
			if len(k.words) > 0 {
				text = engine.Say("This card is: %s. It is not played; take it up.", k.term())
			}
			all = append(all, Notice{Reader: p.Name, Seat: k.seat, Own: text, UID: k.uid})
		}
	}
	return all
}
