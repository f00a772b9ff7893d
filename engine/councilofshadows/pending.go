package councilofshadows

import "arbiter/engine"

// Pending is what has to happen on the cardboard before the game goes on.
type pending uint8

const (
	needsNothing pending = iota
	needsDraw            // the table draws a tile
	needsPlace           // the seat lays one of the tiles drawn
	needsRefill          // the table fills the display
	needsDeal            // the table deals a bonus card
	needsReturn          // a seat returns a bonus card
	needsRemoval         // the table says which Dark Tech cards are in the box
)

// pending returns what has to happen first.
func (s *State) pending() pending {
	switch {
	case !s.full || s.phase == PhaseOver:
		return needsNothing
	case s.table.pile != 0 && s.table.drawn[1] == None && (s.table.drawn[0] == None && s.table.pile != 0 || s.tilesLeft(s.table.pile)):
		return needsDraw
	case s.table.pile != 0:
		return needsPlace
	case s.gap() >= 0 && s.aiDeck() != 0:
		return needsRefill
	case s.anyOwed():
		return needsDeal
	case s.overfull() >= 0:
		return needsReturn
	case s.due.who >= 0 && s.unlooked():
		return needsRemoval
	}
	return needsNothing
}

func (s *State) anyOwed() bool {
	return s.players[0].owed|s.players[1].owed|s.players[2].owed|s.players[3].owed != 0
}

// unlooked reports whether nobody knows yet which cards are missing from the due Dark Tech pile.
func (s *State) unlooked() bool {
	return s.due.what == DarkTech1 && !s.table.looked[0] || s.due.what == DarkTech2 && !s.table.looked[1]
}

// pendingCommands lists the commands that settle what is pending.
func (s *State) pendingCommands(all []engine.Command, d pending) []engine.Command {
	switch d {
	case needsDraw:
		return s.draws(all)
	case needsPlace:
		return s.placings(all)
	case needsRefill:
		return s.refills(all)
	case needsDeal:
		return s.deals(all)
	case needsReturn:
		return s.returns(all)
	}
	return s.removals(all)
}

// satisfies returns the pending thing that a command settles.
func satisfies(c engine.Command) pending {
	if x, ok := c.(interface{ satisfies() pending }); ok {
		return x.satisfies()
	}
	return needsNothing
}

// refusePending says what has to happen first.
func (s *State) refusePending() refusal {
	switch s.pending() {
	case needsDraw:
		return refuse("first a tile of parsec %d is drawn", number(s.table.pile))
	case needsPlace:
		return refuse("first %s lays one of the tiles it has drawn", s.players[s.actor()].word())
	case needsRefill:
		return refuse("first the gap in the display is filled")
	case needsDeal:
		return refuse("first a bonus card is dealt")
	case needsReturn:
		return refuse("first %s puts a bonus card under the pile", s.players[s.overfull()].word())
	case needsRemoval:
		return refuse("first tell which two cards of %s are in the box", s.due.what.word())
	}
	return allowed
}

// proceed continues after something pending, unless something else comes first.
func (r *resolution) proceed() {
	switch {
	case !r.full || r.pending() != needsNothing:
	case r.phase == PhaseSetup:
		r.setUp()
	case r.due.who >= 0 && r.due.what == InformationEdge:
		if r.inPlay.over {
			r.endDue()
		}
	case r.due.who >= 0 && r.facts.board.card[r.due.what].known:
		r.carryOut()
	case r.phase == PhaseAct && r.step == stepMain && r.due.who < 0:
		r.carryOut()
	case r.phase == PhaseAct && r.step == stepScoring && r.active().robot():
		r.automaScoring()
	}
}
