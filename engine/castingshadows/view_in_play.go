package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is being carried out, as screens show it.

// viewInPlay returns the top thing being carried out, with its parts as the steps of its face.
func (s *State) viewInPlay() engine.InPlay {
	for n := int(s.Depth) - 1; n >= 0; n-- {
		if f := &s.Stack[n]; f.Kind == doing {
			return s.partsInPlay(f)
		}
	}
	return engine.InPlay{}
}

func (s *State) partsInPlay(f *frame) engine.InPlay {
	c := engine.InPlay{Seat: s.seat(f.Seat), Card: f.Of.Term()}
	next := s.nextPart(f)
	for _, part := range s.parts(f.Of) {
		step := engine.InPlayStep{Text: s.partText(f.Of, part), Option: -1}
		switch {
		case part <= f.Part:
			step.Progress = engine.Finished
		case part == next:
			step.Progress = engine.Current
		}
		c.Steps = append(c.Steps, step)
	}
	return c
}

// partText says what a part of a thing does: its lines, of which one is carried out.
func (s *State) partText(of printed.Name, part uint8) (all engine.Text) {
	for _, e := range s.Facts.Effects(of) {
		switch {
		case e.Part != part:
		case all.IsZero():
			all = e.Text()
		default:
			all = engine.Say("%s; or: %s", all, e.Text())
		}
	}
	return all
}

// parts returns the parts of what a thing does, in order.
func (s *State) parts(of printed.Name) (all []uint8) {
	for _, e := range s.Facts.Effects(of) {
		if len(all) == 0 || all[len(all)-1] != e.Part {
			all = append(all, e.Part)
		}
	}
	return all
}
