package councilofshadows

import "arbiter/engine"

// settles tells which debt a command settles.
func settles(c engine.Command) debt {
	switch c.(type) {
	case Draw:
		return owesDraw
	case Place:
		return owesPlace
	case Refill:
		return owesRefill
	case Deal:
		return owesDeal
	case Return:
		return owesReturn
	case Remove:
		return owesRemoval
	}
	return owesNothing
}

// mustAct refuses a seat whose part of the phase it is not, or that has
// something else to do first.
func (s *State) mustAct(seat engine.Seat, phase PhaseName) error {
	switch {
	case s.due.who >= 0:
		return s.refuseDue()
	case s.phase != phase:
		return engine.Refuse("that belongs to another phase; now it is: %s", s.phase.title())
	case s.turn < 0 || s.active().seat != seat:
		return engine.Refuse("it is not %s's turn but %s's", seat, s.active().seat)
	}
	return nil
}

func (s *State) refuseDue() error {
	p := s.players[s.due.who]
	if s.due.what == DarkTech1 || s.due.what == DarkTech2 {
		return engine.Refuse("first %s chooses a Dark Tech card", p.seat)
	}
	if s.due.what.isProject() {
		return engine.Refuse("first tell how much energy %s gives", s.due.what.term())
	}
	return engine.Refuse("first %s carries out %s", p.seat, s.due.what.term())
}
