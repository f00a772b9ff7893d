package councilofshadows

import "arbiter/engine"

// whyPlaced explains a tile laid on the board.
func (s *State) whyPlaced() engine.Reason {
	if s.phase == PhaseSetup {
		return engine.Reason{Rule: engine.Say("Two tiles of parsec 1 lie open in the grey galaxy, Parvus Corta."), Source: sourceSetup}
	}
	return engine.Reason{Rule: engine.Say("One of the tiles drawn goes on a free field of its parsec, the other under its stack."), Source: sourceAct}
}
