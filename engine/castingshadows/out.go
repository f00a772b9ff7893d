package castingshadows

import "arbiter/engine"

// Out is a character without hit points: it leaves the game (ruling out).
type Out struct{ Seat engine.Seat }

func (e Out) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	p := &s.players[i]
	for _, c := range p.opened() {
		s.discard |= only(c)
	}
	for range p.down {
		s.traps.back(0)
	}
	s.traps.buried |= p.traps
	s.clear(i)
	s.owed[i] = 0
	*p = player{out: true, fell: s.seating.count - uint8(s.left()) + 1, shadow: p.shadow}
	if i == s.turn {
		s.summon, s.points = false, 0
	}
}

func (e Out) tell() engine.Text { return engine.Say("%s is out", e.Seat) }

func (Out) why(*State) engine.Reason { return engine.Reason{Rule: rulingOut, Source: sourceHealth} }

// win ends the game when one character is left.
func (r *resolution) win() bool {
	for i := range r.count() {
		if !r.players[i].out {
			emit(r, Won{r.seat(i)})
		}
	}
	return true
}

// Won ends the game.
type Won struct{ Seat engine.Seat }

func (e Won) apply(s *State) { s.over, s.winner = true, s.find(e.Seat) }

func (e Won) tell() engine.Text { return engine.Say("%s is the last one standing and wins", e.Seat) }

func (Won) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Who is left alone wins."), Source: sourceEnd}
}
