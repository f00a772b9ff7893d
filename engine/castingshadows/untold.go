package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is printed and has not been told to the program is asked for when it matters (ruling
// printed): effects by Reads, prices here. People pay, and state what is left. The moment of an
// untold counterspell can be read only by its holder, so it is turned up whenever the holder says.

// priced reports whether what a card costs has been told.
func (s *State) priced(c printed.Card) bool {
	_, _, told := s.Facts.Price(c.Name())
	return told
}

// ReadsPrice is a price that is read out and that people pay.
type ReadsPrice struct {
	Seat engine.Seat
	Of   printed.Name
}

// Apply pushes a frame without a moment: nothing printed is carried out, only the price is paid.
func (e ReadsPrice) Apply(s *State) {
	s.push(frame{Kind: doing, Seat: s.Find(e.Seat), Of: e.Of, Against: -1, Reads: true})
}

func (e ReadsPrice) Tell() engine.Text {
	return engine.Say("%s: pay what %s costs", e.Seat, e.Of.Term())
}

func (ReadsPrice) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingPrinted, Source: sourceRuling}
}

// anyMoment allows a counterspell of the seat whose moment is unknown.
func (s *State) anyMoment(i int8, c printed.Card) refusal {
	switch {
	case i < 0:
		return refuse("only players do that")
	case !s.mayHold(i).has(c):
		return refuse("%s does not lie face down before %s", cardWord(c), seatWord(i))
	case s.Facts.Told(c.Name()):
		return refuse("this is not the moment of %s", cardWord(c))
	}
	return cmp.Or(s.keepsAll(), s.free())
}

// turnsUpUntold lists the untold counterspells of all seats.
func (s *State) turnsUpUntold(all []engine.Command) []engine.Command {
	for i := range s.Count() {
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

func (c TurnUp) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c TurnUp) Aims() []string { return cardAims(c.Card) }

// Unasked implements engine.Unasked: nobody waits for it.
func (TurnUp) Unasked() {}

func (c TurnUp) Check(s *State) refusal { return s.anyMoment(s.Find(c.Seat), c.Card) }

func (c TurnUp) Play(r *resolution) {
	emit(r, Turned(c))
	emit(r, Counters{Seat: c.Seat, Card: c.Card, When: printed.Always})
}

func (c TurnUp) Tell() engine.Text { return Answer(c).Tell() }
func (TurnUp) Verb() engine.Text   { return engine.Say("Turn up") }
