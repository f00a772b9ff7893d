package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Peeked is a face-down card of another seat that a seat has looked at; without a card, all that it
// may look at. Only the two seats know which.
type Peeked struct {
	Seat engine.Seat
	At   engine.Seat
	Card printed.Card `word:"optional"`
}

// Cover hides from everybody else which card it is.
func (e Peeked) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat && seat != e.At {
		e.Card = 0
	}
	return e
}

// MarshalJSON returns an error: the card is hidden.
func (Peeked) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals implements engine.Reveal: the seat has seen the card.
func (Peeked) Reveals() {}

func (e Peeked) Apply(s *State) { s.player(e.At).Counterspells |= oneCounterspell(e.Card) }

func (e Peeked) Tell() engine.Text {
	if e.Card != 0 {
		return engine.Say("%s looks at %s of %s", e.Seat, e.Card.Term(), e.At)
	}
	return engine.Say("%s looks at a face-down card of %s", e.Seat, e.At)
}
