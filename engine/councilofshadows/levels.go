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
			emit(t, Due{p.seat, DarkTech1})
			return true
		case 2:
			emit(t, Due{p.seat, DarkTech2})
			return true
		}
	}
	return false
}

func (t *turn) rise(i int8) {
	p := t.players[i]
	emit(t, Level{p.seat, p.level + 1})
	emit(t, Energy{p.seat, Delta(-p.consumption), LevelUp})
	if p.level+1 == topLevel && t.throne < 0 && t.phase != PhaseFinal {
		emit(t, Throne{p.seat})
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
		emit(t, Receives{p.seat, Gold, 1})
		if level == 2 && p.level == 0 {
			emit(t, Receives{p.seat, Crystal, 1})
		}
	}
}

// knower is who has taken a Dark Tech card, nil if nobody has.
func (s *State) knower(tech Item) *player {
	for i := range s.seats() {
		if p := &s.players[i]; p.knows(tech) {
			return p
		}
	}
	return nil
}

// dueCommands lists what the seat that has something due may do, and tells whether
// all of that is allowed.
func (s *State) dueCommands(all []engine.Command) (_ []engine.Command, sure bool) {
	say, what := s.say(s.due.who), s.due.what
	switch {
	case what == DarkTech1 || what == DarkTech2:
		return s.choices(all, say), true
	case what.isProject():
		return append(all, values(what)...), true
	case what == InformationEdge:
		return s.takes(all, say), true
	case s.full && s.working():
		return s.workCommands(all), true
	case s.full:
		return append(all, say.pass), false
	}
	return append(s.gainsOf(all, s.due.who), say.pass), true
}

// choices lists the Dark Tech cards of the due pile that are left.
func (s *State) choices(all []engine.Command, say *sayings) []engine.Command {
	for n, c := range say.choose {
		if tech := NewStargate + Item(n); tech.pile() == s.due.what && !s.inBox(tech) && s.knower(tech) == nil {
			all = append(all, c)
		}
	}
	return all
}

// takes lists what Information edge may bring.
func (s *State) takes(all []engine.Command, say *sayings) []engine.Command {
	for n, c := range say.take {
		if s.isFree(firstAI + Item(n)) {
			all = append(all, c)
		}
	}
	if s.full && s.displayed() {
		return all
	}
	return append(all, say.pass)
}
