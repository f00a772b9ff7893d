package councilofshadows

import (
	"strconv"

	"arbiter/engine"
)

// The card that is being carried out, as screens show it.

func (s *State) viewInPlay() engine.InPlay {
	switch {
	case s.phase != PhaseAct && s.due.who < 0 || s.turn < 0:
	case s.due.who < 0 && s.active().robot() && s.automa.open.isAutoma():
		return s.automaInPlay()
	case s.inPlay.card != None && !s.inPlay.card.isAutoma():
		return s.seatInPlay()
	}
	return engine.InPlay{}
}

// seatInPlay shows the card of a seat; the steps before the one that is due are finished.
func (s *State) seatInPlay() engine.InPlay {
	c := engine.InPlay{Seat: s.players[s.actor()].seat, Card: s.inPlay.card.term()}
	if s.inPlay.field > 0 {
		c.Zone = strconv.Itoa(int(s.inPlay.field))
	}
	card := &s.facts.board.card[s.inPlay.card]
	for n := range mostCardSteps {
		step := engine.InPlayStep{Text: card.clause(n), Option: -1}
		switch at := uint8(n + 1); {
		case step.Text.IsZero():
			return c
		case at < s.inPlay.step, at == s.inPlay.step && s.inPlay.over:
			step.Progress = engine.Finished
		case at == s.inPlay.step:
			step.Progress = engine.Current
			step.Option = s.begun()
		}
		c.Steps = append(c.Steps, step)
	}
	return c
}

// begun returns the alternative of the step that has been begun, from 0; -1 if none has.
func (s *State) begun() int {
	for n, o := range s.alternatives() {
		if s.inPlay.done > 0 && o.task == s.inPlay.kind {
			return n
		}
	}
	return -1
}

// automaInPlay shows for each action of the Automa which side was done, and why.
func (s *State) automaInPlay() engine.InPlay {
	c := engine.InPlay{Seat: automaSeat, Card: s.automa.open.term()}
	for n, acts := range s.facts.card(s.automa.open).acts {
		if acts[0].Number == 0 {
			break
		}
		step := engine.InPlayStep{Text: acts[0].orElse(acts[1]), Option: -1}
		switch at := uint8(n + 1); {
		case at <= s.automa.did && s.automa.sides[n] == noSide:
			step.Progress, step.Why = engine.LeftOut, engine.Say("Nothing of it is possible")
		case at <= s.automa.did:
			step.Progress, step.Option = engine.Finished, int(s.automa.sides[n]-leftSide)
		case s.automaActs() && at == s.inPlay.step:
			step.Progress, step.Option = engine.Current, int(s.inPlay.field-leftSide)
		case at == s.automa.did+1 && s.step == stepMain:
			step.Progress = engine.Current
		}
		if step.Option == 1 {
			step.Why = engine.Say("Not possible: %s", acts[0].words())
		}
		c.Steps = append(c.Steps, step)
	}
	return c
}
