package position

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Frozen is a seat that does not travel in its next turn.
type Frozen struct {
	Seat engine.Seat
	By   printed.Name
}

func (e Frozen) Apply(s *State) { s.Player(e.Seat).FrozenNext = true }

func (e Frozen) Tell() engine.Text {
	return engine.Say("%s is frozen by %s", e.Seat, e.By.Term())
}

func (Frozen) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Who is frozen does not travel in the next turn."), Source: sourcePrinted}
}

// Thaw goes on to the next turn, that of the seat in this place.
func (s *State) Thaw(turn int8) {
	for i := range s.Players {
		p := &s.Players[i]
		p.Frozen = int8(i) == turn && p.FrozenNext
		p.FrozenNext = p.FrozenNext && int8(i) != turn
	}
}
