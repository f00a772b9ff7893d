package highcouncil

import "arbiter/engine"

// Pondering changes the hand. A turn ends by itself, or when its seat says so.

// Ponder puts the whole hand away and draws a new one.
type Ponder struct{ Seat engine.Seat }

func (c Ponder) By() engine.Seat { return c.Seat }

func (c Ponder) check(s *State) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	return s.mustBeClear()
}

func (c Ponder) play(r *resolution) {
	emit(r, Pondered(c))
	r.draw()
}

func (c Ponder) tell() engine.Text {
	return engine.Say("Ponder: put the hand away and draw a new one")
}

// Pondered ends the action: the hand was put away face down.
type Pondered struct{ Seat engine.Seat }

func (e Pondered) apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		d, p := s.deck(s.side(i)), &s.players[i]
		d.known |= p.known
		d.played += p.hand
		p.hand, p.known = 0, 0
	}
	s.acted = true
}

func (e Pondered) tell() engine.Text {
	return engine.Say("%s has pondered", e.Seat)
}

func (Pondered) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingHidden, Source: sourcePonder}
}

// Finish ends the turn.
type Finish struct{ Seat engine.Seat }

func (c Finish) By() engine.Seat { return c.Seat }

// check: a turn has exactly one action (ruling one-action).
func (c Finish) check(s *State) error {
	if err := s.mustAct(c.Seat); err != nil {
		return err
	}
	if !s.acted {
		return engine.Refuse("%s has not had its action yet", c.Seat)
	}
	return nil
}

func (c Finish) play(r *resolution) {
	r.endTurn()
}

func (c Finish) tell() engine.Text {
	return engine.Say("Finish the turn")
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

func (e Turn) tell() engine.Text {
	return engine.Say("It is %s's turn", e.Seat)
}

func (Turn) why(s *State) engine.Reason {
	if !s.acted {
		return engine.Reason{Rule: rulingStart, Source: sourceSetup}
	}
	return engine.Reason{Rule: rulingAction, Source: sourceTurn}
}
