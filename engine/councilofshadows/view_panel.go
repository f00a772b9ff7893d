package councilofshadows

import "arbiter/engine"

// forPanels adds what people read from two metres away: who has planned, what decided the order
// until somebody acts, and the ranks at the end.
func (s *State) forPanels(v *engine.View) {
	v.Window = s.phase == PhasePlan && s.due.who < 0
	switch {
	case s.phase == PhaseOver:
		v.Headline = s.victory()
	case v.Window:
		v.Headline = s.readiness()
	case s.ordering():
		v.Headline = s.decision()
		for n := range v.Seats {
			p := s.player(v.Seats[n].Seat)
			v.Seats[n].Moved = int(p.applied)
			for _, card := range s.visible(p) {
				v.Seats[n].Shown = append(v.Seats[n].Shown, int(s.value(card)))
			}
		}
	}
	v.MarkRanks(s.ranks())
}

// readiness says how many have planned, if several people play.
func (s *State) readiness() engine.Text {
	ready, people := 0, 0
	for i := range s.seats() {
		p := &s.players[i]
		if p.robot() {
			continue
		}
		if people++; p.ready {
			ready++
		}
	}
	if people < 2 {
		return engine.Text{}
	}
	return engine.Say("%d of %d ready", ready, people)
}

// ordering reports whether nobody has acted since the cards were shown. Outside the full book that
// is unknown if the active seat was the last to gain energy.
func (s *State) ordering() bool {
	return s.phase == PhaseAct && s.step == stepMain && s.due.who < 0 && s.turn == s.first() && s.inPlay.card == None && s.automa.did == 0 &&
		(s.full || s.clock == 0 || s.active().arrived != s.clock)
}

// decision says who begins, and why.
func (s *State) decision() engine.Text {
	order := s.ordered()
	first := &s.players[order[0]]
	if len(order) > 1 {
		if next := &s.players[order[1]]; first.applied > next.applied {
			return engine.Say("%s begins: %d beats %d", first.seat, int(first.applied), int(next.applied))
		}
	}
	return engine.Say("%s begins", first.seat)
}

// victory says who has won, if there is a single winner.
func (s *State) victory() (won engine.Text) {
	for i := range s.seats() {
		switch p := &s.players[i]; {
		case p.winner && !won.IsZero():
			return engine.Text{}
		case p.winner:
			won = engine.Say("%s wins", p.seat)
		}
	}
	return won
}
