package castingshadows

import "arbiter/engine"

// Moves lists the commands of seats in Legal. Play cannot go in circles: each action costs a point,
// and each answer is given and each fragment absorbed only once.
func (s *State) Moves() []engine.Command {
	var all []engine.Command
	for _, c := range s.Legal() {
		if c.By() != engine.Table {
			all = append(all, c)
		}
	}
	return all
}
