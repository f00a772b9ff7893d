package companion

import "arbiter/engine"

// A notice is a Notice in two wordings: for the seat that it concerns, which
// may know its own cards, and for everybody else.
type notice struct {
	reader      string
	seat        engine.Seat
	own, public engine.Text
	uid         string // of a card without a name; for the seat only, if there is one
}

// to returns the notice as seat may read it.
func (n notice) to(seat engine.Seat) Notice {
	if n.seat == "" || n.seat == seat {
		return Notice{n.reader, n.seat, n.own, n.uid}
	}
	return Notice{n.reader, n.seat, n.public, ""}
}
