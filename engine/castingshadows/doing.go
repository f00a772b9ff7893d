package castingshadows

import (
	"iter"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is printed on a thing is carried out part by part; of each part, one line is.

// begun reports whether the frame is a spell whose line has been paid for and not yet carried out.
func (s *State) begun(f *frame) bool {
	return f.Part == 0 && f.When == printed.OnCast && f.Chosen.Line > 0 && int(f.Chosen.Line) <= len(s.Facts.Effects(f.Of))
}

// line returns line n, from 1, of what is being carried out. A spell that has been cast costs
// nothing more, and its line does as much as was paid for.
func (s *State) line(f *frame, n uint8) printed.Effect {
	e := s.Facts.Effects(f.Of)[n-1]
	if s.begun(f) {
		e.Pays, e.Times, e.Amounts = printed.Cost{}, printed.Steps{}, e.Amounts.Only(int(f.earlier()))
	}
	return e
}

// nextPart returns the next part of what is being carried out, 0 when all parts are done.
func (s *State) nextPart(f *frame) uint8 {
	all := s.Facts.Effects(f.Of)
	if s.begun(f) {
		return all[f.Chosen.Line-1].Part
	}
	for n := range all {
		if e := &all[n]; e.When == f.When && e.Part > f.Part {
			return e.Part
		}
	}
	return 0
}

// lines yields the numbers, from 1, of the lines of the next part whose conditions are met. For a
// spell that has been cast it yields the line that was chosen then.
func (s *State) lines(f *frame) iter.Seq[uint8] {
	return func(yield func(uint8) bool) {
		if s.begun(f) {
			yield(f.Chosen.Line)
			return
		}
		part, all := s.nextPart(f), s.Facts.Effects(f.Of)
		for n := range all {
			if e := &all[n]; e.When == f.When && e.Part == part && s.holds(e.If, f.Seat, f.Against, f.Of) && !yield(uint8(n+1)) {
				return
			}
		}
	}
}

// choices appends the options of the next part.
func (s *State) choices(all []option, f *frame) []option {
	for n := range s.lines(f) {
		e := s.line(f, n)
		all = s.optionsOf(all, f.Seat, n, &e, f.Against, f.earlier())
	}
	return all
}

// earlier returns the step, from 0, at which an earlier part was paid.
func (f *frame) earlier() uint8 { return max(f.Chosen.Step, 1) - 1 }

// optional reports whether the next part may be skipped: it costs something, moves a figure or
// rerolls dice.
func (s *State) optional(f *frame) bool {
	for n := range s.lines(f) {
		switch e := s.line(f, n); {
		case e.Times.Number() > 0, e.Does == printed.Move, e.Does == printed.Push, e.Does == printed.Reroll:
			return true
		}
	}
	return false
}

// does refuses a thing if nothing of its first part is possible now.
func (s *State) does(i int8, of printed.Name, when printed.Trigger) refusal {
	f := frame{Kind: doing, Seat: i, Of: of, When: when, Against: -1}
	var room [usualOptions]option // on the stack
	if s.nextPart(&f) != 0 && len(s.choices(room[:0], &f)) == 0 {
		return refuse("nothing of %s is possible now", nameWord(of))
	}
	return allowed
}

// carryOut continues with a thing; it returns false if its seat has to choose, or people carry it
// out.
func (r *resolution) carryOut(f *frame) bool {
	part := r.nextPart(f)
	switch {
	case f.Reads:
		return false
	case r.Players[f.Seat].Out:
		r.end(f)
		return true
	case part == 0 && r.unread(f):
		emit(r, Reads{r.seat(f.Seat), f.Of})
		return true
	case part == 0:
		r.end(f)
		return true
	case r.begun(f) && r.line(f, f.Chosen.Line).Does != printed.Reroll: // dice are chosen now
		r.do(f, f.Chosen)
		return true
	}
	var room [usualOptions]option // on the stack
	all := r.choices(room[:0], f)
	switch {
	case len(all) == 0:
		emit(r, Omits{r.seat(f.Seat), part})
	case len(all) == 1 && !r.optional(f):
		r.do(f, all[0])
	default:
		return false
	}
	return true
}

// unread reports whether something is left to be read out: a text of this moment or, if the thing
// is unknown to the program, all of it (ruling trap-unknown).
func (s *State) unread(f *frame) bool {
	if f.Told || f.When == 0 {
		return false
	}
	for _, t := range s.Facts.Texts(f.Of) {
		if t.When == f.When {
			return true
		}
	}
	return !s.Facts.Told(f.Of)
}

// end ends a thing; a counterspell goes under its pile.
func (r *resolution) end(f *frame) {
	if f.Card != 0 {
		emit(r, Returned{r.seat(f.Seat), f.Card})
		return
	}
	emit(r, Ends{r.seat(f.Seat)})
}

// Does is a line that is carried out, and how many times it is paid, both from 1.
type Does struct {
	Seat engine.Seat
	Of   printed.Name
	Line uint8
	Step uint8 `word:"optional"`
}

func (e Does) Apply(s *State) {
	f := s.upper()
	all := s.Facts.Effects(e.Of)
	if f == nil || e.Line == 0 || int(e.Line) > len(all) {
		return
	}
	f.Part = all[e.Line-1].Part
	f.Chosen.Line = e.Line
	if e.Step > 0 {
		f.Chosen.Step = e.Step
	}
}

func (e Does) Tell() engine.Text { return engine.Say("%s uses %s", e.Seat, e.Of.Term()) }

func (e Does) Why(s *State) engine.Reason {
	if all := s.Facts.Effects(e.Of); e.Line > 0 && int(e.Line) <= len(all) {
		return engine.Reason{Rule: all[e.Line-1].Text(), Source: sourcePrinted}
	}
	return engine.Reason{Source: sourcePrinted}
}

// Omits is a part, from 1, of which nothing is carried out.
type Omits struct {
	Seat engine.Seat
	Part uint8
}

func (e Omits) Apply(s *State) {
	if f := s.upper(); f != nil {
		f.Part = e.Part
	}
}

func (e Omits) Tell() engine.Text { return engine.Say("%s leaves that out", e.Seat) }

// Ends says that something has been carried out, or that a moment is over.
type Ends struct{ Seat engine.Seat }

func (Ends) Apply(s *State) { s.pop() }

func (Ends) Why(s *State) engine.Reason {
	switch f := s.upper(); {
	case f != nil && f.Kind == returning && !f.Struck:
		return engine.Reason{Rule: rulingReturn, Source: sourcePrinted}
	case f != nil && f.Seat >= 0 && s.Players[f.Seat].Out:
		return engine.Reason{Rule: rulingMidSpell, Source: sourceRuling}
	}
	return engine.Reason{}
}

func (e Ends) Tell() engine.Text { return engine.Say("That is done (%s)", e.Seat) }
