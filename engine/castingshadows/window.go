package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Counterspells: seats that have a card face down are asked at the same time. Who is asked
// follows from what everybody knows: how many cards lie face down, and what the four kinds
// of counterspells say.

var orders = []engine.Order{
	{Name: "six", Text: engine.Say("Let it pass, unless it takes %d or more", 6), Least: 6, Out: true},
	{Name: "out", Text: engine.Say("Let it pass, unless it puts me out"), Out: true},
}

// answersWith reports whether a counterspell of a kind may be turned up in a moment. One
// that nobody has told may be turned up against any damage (ruling trap-unknown).
func (s *State) answersWith(f *frame, i int8, of printed.Name) bool {
	if s.facts.Told(of) {
		return s.fitting(f, i, of) != 0 || s.speaks(f, i, of)
	}
	return f.kind == blow && i != f.seat && f.harm[i] > 0
}

// speaks reports whether a thing has a text for the moment that is read out.
func (s *State) speaks(f *frame, i int8, of printed.Name) bool {
	for _, t := range s.facts.Texts(of) {
		if s.touches(f, i, t.When) {
			return true
		}
	}
	return false
}

// asks reports whether a seat is asked in a moment.
func (s *State) asks(f *frame, i int8) bool {
	if s.players[i].out || s.players[i].down == 0 || s.depth >= askDepth {
		return false
	}
	for n := printed.PointedShield; n <= printed.SafetyDome; n++ {
		if s.answersWith(f, i, n) {
			return true
		}
	}
	return false
}

func (s *State) anyAsked(f *frame) bool {
	for i := range s.count() {
		if s.asks(f, i) {
			return true
		}
	}
	return false
}

// Window is the one that is open.
func (s *State) Window() engine.Window {
	if !s.window || s.depth == 0 {
		return engine.Window{}
	}
	f := s.upper()
	w := engine.Window{Number: int(s.windows), About: s.about(f), Close: Close{engine.Table, s.windows}, Wait: s.seating.wait}
	order, n := s.inOrder()
	for _, i := range order[:n] {
		if s.asks(f, i) {
			w.Seats = append(w.Seats, s.seat(i))
		}
		if h := f.harm[i]; f.kind == blow && h > 0 {
			w.Stakes = append(w.Stakes, engine.Stake{Seat: s.seat(i), N: int(h), Out: !f.landed && h >= s.players[i].health})
		}
	}
	return w
}

// about says what seats are asked about.
func (s *State) about(f *frame) engine.Text {
	switch by := s.seat(f.seat); {
	case f.kind == blow && f.of == 0:
		return engine.Say("The cursed crystals of %s do damage", by)
	case f.kind == blow && f.landed:
		return engine.Say("%s has done damage with %s", by, f.of.Term())
	case f.kind == blow:
		return engine.Say("%s is about to do damage with %s", by, f.of.Term())
	default:
		return Moment{by, f.when}.tell()
	}
}

// asked: a window is open that asks the seat, and it has not answered.
func (s *State) asked(i int8) refusal {
	switch {
	case i < 0 || !s.window || !s.asks(s.upper(), i):
		return refuse("%s is not asked", seatWord(i))
	case s.answers[i] != answer{}:
		return refuse("%s has answered", seatWord(i))
	}
	return allowed
}

// turnsUp: an own counterspell whose moment this is.
func (s *State) turnsUp(i int8, c printed.Card) refusal {
	switch {
	case !s.mayHold(i).has(c):
		return refuse("%s does not lie face down before %s", cardWord(c), seatWord(i))
	case !s.answersWith(s.upper(), i, c.Name()):
		return refuse("this is not the moment of %s", cardWord(c))
	}
	return allowed
}

// answering lists the answers of the seats that have not answered, and the end.
func (s *State) answering(all []engine.Command) []engine.Command {
	for i := range s.count() {
		if !s.asked(i).allowed() {
			continue
		}
		all = append(all, Pass{s.seat(i)})
		for t := s.mayHold(i); t != 0; t &= t - 1 {
			if s.turnsUp(i, t.first()).allowed() {
				all = append(all, Answer{s.seat(i), t.first()})
			}
		}
	}
	return append(all, Close{engine.Table, s.windows})
}

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
	if no := s.asked(i); !no.allowed() {
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
		s.answers[i] = answer{card: e.Card}
	}
}

func (e Answered) tell() engine.Text { return engine.Say("%s turns up %s", e.Seat, e.Card.Term()) }

