package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// How a game goes on: parts of a phase, level-ups, phases, rounds.

// Round begins a round.
type Round struct{ Number uint8 }

func (e Round) Apply(s *State) {
	s.round = e.Number
}

func (e Round) Tell() engine.Text {
	return engine.Say("Round %d", int(e.Number))
}

// Phase begins a phase.
type Phase struct{ Name PhaseName }

func (e Phase) Apply(s *State) {
	s.enter(e.Name)
}

func (e Phase) Tell() engine.Text {
	return e.Name.title()
}

// enter begins a phase and clears what belonged to the one before.
func (s *State) enter(name PhaseName) {
	s.phase, s.step, s.turn = name, stepMain, -1
	for i := range s.seats() {
		p := &s.players[i]
		p.ready, p.bought, p.settled, p.fresh = false, 0, false, 0
		if name == PhaseReveal || name == PhaseAct {
			p.uncover()
		}
	}
	if name == PhasePlan {
		s.automa.open, s.automa.did, s.automa.sides = None, 0, [mostSteps]uint8{}
	}
}

// Turn gives a seat its part of the phase.
type Turn struct{ Seat engine.Seat }

func (e Turn) Apply(s *State) {
	s.turn, s.step, s.inPlay = s.find(e.Seat), stepMain, cardInPlay{}
}

// Minor implements engine.Minor: screens mark whose turn it is.
func (Turn) Minor() bool { return true }

func (e Turn) Tell() engine.Text {
	return engine.Say("It is %s's turn", e.Seat)
}

func (Turn) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Seats act in the order of their tiles."), Source: sourceSetup}
}

// Pass ends the seat's part of the phase.
type Pass struct{ Seat engine.Seat }

func (c Pass) By() engine.Seat { return c.Seat }

func (c Pass) Check(s *State) refusal {
	if s.carryingOut() && !s.automaActs() {
		return s.checkStop(c)
	}
	if s.full && s.due.who >= 0 && s.due.what == InformationEdge && s.displayed() {
		return refuse("first %s takes an AI card", s.players[s.due.who].word())
	}
	if s.due.who >= 0 {
		if !carriedOut(s.due.what) || s.players[s.due.who].seat != c.Seat {
			return s.refuseDue()
		}
		return allowed
	}
	switch s.phase {
	case PhaseBuy:
		return s.mustAct(c.Seat, PhaseBuy)
	case PhaseFinal:
		return s.checkEndFinal(c.Seat)
	}
	if r := s.mustAct(c.Seat, PhaseAct); !r.Allowed() {
		return r
	}
	if s.step != stepScoring {
		return refuse("%s has not finished its actions", wordBy)
	}
	if s.full && s.active().robot() {
		return refuse("the Automa scores first what its card says")
	}
	return allowed
}

// Play ends a part: purchases, scoring, final scoring, or a Dark Tech card that is being carried
// out.
func (c Pass) Play(r *resolution) {
	switch {
	case r.carryingOut():
		emit(r, Stopped(c))
		r.carryOut()
	case r.full && r.due.who >= 0: // Information edge while no card is on display
		emit(r, Stopped(c))
		r.edgeBonus(c.Seat)
	case r.due.who >= 0:
		r.endDue()
	case r.phase == PhaseFinal:
		r.endFinal()
	default:
		r.endPart()
	}
}

func (Pass) Tell() engine.Text {
	return engine.Say("Done")
}

func (Pass) Effect(s *State) engine.Effect {
	e := rule.Asks(engine.Say("Go on"), "Done?")
	switch {
	case s.carryingOut():
		e = rule.Asks(engine.Say("Go on"), "Leave the rest of the card?")
		e.Lapses = engine.Say("Leave the rest of the card")
	case s.phase == PhaseBuy && s.due.who < 0:
		e = rule.Asks(engine.Say("Go on"), "Buy nothing more?")
		if n := mostPurchases - int(s.active().bought); len(s.buyable(nil)) > 0 {
			e.Lapses = engine.Say("No more purchases: {one lapses|%d lapse}", n)
		}
	case s.phase == PhaseAct && s.due.who < 0:
		e = rule.Asks(engine.Say("End turn"), "End your turn?")
		if s.full && len(s.scorings(nil, s.turn)) > 0 {
			e.Lapses = engine.Say("End your turn and score no more")
		}
	}
	return e
}

// checkStop allows a seat to take fewer yields or galaxies than a card offers, and to upgrade no
// gem.
func (s *State) checkStop(c Pass) refusal {
	switch {
	case s.players[s.actor()].seat != c.Seat:
		return refuse("%s plays no card now", wordBy)
	case !s.mayStop():
		return refuse("what the card asks for is possible, so it happens")
	}
	return allowed
}

// endPart ends the active seat's part of phase 1 or 3. Levels rise now or, by another reading of
// the ruling, when everybody has finished.
func (r *resolution) endPart() {
	if !r.atEnd {
		r.resume()
		return
	}
	if next := r.nextToAct(); next >= 0 {
		r.give(next)
		return
	}
	r.settleFrom(r.first())
}

// give begins a seat's part of the phase. In the full book its cards are carried out at once, until
// there is a choice.
func (r *resolution) give(i int8) {
	emit(r, Turn{r.players[i].seat})
	if r.full && r.phase == PhaseAct {
		r.carryOut()
	}
}

// resume continues with the level-ups of the active seat, and then with the game.
func (r *resolution) resume() {
	if r.levelUps(r.turn) {
		return
	}
	if r.atEnd {
		r.settleFrom(r.after(r.turn))
		return
	}
	if next := r.nextToAct(); next >= 0 {
		r.give(next)
		return
	}
	r.nextPhase()
}

// settleFrom raises the levels of the seats from i on, in turn order.
func (r *resolution) settleFrom(i int8) {
	for ; i >= 0; i = r.after(i) {
		if !r.players[i].reached() {
			continue
		}
		emit(r, Settled{r.players[i].seat})
		if r.levelUps(i) {
			return
		}
	}
	r.nextPhase()
}

func (r *resolution) nextPhase() {
	switch {
	case r.phase == PhaseBuy:
		emit(r, Phase{PhasePlan})
	case r.throne >= 0:
		r.beginFinal()
	default:
		emit(r, Round{r.round + 1})
		emit(r, Phase{PhaseBuy})
		emit(r, Turn{r.players[r.firstToAct(PhaseBuy)].seat})
	}
}
