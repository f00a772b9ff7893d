package councilofshadows

import "arbiter/engine"

// How a game goes on: parts of a phase, level-ups, phases, rounds.

// checkStop: yields and galaxies may be fewer than a card allows, and no gem need be
// upgraded.
func (s *State) checkStop(c Pass) error {
	switch {
	case s.players[s.worker()].seat != c.Seat:
		return engine.Refuse("%s carries out no card now", c.Seat)
	case !s.mayStop():
		return engine.Refuse("what the card asks for is possible, so it is carried out")
	}
	return nil
}

// endPart ends the acting seat's part of phase 1 or 3. Levels rise now, or, if
// the table plays that reading of the ruling, when everybody has finished.
func (t *turn) endPart() {
	if !t.atEnd {
		t.resume()
		return
	}
	if next := t.nextToAct(); next >= 0 {
		t.give(next)
		return
	}
	t.settleFrom(t.first())
}

// give begins a seat's part of the phase. In the full book its cards are carried
// out at once, as far as they leave no choice.
func (t *turn) give(i int8) {
	emit(t, Turn{t.players[i].seat})
	if t.full && t.phase == PhaseAct {
		t.work()
	}
}

// resume goes on with the level-ups of the acting seat, and then with the game.
func (t *turn) resume() {
	if t.levelUps(t.turn) {
		return
	}
	if t.atEnd {
		t.settleFrom(t.after(t.turn))
		return
	}
	if next := t.nextToAct(); next >= 0 {
		t.give(next)
		return
	}
	t.nextPhase()
}

// settleFrom raises the levels of the seats from i on, in turn order.
func (t *turn) settleFrom(i int8) {
	for ; i >= 0; i = t.after(i) {
		if !t.players[i].reached() {
			continue
		}
		emit(t, Settled{t.players[i].seat})
		if t.levelUps(i) {
			return
		}
	}
	t.nextPhase()
}

func (t *turn) nextPhase() {
	switch {
	case t.phase == PhaseBuy:
		emit(t, Phase{PhasePlan})
	case t.throne >= 0:
		t.beginFinal()
	default:
		emit(t, Round{t.round + 1})
		emit(t, Phase{PhaseBuy})
		emit(t, Turn{t.players[t.firstToAct(PhaseBuy)].seat})
	}
}
