package councilofshadows

import "arbiter/engine"

// Legal lists what Decide accepts. Most lists hold only what is allowed; of the
// others check picks it.
func (s *State) Legal() []engine.Command {
	return s.list(make([]engine.Command, 0, usualLegal))
}

// Most lists are no longer than that.
const usualLegal = 16

// list appends what is legal to all.
func (s *State) list(all []engine.Command) []engine.Command {
	n := len(all)
	all, sure := s.candidates(all)
	if sure {
		return all
	}
	legal := all[:n]
	for _, c := range all[n:] {
		if s.check(c).allowed() {
			legal = append(legal, c)
		}
	}
	return legal
}

// candidates lists the commands that the phase and what is due may allow, in
// the order of the seats, and tells whether all of them are allowed.
func (s *State) candidates(all []engine.Command) (_ []engine.Command, sure bool) {
	if d := s.debt(); d != owesNothing {
		return s.debtCommands(all, d), true
	}
	if s.due.who >= 0 {
		return s.dueCommands(all)
	}
	switch s.phase {
	case PhaseStock:
		return s.stated(all), true
	case PhaseLeaders:
		return s.picks(all), true
	case PhaseBuy:
		return s.purchases(all), true
	case PhasePlan:
		return s.plans(all), true
	case PhaseReveal:
		return s.statements(all), false
	case PhaseAct:
		return s.actions(all), s.full || s.step != stepSettling && !s.active().robot()
	case PhaseFinal, PhaseCubes:
		return s.finals(all), s.full
	}
	return all, true
}
