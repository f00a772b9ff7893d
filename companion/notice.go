package companion

import "arbiter/engine"

// A notice is a Notice in two wordings: for the seat that it concerns, which
// may know its own cards, and for everybody else.
type notice struct {
	reader      string
	seat        engine.Seat
	own, public engine.Text
	uid         string           // of a card without a name; for the seat only, if there is one
	amends      []engine.Command // with which the seat may accept the cards as they lie
}

// to returns the notice as seat may read it. Tell puts commands into words.
func (n notice) to(seat engine.Seat, tell func(any) engine.Text) Notice {
	if n.seat != "" && n.seat != seat {
		return Notice{Reader: n.reader, Seat: n.seat, Text: n.public}
	}
	out := Notice{Reader: n.reader, Seat: n.seat, Text: n.own, UID: n.uid}
	for _, c := range n.amends {
		out.Accept = append(out.Accept, tell(c))
	}
	return out
}
