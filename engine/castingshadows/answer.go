package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// Answers: a seat turns a card up, and nobody else knows until the window closes. A seat that does
// not answer lets it pass.

// Answer has a counterspell turned up when the window closes.
type Answer struct {
	Seat engine.Seat
	Card printed.Card
}

func (c Answer) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Answer) Private() {}

// Aims returns the card.
func (c Answer) Aims() []string { return cardAims(c.Card) }

func (c Answer) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := s.asked(i); !no.Allowed() {
		return no
	}
	return s.turnsUp(i, c.Card)
}

func (c Answer) Play(r *resolution) { emit(r, Answered(c)) }
func (c Answer) Tell() engine.Text  { return engine.Say("Turn up %s", c.Card.Term()) }
func (Answer) Verb() engine.Text    { return engine.Say("Turn up") }

// Answered is a counterspell that will be turned up. Only its seat knows.
type Answered struct {
	Seat engine.Seat
	Card printed.Card
}

// Cover hides the event from everybody else.
func (e Answered) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

// MarshalJSON returns an error: others may not know.
func (Answered) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e Answered) Apply(s *State) {
	if i := s.Find(e.Seat); i >= 0 {
		s.Answers[i] = e.Card
	}
}

func (e Answered) Tell() engine.Text { return engine.Say("%s turns up %s", e.Seat, e.Card.Term()) }

// closes allows the number of the open window.
func (s *State) closes(by engine.Seat, n uint16) refusal {
	if by != engine.Table || !s.Asking || n != s.Windows {
		return refuse("nobody is asked with the number %d", rule.Number(n))
	}
	return allowed
}

// Close ends the window with the given number: the chosen counterspells are turned up.
type Close struct {
	Seat   engine.Seat
	Number uint16
}

func (c Close) By() engine.Seat { return c.Seat }

func (c Close) Check(s *State) refusal { return s.closes(c.Seat, c.Number) }

func (c Close) Play(r *resolution) {
	answers := r.Answers
	emit(r, Closed{c.Number})
	order, n := r.inOrder()
	for _, i := range order[:n] {
		if card := answers[i]; card != 0 {
			emit(r, Turned{r.seat(i), card})
		}
	}
}

func (c Close) Tell() engine.Text { return engine.Say("Go on: everybody has answered") }

// Closed ends a window.
type Closed struct{ Number uint16 }

func (Closed) Apply(s *State) {
	s.Asking, s.Answers = false, [mostSeats]printed.Card{}
}

// Minor implements engine.Minor: what comes of the answers says more.
func (Closed) Minor() bool { return true }

func (Closed) Tell() engine.Text { return engine.Say("All have answered") }

// Turned is a counterspell that is turned up for everybody to see.
type Turned struct {
	Seat engine.Seat
	Card printed.Card
}

// Reveals implements engine.Reveal: everybody has seen the card.
func (Turned) Reveals() {}

func (e Turned) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	p := &s.Players[i]
	p.Down = max(p.Down, 1) - 1
	p.Counterspells &^= oneCounterspell(e.Card)
	if f := s.upper(); f != nil {
		f.Turned[i] = e.Card
	}
}

func (e Turned) Tell() engine.Text { return engine.Say("%s turns up %s", e.Seat, e.Card.Term()) }

func (Turned) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A counterspell is turned up when its moment comes; that costs no action point."), Source: sourceCounterspells}
}

// Window returns the open window; the zero Window if there is none.
func (s *State) Window() engine.Window {
	if !s.Asking || s.Depth == 0 {
		return engine.Window{}
	}
	f := s.upper()
	w := engine.Window{Number: int(s.Windows), About: s.about(f), Close: Close{engine.Table, s.Windows}, Wait: s.Seating.Wait}
	order, n := s.inOrder()
	for _, i := range order[:n] {
		if s.asks(f, i) {
			w.Seats = append(w.Seats, s.seat(i))
		}
		if h := f.Harm[i]; f.Kind == damage && h > 0 {
			w.Stakes = append(w.Stakes, engine.Stake{Seat: s.seat(i), N: int(h), Out: !f.Landed && uint16(h) >= s.Players[i].Health, Done: f.Landed})
		}
	}
	return w
}

// answering lists the answers of the seats that have not answered, and Close.
func (s *State) answering(all []engine.Command) []engine.Command {
	for i := range s.Count() {
		if !s.asked(i).Allowed() {
			continue
		}
		for t := s.mayHold(i); t != 0; t &= t - 1 {
			if s.turnsUp(i, t.first()).Allowed() {
				all = append(all, rule.Listed(Answer{s.seat(i), t.first()}, uint64(i)<<8^uint64(t.first())))
			}
		}
	}
	return append(all, rule.Listed(Close{engine.Table, s.Windows}, uint64(s.Windows)))
}
