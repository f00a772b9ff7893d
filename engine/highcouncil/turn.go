package highcouncil

import (
	"cmp"
	"fmt"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// A turn has one action, or none. It ends on its own, or when its seat says so.

// acts requires that it is the seat's turn and nobody else has to do something first.
func (s *State) acts(i int8) refusal {
	switch waits := s.short(); {
	case waits >= 0:
		return refuse("first a card is dealt to %s", seatWord(waits))
	case s.asked >= 0:
		return refuse("first %s gives a card back", seatWord(s.asked))
	case s.turn != i:
		return refuse("it is not %s's turn but %s's", seatWord(i), seatWord(s.turn))
	}
	return allowed
}

// hasAction allows the seat to begin its action, or to continue it.
func (s *State) hasAction(i int8) refusal {
	if no := s.acts(i); !no.Allowed() {
		return no
	}
	if s.acted {
		return refuse("%s has had its action this turn", seatWord(i))
	}
	return allowed
}

// nothingOpen requires that no unused card lies open.
func (s *State) nothingOpen() refusal {
	if s.open[0] != 0 {
		return refuse("first use the cards that lie open, or take them back")
	}
	return allowed
}

// mayEnd allows a turn to end after its action, or without one (ruling no-action), unless the table
// plays with exactly one action (ruling one-action).
func (s *State) mayEnd() refusal {
	switch {
	case s.acted:
		return allowed
	case s.seating.idle:
		return s.nothingOpen()
	}
	return refuse("%s has not had its action yet", seatWord(s.turn))
}

func (s *State) finishes(all []engine.Command) []engine.Command {
	if s.mayEnd().Allowed() {
		all = append(all, s.commands().finish)
	}
	return all
}

// Finish ends the turn.
type Finish struct{ Seat engine.Seat }

func (c Finish) By() engine.Seat { return c.Seat }

func (c Finish) Check(s *State) refusal {
	return cmp.Or(s.acts(s.find(c.Seat)), s.mayEnd())
}

func (c Finish) Play(r *resolution) { r.endTurn() }
func (c Finish) Tell() engine.Text  { return engine.Say("End your turn") }

// Effect says that the action lapses, or that somebody could still be convinced; otherwise the turn
// would have ended on its own.
func (Finish) Effect(s *State) engine.Effect {
	e := rule.Asks(engine.Say("Go on"), "End your turn?")
	if e.Lapses = engine.Say("End your turn and convince nobody more"); !s.acted {
		e.Lapses = engine.Say("End your turn without an action")
	}
	return e
}

// rest ends the turn once the action is done, all hands are full and nobody can be convinced.
func (r *resolution) rest() {
	if r.acted && r.short() < 0 && r.asked < 0 && !r.convinces() {
		r.endTurn()
	}
}

// endTurn gives the next seat its turn, unless the game is going round in circles (ruling endless).
func (r *resolution) endTurn() {
	if r.quiet >= quietTurns*uint16(r.seating.count) || r.turns >= mostTurns {
		emit(r, Adjourned{})
		return
	}
	emit(r, Turn{r.seat(r.after(r.turn))})
}

// Turn gives a seat its turn.
type Turn struct{ Seat engine.Seat }

func (e Turn) Apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		s.turn, s.acted = i, false
		s.turns++
		s.quiet++
	}
}

func (e Turn) Misfit(s *State) error {
	if s.find(e.Seat) < 0 {
		return fmt.Errorf("%s does not play", e.Seat)
	}
	return nil
}

// Minor implements engine.Minor: screens mark whose turn it is.
func (Turn) Minor() bool { return true }

func (e Turn) Tell() engine.Text { return engine.Say("It is %s's turn", e.Seat) }

func (Turn) Why(s *State) engine.Reason {
	switch {
	case !s.acted && s.seating.idle:
		return engine.Reason{Rule: rulingNoAction, Source: sourceTurn}
	case !s.acted:
		return engine.Reason{Rule: rulingStart, Source: sourceSetup}
	}
	return engine.Reason{Rule: rulingAction, Source: sourceTurn}
}
