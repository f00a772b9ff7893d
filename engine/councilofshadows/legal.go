package councilofshadows

import "arbiter/engine"

// Legal lists the commands that Decide accepts. It asks the same rules.
func (s *State) Legal() []engine.Command {
	return s.list(make([]engine.Command, 0, usualLegal))
}

// usualLegal is room for most lists.
const usualLegal = 16

// list appends the legal commands, in the order of the seats.
func (s *State) list(all []engine.Command) []engine.Command {
	if d := s.pending(); d != needsNothing {
		return s.pendingCommands(all, d)
	}
	if s.due.who >= 0 {
		return s.dueCommands(all)
	}
	switch s.phase {
	case PhaseStock:
		return s.statements(all)
	case PhaseLeaders:
		return s.picks(all)
	case PhaseBuy:
		return s.purchases(all)
	case PhasePlan:
		return s.plans(all)
	case PhaseReveal:
		return s.only(all, s.revealCommands()...)
	case PhaseAct:
		return s.actions(all)
	case PhaseFinal, PhaseCubes:
		if s.full && s.phase == PhaseFinal {
			return s.shows(all)
		}
		return s.finals(all)
	}
	return all
}

// together appends all of some commands if check allows the first: they differ only in a number
// within a range that the rules allow.
func (s *State) together(all, some []engine.Command) []engine.Command {
	if len(some) > 0 && s.check(some[0]).Allowed() {
		all = append(all, some...)
	}
	return all
}

// only appends those of some commands that check allows.
func (s *State) only(all []engine.Command, some ...engine.Command) []engine.Command {
	for _, c := range some {
		if s.check(c).Allowed() {
			all = append(all, c)
		}
	}
	return all
}
