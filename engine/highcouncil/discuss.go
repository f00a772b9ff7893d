package highcouncil

import "arbiter/engine"

// Discussing: the open cards bring arguments.

func (s *State) checkDiscuss(c Discuss) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	subject := s.subject()
	switch {
	case s.open[0] == 0:
		return engine.Refuse("first play the cards to discuss with")
	case !c.Color.isArgument():
		return engine.Refuse("there are no such arguments: %s", c.Color.term())
	case subject != 0 && subject != c.Color:
		return engine.Refuse("these cards bring arguments of this color: %s", subject.term())
	case s.free(s.side(s.turn), c.Color) == 0:
		return engine.Refuse("no argument of this color can be taken: %s", c.Color.term())
	}
	return nil
}

// subject returns the color that the open cards bring, none if the seat chooses.
func (s *State) subject() Color {
	for _, c := range s.opened() {
		if color := c.color(); color != Black {
			return color
		}
	}
	return 0
}

// discuss takes as many arguments as there are open cards and as the faction may
// have (ruling cap). A trilithon card brings two, each of any color.
func (t *round) discuss(c Discuss) {
	n := min(uint8(len(t.opened())), t.free(t.side(t.turn), c.Color))
	t.emit(Argued{c.Seat, Delta(n), c.Color})
	if t.open[0].number() == 0 && t.owed == 0 && t.anyFree() {
		t.emit(Owed{c.Seat, 1})
		return
	}
	t.emit(Discussed{c.Seat})
	t.draw()
}

// anyFree tells whether the acting faction may take any argument.
func (s *State) anyFree() bool {
	for c := White; c.isArgument(); c++ {
		if s.free(s.side(s.turn), c) > 0 {
			return true
		}
	}
	return false
}
