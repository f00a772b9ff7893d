package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

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

// refuseDebt says what has to happen first.
func (s *State) refuseDebt() error {
	switch s.debt() {
	case owesDraw:
		return engine.Refuse("first a tile of parsec %d is drawn", int(s.table.pile))
	case owesPlace:
		return engine.Refuse("first %s lays one of the tiles it has drawn", s.players[s.worker()].seat)
	case owesRefill:
		return engine.Refuse("first the gap in the display is filled")
	case owesDeal:
		return engine.Refuse("first a bonus card is dealt")
	case owesReturn:
		return engine.Refuse("first %s puts a bonus card under the pile", s.players[s.overfull()].seat)
	case owesRemoval:
		return engine.Refuse("first tell which two cards of %s are in the box", s.due.what.term())
	}
	return nil
}

// mustFull refuses what belongs to the full book in another one, and seats that
// do not play.
func (s *State) mustFull(seat engine.Seat) error {
	if !s.full {
		return engine.Refuse("the cardboard keeps that in this game; it belongs to the full book")
	}
	return nil
}

func (s *State) removals(all []engine.Command) []engine.Command {
	return append(all, s.facts.lexicon.removal[s.due.what-DarkTech1]...)
}

func (s *State) inBox(tech Item) bool {
	return s.full && s.table.removed&(1<<(tech-NewStargate)) != 0
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

// setUp goes on with the setup of the full book: two tiles, the display, the dark
// bonus cards (rulebook, setup).
func (t *turn) setUp() {
	if t.openingSite() > 0 {
		emit(t, Explored{engine.Table, t.board().site[t.openingSite()-1].parsec})
		return
	}
	if t.debt() == owesNothing {
		t.beginRounds()
	}
}

// openingSite is the next field of Parvus Corta, the grey galaxy, that takes an
// open tile, from 1; 0 if all have one.
func (s *State) openingSite() uint8 {
	for left := s.sitesOf(0); left != 0; left &= left - 1 {
		if i := bits.TrailingZeros32(left); s.table.tile[i] == None {
			return uint8(i) + 1
		}
	}
	return 0
}
