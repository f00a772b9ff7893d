package commands

import (
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
)

// Proceed lets everything happen that needs nobody's decision.
func Proceed(r *position.Resolution) {
	for !r.Over && goesOn(r) {
	}
}

// goesOn does the next thing; it returns false if somebody has to act.
func goesOn(r *position.Resolution) bool {
	switch {
	case r.Left() == 1:
		return r.Win()
	case r.LacksDeck():
		position.Emit(r, Shuffled{})
		return true
	case r.LacksCard(), r.Stage == 0 && r.Turns > 0, r.Asking, r.Stalled:
		return false
	case r.Owing() >= 0:
		return dealByHand(r)
	case r.Stage == 0:
		position.Emit(r, Turn{r.Seat(0)})
		return true
	case r.Players[r.Turn].Out && r.Depth == 0:
		return nextTurn(r)
	case r.Rolling != 0:
		return false
	case r.Depth > 0:
		return r.GoOn()
	}
	return stages(r)
}

// stages continues the turn when the stack of frames is empty.
func stages(r *position.Resolution) bool {
	switch p := r.Active(); r.Stage {
	case position.Rolling:
		position.Emit(r, Phase{position.Acting})
		return true
	case position.Absorbing:
		return absorbs(r, p)
	case position.Ending:
		position.Emit(r, Phase{position.Cursed})
		if n := r.Pool(r.Turn)[printed.CursedCrystal]; n > 0 {
			r.Strike(r.Turn, 0, r.Seat(r.Turn), n)
		}
		return true
	case position.Cursed:
		position.Emit(r, Cleared{r.Seat(r.Turn)})
		return nextTurn(r)
	}
	return false
}

// absorbs continues phase 3 of the player; it returns false if the seat has to decide.
func absorbs(r *position.Resolution, p *position.Player) bool {
	switch {
	case r.EnergyFull() && r.Seating.Stays:
		return false
	case r.EnergyFull():
		position.Emit(r, Transformed{r.Seat(r.Turn)})
	case r.Summon && opensPortal(&r.State):
		return false
	case r.Seating.Tracks && (r.Seating.Ends || p.Energy < p.Limit()):
		return false // the damage of cursed crystals is reported before the turn ends (ruling end-order)
	case p.Energy < p.Limit() && r.Pool(r.Turn)[printed.Fragment] > 0:
		return false
	default:
		endTurn(r)
	}
	return true
}

// endTurn starts the end of a turn.
func endTurn(r *position.Resolution) {
	if r.Seating.Tracks {
		nextTurn(r)
		return
	}
	position.Emit(r, Phase{position.Ending})
	r.Happens(r.Turn, printed.OnEnd)
}

// nextTurn gives the next seat its turn, unless the game is going round in circles (ruling stall).
func nextTurn(r *position.Resolution) bool {
	if r.Quiet >= uint16(position.StallTurns*r.Left()) {
		position.Emit(r, Stalled{})
		return true
	}
	position.Emit(r, Turn{r.Seat(r.Next())})
	return true
}
