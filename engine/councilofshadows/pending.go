package councilofshadows

import "arbiter/engine"

// A debt is what has to happen on the cardboard before the game goes on.
type debt uint8

const (
	owesNothing debt = iota
	owesDraw         // the table draws a tile
	owesPlace        // the seat lays one of the tiles drawn
	owesRefill       // the table fills the display
	owesDeal         // the table deals a bonus card
	owesReturn       // a seat returns a bonus card
	owesRemoval      // the table tells which Dark Tech cards are in the box
)

// debt is what comes first now.
func (s *State) debt() debt {
	switch {
	case !s.full || s.phase == PhaseOver:
		return owesNothing
	case s.table.pile != 0 && s.table.drawn[1] == None && (s.table.drawn[0] == None && s.table.pile != 0 || s.tilesLeft(s.table.pile)):
		return owesDraw
	case s.table.pile != 0:
		return owesPlace
	case s.gap() >= 0 && s.aiDeck() != 0:
		return owesRefill
	case s.anyOwed():
		return owesDeal
	case s.overfull() >= 0:
		return owesReturn
	case s.due.who >= 0 && s.unlooked():
		return owesRemoval
	}
	return owesNothing
}

func (s *State) anyOwed() bool {
	return s.players[0].owed|s.players[1].owed|s.players[2].owed|s.players[3].owed != 0
}

// unlooked tells whether nobody knows yet what the due Dark Tech pile lacks.
func (s *State) unlooked() bool {
	return s.due.what == DarkTech1 && !s.table.looked[0] || s.due.what == DarkTech2 && !s.table.looked[1]
}

// debtCommands lists what settles a debt.
func (s *State) debtCommands(all []engine.Command, d debt) []engine.Command {
	switch d {
	case owesDraw:
		return s.draws(all)
	case owesPlace:
		return s.placings(all)
	case owesRefill:
		return s.refills(all)
	case owesDeal:
		return s.deals(all)
	case owesReturn:
		return s.returns(all)
	}
	return s.removals(all)
}

// settles tells which debt a command settles.
func settles(c engine.Command) debt {
	switch c.(type) {
	case Draw:
		return owesDraw
	case Place:
		return owesPlace
	case Refill:
		return owesRefill
	case Deal:
		return owesDeal
	case Return:
		return owesReturn
	case Remove:
		return owesRemoval
	}
	return owesNothing
}

// refuseDebt says what has to happen first.
func (s *State) refuseDebt() refusal {
	switch s.debt() {
	case owesDraw:
		return refuse("first a tile of parsec %d is drawn", number(s.table.pile))
	case owesPlace:
		return refuse("first %s lays one of the tiles it has drawn", s.players[s.worker()].word())
	case owesRefill:
		return refuse("first the gap in the display is filled")
	case owesDeal:
		return refuse("first a bonus card is dealt")
	case owesReturn:
		return refuse("first %s puts a bonus card under the pile", s.players[s.overfull()].word())
	case owesRemoval:
		return refuse("first tell which two cards of %s are in the box", s.due.what.word())
	}
	return allowed
}

// carryOn goes on after a debt was settled, if nothing else comes first.
func (t *turn) carryOn() {
	switch {
	case !t.full || t.debt() != owesNothing:
	case t.phase == PhaseSetup:
		t.setUp()
	case t.due.who >= 0 && t.due.what == InformationEdge:
		if t.job.over {
			t.endDue()
		}
	case t.due.who >= 0 && t.facts.full.card[t.due.what].known:
		t.work()
	case t.phase == PhaseAct && t.step == stepMain && t.due.who < 0:
		t.work()
	case t.phase == PhaseAct && t.step == stepScoring && t.active().robot():
		t.automaScoring()
	}
}
