package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is printed and nobody has told is asked for when it matters (ruling printed): effects
// by Reads, prices here. People pay, and state what is left. The moment of a counterspell that
// nobody has told only its holder can read: it is turned up whenever the holder says so.

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

// anyMoment: an own counterspell of which nobody has told when it may be turned up.
func (s *State) anyMoment(i int8, c printed.Card) refusal {
	switch {
	case i < 0:
		return refuse("only players do that")
	case !s.mayHold(i).has(c):
		return refuse("%s does not lie face down before %s", cardWord(c), seatWord(i))
	case s.facts.Told(c.Name()):
		return refuse("this is not the moment of %s", cardWord(c))
	}
	return cmp.Or(s.keepsAll(), s.free())
}

// turnsUpUntold lists the untold counterspells of all seats.
func (s *State) turnsUpUntold(all []engine.Command) []engine.Command {
	for i := range s.count() {
		for t := s.mayHold(i); t != 0; t &= t - 1 {
			if s.anyMoment(i, t.first()).Allowed() {
				all = append(all, TurnUp{s.seat(i), t.first()})
			}
		}
	}
	return all
}

// TurnUp turns an untold counterspell up while nobody is asked (ruling trap-unknown).
type TurnUp struct {
	Seat engine.Seat
	Card printed.Card
}

// By is the seat.
func (c TurnUp) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c TurnUp) Aims() []string { return cardAims(c.Card) }

// Unasked tells that nobody waits for it.
func (TurnUp) Unasked() {}

func (c TurnUp) check(s *State) refusal { return s.anyMoment(s.find(c.Seat), c.Card) }

func (c TurnUp) play(r *resolution) {
	emit(r, Turned(c))
	emit(r, Counters{c.Seat, c.Card, printed.Always})
}

func (c TurnUp) tell() engine.Text { return Answer(c).tell() }
