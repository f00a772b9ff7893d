package castingshadows

import (
	"arbiter/engine/castingshadows/printed"
)

// proceed lets everything happen that needs nobody's decision.
func (r *resolution) proceed() {
	for !r.Over && r.goesOn() {
	}
}

// goesOn does the next thing; it returns false if somebody has to act.
func (r *resolution) goesOn() bool {
	switch {
	case r.left() == 1:
		return r.win()
	case r.lacksDeck() && r.homeless() < 0:
		emit(r, Shuffled{})
		return true
	case r.Asking, r.Stalled, r.Stage == 0 && r.Turns > 0, r.homeless() >= 0, r.lacksCard():
		return false
	case r.owing() >= 0:
		return r.dealByHand()
	case r.Stage == 0:
		emit(r, Turn{r.seat(0)})
		return true
	case r.Players[r.Turn].Out && r.Depth == 0:
		return r.nextTurn()
	case r.Rolling != 0:
		return false
	case r.Depth > 0:
		return r.goOn()
	}
	return r.stages()
}

// stages continues the turn when the stack of frames is empty.
func (r *resolution) stages() bool {
	switch p := r.active(); r.Stage {
	case rolling:
		emit(r, Phase{acting})
		return true
	case absorbing:
		return r.absorbs(p)
	case ending:
		emit(r, Phase{cursed})
		if n := r.pool(r.Turn)[printed.CursedCrystal]; n > 0 {
			r.strike(r.Turn, 0, r.seat(r.Turn), n)
		}
		return true
	case cursed:
		emit(r, Cleared{r.seat(r.Turn)})
		return r.nextTurn()
	}
	return false
}

// absorbs continues phase 3 of the player; it returns false if the seat has to decide.
func (r *resolution) absorbs(p *player) bool {
	switch {
	case r.energyFull() && r.Seating.Stays:
		return false
	case r.energyFull():
		emit(r, Transformed{r.seat(r.Turn)})
	case r.Summon && r.opensPortal():
		return false
	case r.Seating.Tracks && (r.Seating.Ends || p.Energy < p.limit()):
		return false // the damage of cursed crystals is reported before the turn ends (ruling end-order)
	case p.Energy < p.limit() && r.pool(r.Turn)[printed.Fragment] > 0:
		return false
	default:
		r.endTurn()
	}
	return true
}

// endTurn starts the end of a turn.
func (r *resolution) endTurn() {
	if r.Seating.Tracks {
		r.nextTurn()
		return
	}
	emit(r, Phase{ending})
	r.happens(r.Turn, printed.OnEnd)
}

// nextTurn gives the next seat its turn, unless the game is going round in circles (ruling stall).
func (r *resolution) nextTurn() bool {
	if r.Quiet >= uint16(stallTurns*r.left()) {
		emit(r, Stalled{})
		return true
	}
	emit(r, Turn{r.seat(r.Next())})
	return true
}
