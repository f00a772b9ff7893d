package castingshadows

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// A turn goes through its stages; a stage ends by itself, or when its seat says so.

// free: the game waits for nothing else.
func (s *State) free() refusal {
	switch n := s.needs(); n.kind {
	case nothing:
		return allowed
	case needsRoll:
		return refuse("first the dice are rolled")
	case needsDraw:
		return refuse("first a card is drawn")
	case needsDeal:
		return refuse("first a counterspell is dealt to %s", seatWord(n.seat))
	case needsAnswers:
		return refuse("first the seats answer that are asked")
	case needsChoice:
		return refuse("first %s chooses", seatWord(n.seat))
	case needsSettling:
		return refuse("first people do what was read out")
	case needsSummon:
		return refuse("first %s takes a companion", seatWord(n.seat))
	}
	return refuse("first the table says whether the game goes on")
}

// acts: the seat has its turn, and the game waits for nothing else.
func (s *State) acts(i int8) refusal {
	switch {
	case i < 0:
		return refuse("only players do that")
	case s.players[i].out:
		return refuse("%s is out", seatWord(i))
	case s.turn != i:
		return refuse("it is not %s's turn but %s's", seatWord(i), seatWord(s.turn))
	}
	return s.free()
}

// inPhase2: actions belong to phase 2.
func (s *State) inPhase2() refusal {
	if s.stage != Acting {
		return refuse("that belongs to phase 2, the actions")
	}
	return allowed
}

// hasPoint: an action costs a point.
func (s *State) hasPoint() refusal {
	if s.points == 0 {
		return refuse("%s has no action point left", seatWord(s.turn))
	}
	return allowed
}

// mayAct: the seat in this place may use an action.
func (s *State) mayAct(i int8) refusal {
	return cmp.Or(s.acts(i), s.inPhase2(), s.hasPoint())
}

// finishes: phases 2 and 3 end when the seat says so.
func (s *State) finishes(i int8) refusal { return s.acts(i) }

// Finish ends phase 2, or phase 3.
type Finish struct{ Seat engine.Seat }

// By is the seat.
func (c Finish) By() engine.Seat { return c.Seat }

func (c Finish) check(s *State) refusal { return s.finishes(s.find(c.Seat)) }

func (c Finish) play(r *resolution) {
	if r.stage == Acting {
		emit(r, Phase{Absorbing})
		return
	}
	r.endTurn()
}

func (c Finish) tell() engine.Text { return engine.Say("End the phase") }

// Turn gives a seat its turn.
type Turn struct{ Seat engine.Seat }

func (e Turn) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	s.turn, s.stage, s.points, s.summon, s.unleashed = i, Rolling, 0, false, false
	if !s.seating.tracks {
		s.rolling, s.rolls = allDice, s.rolls+1
	}
	s.cast, s.worked = 0, [2]uint8{}
	s.expire(i)
	s.turns++
	s.quiet++
}

func (e Turn) misfit(s *State) error {
	if s.find(e.Seat) < 0 {
		return errors.New("a seat that plays")
	}
	return nil
}

func (e Turn) tell() engine.Text { return engine.Say("It is %s's turn", e.Seat) }

func (Turn) why(s *State) engine.Reason {
	if s.turns == 0 {
		return engine.Reason{Rule: rulingPerson, Source: sourceSetup}
	}
	return engine.Reason{Rule: engine.Say("Turns go around clockwise among those who are left."), Source: sourceEndTurn}
}

// Phase begins a part of a turn.
type Phase struct{ Stage Stage }

func (e Phase) apply(s *State) {
	s.stage = e.Stage
	if e.Stage == Acting {
		s.points += points
	}
}

func (e Phase) misfit(s *State) error {
	if s.stage == 0 {
		return errors.New("a seat that has its turn")
	}
	return nil
}

func (e Phase) tell() engine.Text {
	switch e.Stage {
	case Acting:
		return engine.Say("Phase 2: %d action points", points)
	case Absorbing:
		return engine.Say("Phase 3: absorb shadow energy")
	case Ending:
		return engine.Say("The turn ends")
	case Cursed:
		return engine.Say("Cursed crystals are counted")
	}
	return engine.Say("Phase 1: roll")
}

func (e Phase) why(s *State) engine.Reason {
	switch {
	case e.Stage == Absorbing && s.energyFull():
		return engine.Reason{Rule: rulingOutside, Source: sourceRuling}
	case e.Stage == Acting:
		return engine.Reason{Rule: engine.Say("Each turn has %d action points; those that are left are lost.", points), Source: sourceActions}
	}
	return engine.Reason{Source: sourceEndTurn}
}

// energyFull reports whether the acting seat reached its change of form outside phase 3.
func (s *State) energyFull() bool {
	p := s.active()
	return !p.shadow && p.energy >= printed.BaseLimit
}

// Cleared puts what a seat has in its pool back.
type Cleared struct{ Seat engine.Seat }

func (e Cleared) apply(s *State) { s.clear(s.find(e.Seat)) }

func (s *State) clear(i int8) {
	if i < 0 {
		return
	}
	s.players[i].tokens = zeroPool
	if i == s.turn {
		s.dice, s.rolling = [len(s.dice)]resource{}, 0
	}
}

func (e Cleared) tell() engine.Text {
	return engine.Say("%s puts everything in the pool back", e.Seat)
}

func (Cleared) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("What was not spent goes back at the end of the turn."), Source: sourceEndTurn}
}
