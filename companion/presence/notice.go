package presence

import "arbiter/engine"

// A Notice tells people about the cardboard or the readers in two wordings: for the seat
// that it concerns, which may know its own cards, and for everybody else.
type Notice struct {
	Reader      string
	Seat        engine.Seat
	Own, Public engine.Text
	UID         string           // of a card without a name; for the seat only, if there is one
	Accept      []engine.Command // with which the seat may accept the cards as they lie
}

// For returns the notice in the wording for seat, and reports whether that is the seat's own.
func (n Notice) For(seat engine.Seat) (engine.Text, bool) {
	if n.Seat != "" && n.Seat != seat {
		return n.Public, false
	}
	return n.Own, true
}
