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
// that nobody has told may be turned up whenever another one does damage (ruling
// trap-unknown).
func (s *State) answersWith(f *frame, i int8, of printed.Name) bool {
	if s.facts.Told(of) {
		return s.fitting(f, i, of) != 0
	}
	return f.kind == blow && i != f.seat && f.total() > 0
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
			w.Stakes = append(w.Stakes, engine.Stake{Seat: s.seat(i), N: int(h), Out: !f.landed && h >= s.players[i].health, Done: f.landed})
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
		return Occurs{by, f.when}.tell()
	}
}

// asked: a window is open that asks the seat, and it has not answered.
func (s *State) asked(i int8) refusal {
	switch {
	case i < 0 || !s.window || s.depth == 0 || !s.asks(s.upper(), i):
		return refuse("%s is not asked", seatWord(i))
	case s.answers[i] != 0:
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
		if !s.asked(i).Allowed() {
			continue
		}
		for t := s.mayHold(i); t != 0; t &= t - 1 {
			if s.turnsUp(i, t.first()).Allowed() {
				all = append(all, Answer{s.seat(i), t.first()})
			}
		}
	}
	return append(all, Close{engine.Table, s.windows})
}
