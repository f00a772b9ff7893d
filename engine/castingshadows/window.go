package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// All seats with a face-down card are asked at the same time. Whether a seat is asked follows from
// what everybody knows: how many cards lie face down, and what the four kinds of counterspells do.

// answersWith reports whether a counterspell of a kind may be turned up in a moment. One that is
// unknown to the program may be turned up whenever another seat does damage (ruling trap-unknown).
func (s *State) answersWith(f *frame, i int8, of printed.Name) bool {
	if s.Facts.Told(of) {
		return s.fitting(f, i, of) != 0
	}
	return f.Kind == damage && i != f.Seat && f.total() > 0
}

// asks reports whether a seat is asked in a moment.
func (s *State) asks(f *frame, i int8) bool {
	if s.Players[i].Out || s.Players[i].Down == 0 || s.Depth >= askDepth {
		return false
	}
	for _, n := range s.Seating.Answers {
		if s.answersWith(f, i, n) {
			return true
		}
	}
	return false
}

// anyAsked reports whether any seat is asked in a moment.
func (s *State) anyAsked(f *frame) bool {
	for i := range s.Count() {
		if s.asks(f, i) {
			return true
		}
	}
	return false
}

// about says what seats are asked about.
func (s *State) about(f *frame) engine.Text {
	switch by := s.seat(f.Seat); {
	case f.Kind == damage && f.Of == 0:
		return engine.Say("The cursed crystals of %s do damage", by)
	case f.Kind == damage && f.Landed:
		return engine.Say("%s has done damage with %s", by, f.Of.Term())
	case f.Kind == damage:
		return engine.Say("%s is about to do damage with %s", by, f.Of.Term())
	default:
		return Occurs{by, f.When}.Tell()
	}
}

// asked refuses a seat that is not asked by an open window, or that has answered.
func (s *State) asked(i int8) refusal {
	switch {
	case i < 0 || !s.Asking || s.Depth == 0 || !s.asks(s.upper(), i):
		return refuse("%s is not asked", seatWord(i))
	case s.Answers[i] != 0:
		return refuse("%s has answered", seatWord(i))
	}
	return allowed
}

// turnsUp refuses a card that is not a face-down counterspell of the seat, or whose moment it is
// not.
func (s *State) turnsUp(i int8, c printed.Card) refusal {
	switch {
	case !s.mayHold(i).has(c):
		return refuse("%s does not lie face down before %s", cardWord(c), seatWord(i))
	case !s.answersWith(s.upper(), i, c.Name()):
		return refuse("this is not the moment of %s", cardWord(c))
	}
	return allowed
}

// Asked opens a window.
type Asked struct{ Number uint16 }

func (e Asked) Apply(s *State) {
	s.Asking, s.Windows, s.Answers = true, e.Number, [mostSeats]printed.Card{}
	if f := s.upper(); f != nil {
		f.Asked = true
	}
}

func (Asked) Tell() engine.Text { return engine.Say("Counterspells are asked for") }

func (Asked) Why(s *State) engine.Reason {
	if s.Depth >= askDepth-2 {
		return engine.Reason{Rule: rulingDepth, Source: sourceRuling}
	}
	return engine.Reason{Rule: rulingOneTrigger, Source: sourceCounterspells}
}
