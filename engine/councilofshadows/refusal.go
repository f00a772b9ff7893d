package councilofshadows

import "arbiter/engine"

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

// mustFull refuses what belongs to the full book in another one, and seats that
// do not play.
func (s *State) mustFull(seat engine.Seat) error {
	if !s.full {
		return engine.Refuse("the cardboard keeps that in this game; it belongs to the full book")
	}
	return nil
}

// errCounted refuses reports in the full book.
func errCounted() error {
	return engine.Refuse("in the full book nothing is reported: the referee counts it itself")
}
