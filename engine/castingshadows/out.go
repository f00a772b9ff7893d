package castingshadows

import "arbiter/engine"

// Out is a character without hit points leaving the game (ruling out).
type Out struct{ Seat engine.Seat }

func (e Out) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	p := &s.Players[i]
	for _, c := range p.Opened() {
		s.Discard.add(c)
	}
	s.Counterspells.bury(p.Down, p.Counterspells, !s.Seating.InOrder)
	s.clear(i)
	s.Owed[i] = 0
	*p = player{Out: true, Fell: s.Seating.Count - uint8(s.left()) + 1, Shadow: p.Shadow}
	if i == s.Turn {
		s.Summon, s.Points = false, 0
	}
}

func (e Out) Tell() engine.Text      { return engine.Say("%s is out", e.Seat) }
func (Out) Why(*State) engine.Reason { return engine.Reason{Rule: rulingOut, Source: sourceHealth} }

// win ends the game when one character is left.
func (r *resolution) win() bool {
	for i := range r.Count() {
		if !r.Players[i].Out {
			emit(r, Won{r.seat(i)})
		}
	}
	return true
}

// Won ends the game.
type Won struct{ Seat engine.Seat }

func (e Won) Apply(s *State)    { s.Over, s.Winner = true, s.Find(e.Seat) }
func (e Won) Tell() engine.Text { return engine.Say("%s is the last one standing and wins", e.Seat) }

func (Won) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Who is left alone wins."), Source: sourceEnd}
}
