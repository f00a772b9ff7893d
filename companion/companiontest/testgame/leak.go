package testgame

import "arbiter/engine"

// Spilled is Placed by a game that forgets to cover it: the control of tests that
// look for secrets.
type Spilled struct {
	Seat  engine.Seat
	Field int
	Card  string
}

func (e Spilled) Apply(s *state) { Placed(e).Apply(s) }
