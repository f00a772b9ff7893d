package highcouncil

import (
	"cmp"
	"fmt"

	"arbiter/engine"
)

// A turn has one action. It ends by itself, or when its seat says so.

// acts: the seat in this place has its turn, and nobody else has to do something first.
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

// hasAction: the seat may begin its action, or go on with it.
func (s *State) hasAction(i int8) refusal {
	if no := s.acts(i); !no.Allowed() {
		return no
	}
	if s.acted {
		return refuse("%s has had its action this turn", seatWord(i))
	}
	return allowed
}

// nothingOpen: no card lies open that is not used yet.
func (s *State) nothingOpen() refusal {
	if s.open[0] != 0 {
		return refuse("first use the cards that lie open, or take them back")
	}
	return allowed
}

// hadAction: a turn has exactly one action (ruling one-action).
func (s *State) hadAction() refusal {
	if !s.acted {
		return refuse("%s has not had its action yet", seatWord(s.turn))
	}
	return allowed
}

func (s *State) finishes(all []engine.Command) []engine.Command {
	if s.hadAction().Allowed() {
		all = append(all, s.commands().finish)
	}
	return all
}

// Finish ends the turn.
type Finish struct{ Seat engine.Seat }

func (c Finish) By() engine.Seat { return c.Seat }

func (c Finish) check(s *State) refusal {
	return cmp.Or(s.acts(s.find(c.Seat)), s.hadAction())
}

func (c Finish) play(r *resolution) { r.endTurn() }
func (c Finish) tell() engine.Text  { return engine.Say("End your turn") }

// effect tells that somebody could be convinced: else the turn has ended by itself.
func (Finish) effect(*State) engine.Effect {
	e := asks(engine.Say("Go on"), "End your turn?")
	e.Lapses = engine.Say("End your turn and convince nobody more")
	return e
}

// rest ends the turn once the action is done, all hands are full and nobody can
// be convinced.
func (r *resolution) rest() {
	if r.acted && r.short() < 0 && r.asked < 0 && !r.convinces() {
		r.endTurn()
	}
}

// endTurn gives the next seat its turn, unless the game goes round in circles
// (ruling endless).
func (r *resolution) endTurn() {
	if r.quiet >= quietTurns*uint16(r.seating.count) || r.turns >= mostTurns {
		emit(r, Adjourned{})
		return
	}
	emit(r, Turn{r.seat(r.after(r.turn))})
}

// Turn gives a seat its turn.
type Turn struct{ Seat engine.Seat }

func (e Turn) apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		s.turn, s.acted = i, false
		s.turns++
		s.quiet++
	}
}

func (e Turn) misfit(s *State) error {
	if s.find(e.Seat) < 0 {
		return fmt.Errorf("%s does not play", e.Seat)
	}
	return nil
}

func (e Turn) tell() engine.Text { return engine.Say("It is %s's turn", e.Seat) }

func (Turn) why(s *State) engine.Reason {
	if !s.acted {
		return engine.Reason{Rule: rulingStart, Source: sourceSetup}
	}
	return engine.Reason{Rule: rulingAction, Source: sourceTurn}
}
