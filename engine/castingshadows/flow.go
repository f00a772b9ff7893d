package castingshadows

import "arbiter/engine/castingshadows/printed"

type resource = printed.Resource

var zeroPool printed.Pool

// What the game waits for.
type needKind uint8

const (
	nothing needKind = iota
	needsDraw
	needsDeal
	needsRoll
	needsAnswers
	needsChoice
	needsSettling // what was read out
	needsSummon
	needsTable // to say whether the game goes on
)

type need struct {
	kind needKind
	seat int8 // who does it, or for whom it is done
}

// needs is what comes before anything else.
func (s *State) needs() need {
	switch {
	case s.over:
		return need{}
	case s.lacksCard():
		return need{needsDraw, -1}
	case s.owing() >= 0:
		return need{needsDeal, s.owing()}
	case s.rolling != 0 && s.stage != 0:
		return need{needsRoll, s.turn}
	case s.window && s.depth > 0:
		return need{needsAnswers, -1}
	case s.stalled:
		return need{needsTable, -1}
	case s.depth > 0 && s.upper().reads:
		return need{needsSettling, s.upper().seat}
	case s.depth > 0:
		return need{needsChoice, s.upper().seat}
	case s.summon && s.stage == Absorbing:
		return need{needsSummon, s.turn}
	}
	return need{}
}

// proceed lets everything happen that nobody decides.
func (r *resolution) proceed() {
	for !r.over && r.goesOn() {
	}
}

// goesOn does the next thing; false if somebody has to do something.
func (r *resolution) goesOn() bool {
	switch {
	case r.left() == 1:
		return r.win()
	case r.lacksDeck():
		emit(r, Shuffled{})
		return true
	case r.lacksCard(), r.stage == 0 && r.turns > 0, r.window, r.stalled:
		return false
	case r.owing() >= 0:
		return r.dealByHand()
	case r.stage == 0:
		emit(r, Turn{r.seat(0)})
		return true
	case r.players[r.turn].out && r.depth == 0:
		return r.nextTurn()
	case r.rolling != 0:
		return false
	case r.depth > 0:
		return r.goOn()
	}
	return r.stages()
}

// stages goes on with the turn when nothing nests.
func (r *resolution) stages() bool {
	switch p := r.active(); r.stage {
	case Rolling:
		emit(r, Phase{Acting})
		return true
	case Absorbing:
		return r.absorbs(p)
	case Ending:
		emit(r, Phase{Cursed})
		if n := r.pool(r.turn)[printed.CursedCrystal]; n > 0 {
			r.strike(r.turn, 0, r.seat(r.turn), n)
		}
		return true
	case Cursed:
		emit(r, Cleared{r.seat(r.turn)})
		return r.nextTurn()
	}
	return false
}

// absorbs goes on with phase 3 of the player; false if the seat has to decide.
func (r *resolution) absorbs(p *player) bool {
	switch {
	case r.energyFull():
		emit(r, Transformed{r.seat(r.turn)})
	case r.summon && r.opensPortal():
		return false
	case p.energy < p.limit() && (r.seating.tracks || r.pool(r.turn)[printed.Fragment] > 0):
		return false
	default:
		r.endTurn()
	}
	return true
}

// endTurn begins what ends a turn.
func (r *resolution) endTurn() {
	if r.seating.tracks {
		r.nextTurn()
		return
	}
	emit(r, Phase{Ending})
	r.happens(r.turn, printed.OnEnd)
}

// nextTurn gives the next seat its turn, unless the game goes round in circles (ruling
// stall).
func (r *resolution) nextTurn() bool {
	if r.quiet >= uint16(stallTurns*r.left()) {
		emit(r, Stalled{})
		return true
	}
	emit(r, Turn{r.seat(r.next())})
	return true
}
