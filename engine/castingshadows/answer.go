package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Answers: a seat turns a card up, and nobody else knows until the window closes. Who does
// not answer lets it pass.

// Answer turns a counterspell up, when the window closes.
type Answer struct {
	Seat engine.Seat
	Card printed.Card
}

// By is the seat.
func (c Answer) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c Answer) Aims() []string { return cardAims(c.Card) }

func (c Answer) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := s.asked(i); !no.Allowed() {
		return no
	}
	return s.turnsUp(i, c.Card)
}

func (c Answer) play(r *resolution) { emit(r, Answered(c)) }
func (c Answer) tell() engine.Text  { return engine.Say("Turn up %s", c.Card.Term()) }

// Answered is a counterspell that will be turned up. Its seat alone knows.
type Answered struct {
	Seat engine.Seat
	Card printed.Card
}

// Cover is nothing to everybody else.
func (e Answered) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

// MarshalJSON is an error: others may not know.
func (Answered) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e Answered) apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		s.answers[i] = e.Card
	}
}

func (e Answered) tell() engine.Text { return engine.Say("%s turns up %s", e.Seat, e.Card.Term()) }

// closes: the window with the number is open.
func (s *State) closes(by engine.Seat, n uint16) refusal {
	if by != engine.Table || !s.window || n != s.windows {
		return refuse("nobody is asked with the number %d", word(n))
	}
	return allowed
}

// Close ends the window with a number: what is to be turned up is turned up.
type Close struct {
	Seat   engine.Seat
	Number uint16
}

// By is the table.
func (c Close) By() engine.Seat { return c.Seat }

func (c Close) check(s *State) refusal { return s.closes(c.Seat, c.Number) }

func (c Close) play(r *resolution) {
	answers := r.answers
	emit(r, Closed{c.Number})
	order, n := r.inOrder()
	for _, i := range order[:n] {
		if card := answers[i]; card != 0 {
			emit(r, Turned{r.seat(i), card})
		}
	}
}

func (c Close) tell() engine.Text { return engine.Say("Go on: everybody has answered") }

// Asked opens a window.
type Asked struct{ Number uint16 }

func (e Asked) apply(s *State) {
	s.window, s.windows, s.answers = true, e.Number, [mostSeats]printed.Card{}
	if f := s.upper(); f != nil {
		f.asked = true
	}
}

func (Asked) tell() engine.Text { return engine.Say("Counterspells are asked for") }

func (Asked) why(s *State) engine.Reason {
	if s.depth >= askDepth-2 {
		return engine.Reason{Rule: rulingDepth, Source: sourceRuling}
	}
	return engine.Reason{Rule: rulingOneTrigger, Source: sourceTrap}
}

// Closed ends a window.
type Closed struct{ Number uint16 }

func (Closed) apply(s *State)    { s.window, s.answers = false, [mostSeats]printed.Card{} }
func (Closed) tell() engine.Text { return engine.Say("All have answered") }

// Turned is a counterspell that everybody sees.
type Turned struct {
	Seat engine.Seat
	Card printed.Card
}

// Reveals tells that everybody has seen the card.
func (Turned) Reveals() {}

func (e Turned) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	p := &s.players[i]
	p.down = max(p.down, 1) - 1
	p.traps &^= trap(e.Card)
	if f := s.upper(); f != nil {
		f.turned[i] = e.Card
	}
}

func (e Turned) tell() engine.Text { return engine.Say("%s turns up %s", e.Seat, e.Card.Term()) }

func (Turned) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A counterspell is turned up when its moment comes; that costs no action point."), Source: sourceTrap}
}
