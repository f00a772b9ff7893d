package position

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// All seats with a face-down card are asked at the same time. Whether a seat is asked follows from
// what everybody knows: how many cards lie face down, and what the four kinds of counterspells do.

// answersWith reports whether a counterspell of a kind may be turned up in a moment. One that is
// unknown to the program may be turned up whenever another seat does damage (ruling trap-unknown).
func (s *State) answersWith(f *Frame, i int8, of printed.Name) bool {
	if s.Facts.Told(of) {
		return s.fitting(f, i, of) != 0
	}
	return f.Kind == Damage && i != f.Seat && f.total() > 0
}

// Asks reports whether a seat is asked in a moment.
func (s *State) Asks(f *Frame, i int8) bool {
	if s.Players[i].Out || s.Players[i].Down == 0 || s.Depth >= askDepth {
		return false
	}
	for n := printed.PointedShield; n <= printed.SafetyDome; n++ {
		if s.answersWith(f, i, n) {
			return true
		}
	}
	return false
}

// AnyAsked reports whether any seat is asked in a moment.
func (s *State) AnyAsked(f *Frame) bool {
	for i := range s.Count() {
		if s.Asks(f, i) {
			return true
		}
	}
	return false
}

// About says what seats are asked about.
func (s *State) About(f *Frame) engine.Text {
	switch by := s.Seat(f.Seat); {
	case f.Kind == Damage && f.Of == 0:
		return engine.Say("The cursed crystals of %s do damage", by)
	case f.Kind == Damage && f.Landed:
		return engine.Say("%s has done damage with %s", by, f.Of.Term())
	case f.Kind == Damage:
		return engine.Say("%s is about to do damage with %s", by, f.Of.Term())
	default:
		return Occurs{by, f.When}.Tell()
	}
}

// Asked refuses a seat that is not asked by an open window, or that has answered.
func (s *State) Asked(i int8) refusal {
	switch {
	case i < 0 || !s.Asking || s.Depth == 0 || !s.Asks(s.Upper(), i):
		return refuse("%s is not asked", SeatWord(i))
	case s.Answers[i] != 0:
		return refuse("%s has answered", SeatWord(i))
	}
	return allowed
}

// TurnsUp refuses a card that is not a face-down counterspell of the seat, or whose moment it is
// not.
func (s *State) TurnsUp(i int8, c printed.Card) refusal {
	switch {
	case !s.MayHold(i).Has(c):
		return refuse("%s does not lie face down before %s", CardWord(c), SeatWord(i))
	case !s.answersWith(s.Upper(), i, c.Name()):
		return refuse("this is not the moment of %s", CardWord(c))
	}
	return allowed
}

// Asked opens a window.
type Asked struct{ Number uint16 }

func (e Asked) Apply(s *State) {
	s.Asking, s.Windows, s.Answers = true, e.Number, [MostSeats]printed.Card{}
	if f := s.Upper(); f != nil {
		f.Asked = true
	}
}

func (Asked) Tell() engine.Text { return engine.Say("Counterspells are asked for") }

func (Asked) Why(s *State) engine.Reason {
	if s.Depth >= askDepth-2 {
		return engine.Reason{Rule: rulingDepth, Source: SourceRuling}
	}
	return engine.Reason{Rule: rulingOneTrigger, Source: SourceCounterspells}
}