// Pass turns nothing up.
type Pass struct{ Seat engine.Seat }

// By is the seat.
func (c Pass) By() engine.Seat { return c.Seat }

func (c Pass) check(s *State) refusal { return s.asked(s.find(c.Seat)) }
func (c Pass) play(r *resolution)     { emit(r, Passed(c)) }
func (c Pass) tell() engine.Text      { return engine.Say("Let it pass") }

// Passed is a seat that turns nothing up. It alone knows.
type Passed struct{ Seat engine.Seat }

// Cover is nothing to everybody else.
func (e Passed) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

// MarshalJSON is an error: others may not know.
func (Passed) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e Passed) apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		s.answers[i].passed = true
	}
}

func (e Passed) tell() engine.Text { return engine.Say("%s lets it pass", e.Seat) }

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
		if card := answers[i].card; card != 0 {
			emit(r, Turned{r.seat(i), card})
		}
	}
}

func (c Close) tell() engine.Text { return engine.Say("Go on: everybody has answered") }

// Asked opens a window.
type Asked struct{ Number uint16 }

func (e Asked) apply(s *State) {
	s.window, s.windows, s.answers = true, e.Number, [mostSeats]answer{}
	if f := s.upper(); f != nil {
		f.asked = true
	}
}

func (Asked) tell() engine.Text { return engine.Say("Counterspells are asked for") }

func (Asked) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingOneTrigger, Source: sourceTrap}
}

// Closed ends a window.
type Closed struct{ Number uint16 }

func (Closed) apply(s *State)    { s.window, s.answers = false, [mostSeats]answer{} }
func (Closed) tell() engine.Text { return engine.Say("All have answered") }

// Turned is a counterspell that everybody sees.
type Turned struct {
	Seat engine.Seat
	Card printed.Card
}

// Reveals tells that everybody has seen the card.
func (Turned) Reveals() {}

func (e Turned) apply(s *State) {
	f, i := s.upper(), s.find(e.Seat)
	if f == nil || i < 0 {
		return
	}
	p := &s.players[i]
	p.down = max(p.down, 1) - 1
	p.traps &^= trap(e.Card)
	f.turned[i] = e.Card
}

func (e Turned) tell() engine.Text { return engine.Say("%s turns up %s", e.Seat, e.Card.Term()) }

func (Turned) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A counterspell is turned up when its moment comes; that costs no action point."), Source: sourceTrap}
}

// countersNext carries out the next counterspell that was turned up, from the seat that
// has the next turn; false if there is none.
func (r *resolution) countersNext(f *frame) bool {
	for i, left := r.after(r.turn), r.count(); left > 0; i, left = r.after(i), left-1 {
		c := f.turned[i]
		if c == 0 {
			continue
		}
		when := r.fitting(f, i, c.Name())
		if r.players[i].out || r.players[f.seat].out && !f.landed {
			when = 0
		}
		emit(r, Counters{r.seat(i), c, when})
		return true
	}
	return false
}

// Counters is a counterspell that is carried out; without a moment it has become
// pointless (ruling committed).
type Counters struct {
	Seat engine.Seat
	Card printed.Card
	When printed.Trigger `word:"optional"`
}

func (e Counters) apply(s *State) {
	f, i := s.upper(), s.find(e.Seat)
	if f == nil || i < 0 {
		return
	}
	f.turned[i] = 0
	s.push(frame{kind: doing, seat: i, of: e.Card.Name(), card: e.Card, when: e.When, against: f.other(i)})
}

func (e Counters) tell() engine.Text {
	if e.When == 0 {
		return engine.Say("%s of %s has become pointless", e.Card.Term(), e.Seat)
	}
	return engine.Say("%s counters with %s", e.Seat, e.Card.Term())
}

func (e Counters) why(*State) engine.Reason {
	if e.When == 0 {
		return engine.Reason{Rule: rulingCommitted, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("Of several counterspells that of the seat that has the next turn comes first."), Source: sourceTrap}
}

// Returned is a counterspell that goes under its pile.
type Returned struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Returned) apply(s *State) {
	s.traps.back(e.Card)
	s.pop()
}

func (e Returned) tell() engine.Text {
	return engine.Say("%s goes under its pile (%s)", e.Card.Term(), e.Seat)
}

func (Returned) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A counterspell that was used goes under its pile, not to the discard pile."), Source: sourceTrap}
}
