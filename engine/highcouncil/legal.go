package highcouncil

import (
	"slices"

	"arbiter/engine"
)

// usualCommands is room for the commands of most positions.
const usualCommands = 64

// Legal lists the commands that Decide accepts, for the seat that the game waits for. Each list
// asks the rules that Decide asks, as soon as it knows their arguments.
func (s *State) Legal() []engine.Command {
	if s.over {
		return nil
	}
	var room [usualCommands]engine.Command // on the stack
	all := s.returns(s.deals(room[:0]))
	if s.hasAction(s.turn).Allowed() {
		all = s.actions(all)
	}
	if s.acts(s.turn).Allowed() {
		all = s.finishes(s.convincings(all))
	}
	return slices.Clone(all)
}

// actions lists what the acting seat may do for its action.
func (s *State) actions(all []engine.Command) []engine.Command {
	all = s.takesBack(s.plays(all))
	all = s.seats(s.discussions(all))
	return s.confers(s.ponders(all))
}
