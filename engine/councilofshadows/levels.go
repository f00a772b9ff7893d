package councilofshadows

import "arbiter/engine"

// Level-ups (rulebook, "Dark Tech"): energy that reaches consumption is handed
// over; the marker goes back by that much and turns to the next level.

// levelUps raises the levels of a player whose energy has reached its
// consumption, one after the other (rulings reach, two-levels). It returns true
// if a Dark Tech card has to be chosen before it can go on.
func (t *turn) levelUps(i int8) bool {
	for t.players[i].reached() {
		t.rise(i)
		p := &t.players[i]
		if p.robot() {
			continue
		}
		switch p.level {
		case 1:
			t.emit(Due{p.seat, DarkTech1})
			return true
		case 2:
			t.emit(Due{p.seat, DarkTech2})
			return true
		}
	}
	return false
}

func (t *turn) rise(i int8) {
	p := t.players[i]
	t.emit(Level{p.seat, p.level + 1}, Energy{p.seat, Delta(-p.consumption), LevelUp})
	if p.level+1 == topLevel && t.throne < 0 && t.phase != PhaseFinal {
		t.emit(Throne{p.seat})
	}
}

// compensate gives gems to those who lag behind (ruling compensation): level I
// gives each level 0 a gold gem; level II gives each level I a gold gem and each
// level 0 a gold and a transparent one.
func (t *turn) compensate(level uint8) {
	for _, i := range t.ordered() {
		p := &t.players[i]
		if p.robot() || p.level >= level {
			continue
		}
		t.emit(Receives{p.seat, Gold, 1})
		if level == 2 && p.level == 0 {
			t.emit(Receives{p.seat, Crystal, 1})
		}
	}
}

func (s *State) checkChoose(c Choose) error {
	switch {
	case s.due.who < 0 || s.due.what != DarkTech1 && s.due.what != DarkTech2:
		return engine.Refuse("nobody chooses a Dark Tech card now")
	case s.players[s.due.who].seat != c.Seat:
		return s.refuseDue()
	case c.Tech.pile() == None:
		return engine.Refuse("%s is no Dark Tech card", c.Tech.term())
	case c.Tech.pile() != s.due.what:
		return engine.Refuse("%s belongs to the other pile; now choose from %s", c.Tech.term(), s.due.what.term())
	}
	if s.inBox(c.Tech) {
		return engine.Refuse("%s was put into the box", c.Tech.term())
	}
	for i := range s.seats() {
		if q := &s.players[i]; q.knows(c.Tech) {
			return engine.Refuse("%s has %s already", q.seat, c.Tech.term())
		}
	}
	return nil
}

// dueCommands lists what the seat that has something due may do.
func (s *State) dueCommands(all []engine.Command) []engine.Command {
	seat, what := s.players[s.due.who].seat, s.due.what
	switch {
	case what == DarkTech1 || what == DarkTech2:
		for tech := NewStargate; tech <= ExtraSettlement; tech++ {
			all = append(all, Choose{seat, tech})
		}
	case what.isProject():
		all = append(all, values(what)...)
	case what == InformationEdge:
		for i := firstAI; i < firstAutoma; i++ {
			all = append(all, Take{seat, i})
		}
		all = append(all, Pass{seat})
	case s.full && s.working():
		all = s.workCommands(all)
	default:
		all = append(append(all, gainsOf(seat, None)...), Pass{seat})
	}
	return all
}
