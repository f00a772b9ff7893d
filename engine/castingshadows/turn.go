package castingshadows

import (
	"cmp"
	"errors"
	"math"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// A turn goes through its stages; a stage ends on its own, or when its seat says so.

// free requires that the game waits for nothing else.
func (s *State) free() refusal {
	switch n := s.needs(); n.Kind {
	case nothing:
		return allowed
	case needsHome:
		return refuse("first %s chooses the tile that it starts on", seatWord(n.Seat))
	case needsRoll:
		return refuse("first the dice are rolled")
	case needsLeave:
		return refuse("first %s says which dice it leaves out", seatWord(n.Seat))
	case needsDraw:
		return refuse("first a card is drawn")
	case needsDeal:
		return refuse("first a counterspell is dealt to %s", seatWord(n.Seat))
	case needsAnswers:
		return refuse("first the seats answer that are asked")
	case needsChoice:
		return refuse("first %s chooses", seatWord(n.Seat))
	case needsSettling:
		return refuse("first people do what was read out")
	case needsSummon:
		return refuse("first %s takes a companion", seatWord(n.Seat))
	}
	return refuse("first the table says whether the game goes on")
}

// acts requires that it is the seat's turn and the game waits for nothing else.
func (s *State) acts(i int8) refusal {
	switch {
	case i < 0:
		return refuse("only players do that")
	case s.Players[i].Out:
		return refuse("%s is out", seatWord(i))
	case s.Turn != i:
		return refuse("it is not %s's turn but %s's", seatWord(i), seatWord(s.Turn))
	}
	return s.free()
}

// inPhase2 requires phase 2, which actions belong to.
func (s *State) inPhase2() refusal {
	if s.Stage != acting {
		return refuse("that belongs to phase 2, the actions")
	}
	return allowed
}

// hasPoint requires an action point, the cost of an action.
func (s *State) hasPoint() refusal {
	if s.Points == 0 {
		return refuse("%s has no action point left", seatWord(s.Turn))
	}
	return allowed
}

// mayAct allows the seat to use an action.
func (s *State) mayAct(i int8) refusal {
	return cmp.Or(s.acts(i), s.inPhase2(), s.hasPoint())
}

// Finish ends phase 2, or phase 3.
type Finish struct{ Seat engine.Seat }

func (c Finish) By() engine.Seat { return c.Seat }

func (c Finish) Check(s *State) refusal { return s.acts(s.Find(c.Seat)) }

func (c Finish) Play(r *resolution) {
	if r.Stage == acting {
		emit(r, Phase{absorbing})
		return
	}
	r.endTurn()
}

func (c Finish) Tell() engine.Text { return engine.Say("End the phase") }

// Effect says what lapses: action points, or fragments that the seat has room for.
func (c Finish) Effect(s *State) engine.Effect {
	e, p := rule.Asks(engine.Say("Go on"), "%s?", c.Tell()), s.active()
	switch n := min(int(s.pool(s.Turn)[printed.Fragment]), int(p.limit())-int(p.Energy)); {
	case s.Stage == acting && s.Points > 0:
		e.Lapses = engine.Say("No more actions: {one lapses|%d lapse}", int(s.Points))
	case s.Stage == absorbing && n > 0:
		e.Lapses = engine.Say("Absorb no more: {one fragment lapses|%d fragments lapse}", n)
	}
	return e
}

// Turn gives a seat its turn.
type Turn struct{ Seat engine.Seat }

func (e Turn) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	s.Turn, s.Stage, s.Points, s.Summon, s.Unleashed = i, rolling, 0, false, false
	if !s.Seating.Tracks {
		s.Rolling, s.Rolls = allDice, s.Rolls+1
	}
	s.Cast, s.Worked = cardSet{}, [2]uint8{}
	s.expire(i)
	s.startsTurn(i)
	s.Turns++
	s.Quiet++
}

func (e Turn) Misfit(s *State) error {
	if s.Find(e.Seat) < 0 {
		return errors.New("a seat that plays")
	}
	return nil
}

// Minor implements engine.Minor: screens mark whose turn it is.
func (Turn) Minor() bool { return true }

func (e Turn) Tell() engine.Text { return engine.Say("It is %s's turn", e.Seat) }

func (Turn) Why(s *State) engine.Reason {
	if s.Turns == 0 {
		return engine.Reason{Rule: rulingPerson, Source: sourceSetup}
	}
	return engine.Reason{Rule: engine.Say("Turns go around clockwise among those who are left."), Source: sourceEndTurn}
}

// Phase begins a part of a turn.
type Phase struct{ Stage stage }

func (e Phase) Apply(s *State) {
	s.Stage = e.Stage
	if e.Stage == acting {
		s.Points += min(turnPoints, math.MaxUint8-s.Points)
	}
}

func (e Phase) Misfit(s *State) error {
	if s.Stage == 0 {
		return errors.New("a seat that has its turn")
	}
	return nil
}

// Minor implements engine.Minor: it stands beside the round.
func (Phase) Minor() bool { return true }

func (e Phase) Tell() engine.Text {
	switch e.Stage {
	case acting:
		return engine.Say("Phase 2: %d action points", turnPoints)
	case absorbing:
		return engine.Say("Phase 3: absorb shadow energy")
	case ending:
		return engine.Say("The turn ends")
	case cursed:
		return engine.Say("Cursed crystals are counted")
	}
	return engine.Say("Phase 1: roll")
}

func (e Phase) Why(s *State) engine.Reason {
	switch {
	case e.Stage == absorbing && s.energyFull():
		return engine.Reason{Rule: rulingOutside, Source: sourceRuling}
	case e.Stage == acting:
		return engine.Reason{Rule: engine.Say("Each turn has %d action points; those that are left are lost.", turnPoints), Source: sourceActions}
	}
	return engine.Reason{Source: sourceEndTurn}
}

// Cleared returns everything in a seat's pool.
type Cleared struct{ Seat engine.Seat }

func (e Cleared) Apply(s *State) { s.clear(s.Find(e.Seat)) }

func (e Cleared) Tell() engine.Text {
	return engine.Say("%s puts everything in the pool back", e.Seat)
}

func (Cleared) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("What was not spent goes back at the end of the turn."), Source: sourceEndTurn}
}
