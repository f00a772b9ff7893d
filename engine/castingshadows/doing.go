package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Carrying out what is printed on a thing: part by part; of the lines of a part one.

// lines are those of the next part of what is being carried out whose conditions are met,
// as their numbers from 1; part is 0 when all parts are done.
func (s *State) lines(f *frame) (part uint8, all []uint8) {
	for n, e := range s.facts.Effects(f.of) {
		if e.When != f.when || e.Part <= f.part || part != 0 && e.Part != part {
			continue
		}
		part = e.Part
		if s.holds(e.If, f.seat, f.against, f.of) {
			all = append(all, uint8(n+1))
		}
	}
	return part, all
}

// choices are the options of the next part.
func (s *State) choices(f *frame) (all []option) {
	_, lines := s.lines(f)
	for _, n := range lines {
		e := s.facts.Effects(f.of)[n-1]
		all = append(all, s.optionsOf(f.seat, n, e, f.against, f.earlier())...)
	}
	return all
}

// earlier is the step at which an earlier part was paid, from 0.
func (f *frame) earlier() uint8 { return max(f.chosen.step, 1) - 1 }

// optional reports whether nothing has to be done of the next part: what is paid for,
// and what moves a figure or rolls dice.
func (s *State) optional(f *frame) bool {
	_, lines := s.lines(f)
	for _, n := range lines {
		switch e := s.facts.Effects(f.of)[n-1]; {
		case e.Times.Number() > 0, e.Does == printed.Move, e.Does == printed.Push, e.Does == printed.Reroll:
			return true
		}
	}
	return false
}

// does: something of a first part can be done.
func (s *State) does(i int8, of printed.Name, when printed.Trigger) refusal {
	f := frame{kind: doing, seat: i, of: of, when: when, against: -1}
	if part, _ := s.lines(&f); part != 0 && len(s.choices(&f)) == 0 {
		return refuse("nothing of %s is possible now", nameWord(of))
	}
	return allowed
}

// carryOut goes on with a thing; false if its seat has to choose.
func (r *resolution) carryOut(f *frame) bool {
	part, _ := r.lines(f)
	switch {
	case f.reads:
		return false
	case r.players[f.seat].out:
		r.end(f)
		return true
	case part == 0 && r.unread(f):
		emit(r, Reads{r.seat(f.seat), f.of})
		return true
	case part == 0:
		r.end(f)
		return true
	case f.part == 0 && f.when == printed.OnCast && f.chosen.line > 0:
		r.do(f, f.chosen)
		return true
	}
	all := r.choices(f)
	switch {
	case len(all) == 0:
		emit(r, Omits{r.seat(f.seat), part})
	case len(all) == 1 && !r.optional(f):
		r.do(f, all[0])
	default:
		return false
	}
	return true
}

// unread reports whether something is left to be read out: a text of this moment, or, of a
// thing that nobody has told, all (ruling trap-unknown).
func (s *State) unread(f *frame) bool {
	if f.told || f.when == 0 {
		return false
	}
	for _, t := range s.facts.Texts(f.of) {
		if t.When == f.when {
			return true
		}
	}
	return !s.facts.Told(f.of)
}

// end ends a thing: a counterspell goes under its pile.
func (r *resolution) end(f *frame) {
	if f.card != 0 {
		emit(r, Returned{r.seat(f.seat), f.card})
		return
	}
	emit(r, Ends{r.seat(f.seat)})
}

// Does is a line that is carried out.
type Does struct {
	Seat engine.Seat
	Of   printed.Name
	Line uint8
	Step uint8 `word:"optional"`
}

func (e Does) apply(s *State) {
	f := s.upper()
	all := s.facts.Effects(e.Of)
	if f == nil || e.Line == 0 || int(e.Line) > len(all) {
		return
	}
	f.part = all[e.Line-1].Part
	f.chosen.line = e.Line
	if e.Step > 0 {
		f.chosen.step = e.Step
	}
}

func (e Does) tell() engine.Text { return engine.Say("%s uses %s", e.Seat, e.Of.Term()) }

func (e Does) why(s *State) engine.Reason {
	if all := s.facts.Effects(e.Of); e.Line > 0 && int(e.Line) <= len(all) {
		return engine.Reason{Rule: all[e.Line-1].Text(), Source: sourcePrinted}
	}
	return engine.Reason{Source: sourcePrinted}
}

// Omits is a part of which nothing is done.
type Omits struct {
	Seat engine.Seat
	Part uint8
}

func (e Omits) apply(s *State) {
	if f := s.upper(); f != nil {
		f.part = e.Part
	}
}

func (e Omits) tell() engine.Text { return engine.Say("%s leaves that out", e.Seat) }

// Ends is something that was carried out, or a moment that is over.
type Ends struct{ Seat engine.Seat }

func (Ends) apply(s *State) { s.pop() }

func (Ends) why(s *State) engine.Reason {
	if f := s.upper(); f != nil && f.seat >= 0 && s.players[f.seat].out {
		return engine.Reason{Rule: rulingMidSpell, Source: sourceRuling}
	}
	return engine.Reason{}
}

func (e Ends) tell() engine.Text { return engine.Say("That is done (%s)", e.Seat) }
