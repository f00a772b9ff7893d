package commands

import (
	"cmp"
	"errors"
	"math"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
)

// A turn goes through its stages; a stage ends on its own, or when its seat says so.

// free requires that the game waits for nothing else.
func free(s *position.State) refusal {
	switch n := s.Needs(); n.Kind {
	case position.Nothing:
		return allowed
	case position.NeedsRoll:
		return refuse("first the dice are rolled")
	case position.NeedsLeave:
		return refuse("first %s says which dice it leaves out", position.SeatWord(n.Seat))
	case position.NeedsDraw:
		return refuse("first a card is drawn")
	case position.NeedsDeal:
		return refuse("first a counterspell is dealt to %s", position.SeatWord(n.Seat))
	case position.NeedsAnswers:
		return refuse("first the seats answer that are asked")
	case position.NeedsChoice:
		return refuse("first %s chooses", position.SeatWord(n.Seat))
	case position.NeedsSettling:
		return refuse("first people do what was read out")
	case position.NeedsSummon:
		return refuse("first %s takes a companion", position.SeatWord(n.Seat))
	}
	return refuse("first the table says whether the game goes on")
}

// acts requires that it is the seat's turn and the game waits for nothing else.
func acts(s *position.State, i int8) refusal {
	switch {
	case i < 0:
		return refuse("only players do that")
	case s.Players[i].Out:
		return refuse("%s is out", position.SeatWord(i))
	case s.Turn != i:
		return refuse("it is not %s's turn but %s's", position.SeatWord(i), position.SeatWord(s.Turn))
	}
	return free(s)
}

// inPhase2 requires phase 2, which actions belong to.
func inPhase2(s *position.State) refusal {
	if s.Stage != position.Acting {
		return refuse("that belongs to phase 2, the actions")
	}
	return allowed
}

// hasPoint requires an action point, the cost of an action.
func hasPoint(s *position.State) refusal {
	if s.Points == 0 {
		return refuse("%s has no action point left", position.SeatWord(s.Turn))
	}
	return allowed
}

// mayAct allows the seat to use an action.
func mayAct(s *position.State, i int8) refusal {
	return cmp.Or(acts(s, i), inPhase2(s), hasPoint(s))
}

// finishes allows the seat to end phase 2 or 3.
func finishes(s *position.State, i int8) refusal { return acts(s, i) }

// Finish ends phase 2, or phase 3.
type Finish struct{ Seat engine.Seat }

// By returns the seat.
func (c Finish) By() engine.Seat { return c.Seat }

func (c Finish) check(s *position.State) refusal { return finishes(s, s.Find(c.Seat)) }

func (c Finish) play(r *position.Resolution) {
	if r.Stage == position.Acting {
		position.Emit(r, Phase{position.Absorbing})
		return
	}
	endTurn(r)
}

func (c Finish) Tell() engine.Text { return engine.Say("End the phase") }
func (Finish) Verb() engine.Text   { return engine.Say("Go on") }

// Turn gives a seat its turn.
type Turn struct{ Seat engine.Seat }

func (e Turn) Apply(s *position.State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	s.Turn, s.Stage, s.Points, s.Summon, s.Unleashed = i, position.Rolling, 0, false, false
	if !s.Seating.Tracks {
		s.Rolling, s.Rolls = position.AllDice, s.Rolls+1
	}
	s.Cast, s.Worked = 0, [2]uint8{}
	s.Expire(i)
	s.StartsTurn(i)
	s.Turns++
	s.Quiet++
}

func (e Turn) Misfit(s *position.State) error {
	if s.Find(e.Seat) < 0 {
		return errors.New("a seat that plays")
	}
	return nil
}

func (e Turn) Tell() engine.Text { return engine.Say("It is %s's turn", e.Seat) }

func (Turn) Why(s *position.State) engine.Reason {
	if s.Turns == 0 {
		return engine.Reason{Rule: position.RulingPerson, Source: position.SourceSetup}
	}
	return engine.Reason{Rule: engine.Say("Turns go around clockwise among those who are left."), Source: position.SourceEndTurn}
}

// Phase begins a part of a turn.
type Phase struct{ Stage position.Stage }

func (e Phase) Apply(s *position.State) {
	s.Stage = e.Stage
	if e.Stage == position.Acting {
		s.Points += min(position.TurnPoints, math.MaxUint8-s.Points)
	}
}

func (e Phase) Misfit(s *position.State) error {
	if s.Stage == 0 {
		return errors.New("a seat that has its turn")
	}
	return nil
}

func (e Phase) Tell() engine.Text {
	switch e.Stage {
	case position.Acting:
		return engine.Say("Phase 2: %d action points", position.TurnPoints)
	case position.Absorbing:
		return engine.Say("Phase 3: absorb shadow energy")
	case position.Ending:
		return engine.Say("The turn ends")
	case position.Cursed:
		return engine.Say("Cursed crystals are counted")
	}
	return engine.Say("Phase 1: roll")
}

func (e Phase) Why(s *position.State) engine.Reason {
	switch {
	case e.Stage == position.Absorbing && s.EnergyFull():
		return engine.Reason{Rule: position.RulingOutside, Source: position.SourceRuling}
	case e.Stage == position.Acting:
		return engine.Reason{Rule: engine.Say("Each turn has %d action points; those that are left are lost.", position.TurnPoints), Source: position.SourceActions}
	}
	return engine.Reason{Source: position.SourceEndTurn}
}

// Cleared returns everything in a seat's pool.
type Cleared struct{ Seat engine.Seat }

func (e Cleared) Apply(s *position.State) { s.Clear(s.Find(e.Seat)) }

func (e Cleared) Tell() engine.Text {
	return engine.Say("%s puts everything in the pool back", e.Seat)
}

func (Cleared) Why(*position.State) engine.Reason {
	return engine.Reason{Rule: engine.Say("What was not spent goes back at the end of the turn."), Source: position.SourceEndTurn}
}
