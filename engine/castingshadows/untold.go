package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is printed and nobody has told is asked for when it matters (ruling printed): effects
// by Reads, prices here. People pay, and state what is left.

// priced reports whether what a card costs has been told.
func (s *State) priced(c printed.Card) bool {
	_, _, told := s.facts.Price(c.Name())
	return told
}

// ReadsPrice is a price that is read out; people pay it.
type ReadsPrice struct {
	Seat engine.Seat
	Of   printed.Name
}

// apply: of no moment nothing printed is carried out, so that paying is all.
func (e ReadsPrice) apply(s *State) {
	s.push(frame{kind: doing, seat: s.find(e.Seat), of: e.Of, against: -1, reads: true})
}

func (e ReadsPrice) tell() engine.Text {
	return engine.Say("%s: pay what %s costs", e.Seat, e.Of.Term())
}

func (ReadsPrice) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingPrinted, Source: sourceRuling}
}

// isPrice reports whether what was read out is a price.
func (f *frame) isPrice() bool { return f.reads && f.when == 0 }
