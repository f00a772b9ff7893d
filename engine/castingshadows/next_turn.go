package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Effects on a seat's next turn: it does not travel, or rolls fewer dice.

// Frozen is a seat that does not travel in its next turn.
type Frozen struct {
	Seat engine.Seat
	By   printed.Name
}

func (e Frozen) Apply(s *State) { s.player(e.Seat).FrozenNext = true }

func (e Frozen) Tell() engine.Text {
	return engine.Say("%s is frozen by %s", e.Seat, e.By.Term())
}

func (Frozen) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Who is frozen does not travel in the next turn."), Source: sourcePrinted}
}

// Stunned is a seat that rolls N fewer dice in its next turn; if several effects say so, the
// largest number counts.
type Stunned struct {
	Seat engine.Seat
	N    uint8
	By   printed.Name
}

func (e Stunned) Apply(s *State) {
	p := s.player(e.Seat)
	p.Stunned = max(p.Stunned, min(e.N, printed.Dice-1))
}

func (e Stunned) Tell() engine.Text {
	return engine.Say("%[1]s is stunned by %[3]s: {one die|%[2]d dice} fewer", e.Seat, int(e.N), e.By.Term())
}

func (Stunned) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingStun, Source: sourceRuling}
}

// startsTurn puts into force what was announced for this turn of the seat, and ends what held in
// its previous one.
func (s *State) startsTurn(turn int8) {
	s.Fewer, s.Players[turn].Stunned = s.Players[turn].Stunned, 0
	for i := range s.Players {
		p := &s.Players[i]
		p.Frozen = int8(i) == turn && p.FrozenNext
		p.FrozenNext = p.FrozenNext && int8(i) != turn
	}
}
