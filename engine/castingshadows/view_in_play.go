package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is being carried out, as screens show it.

// viewInPlay is the uppermost thing that is carried out, part by part, in the steps of
// its face.
func (s *State) viewInPlay() engine.InPlay {
	for n := int(s.depth) - 1; n >= 0; n-- {
		if f := &s.stack[n]; f.kind == doing {
			return s.partsInPlay(f)
		}
	}
	return engine.InPlay{}
}

func (s *State) partsInPlay(f *frame) engine.InPlay {
	c := engine.InPlay{Seat: s.seat(f.seat), Card: f.of.Term()}
	next, _ := s.lines(f)
	for _, part := range s.parts(f.of) {
		step := engine.InPlayStep{Text: s.partText(f.of, part), Option: -1}
		switch {
		case part <= f.part:
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
	for _, e := range s.facts.Effects(of) {
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

// parts are the parts of what a thing does, in their order.
func (s *State) parts(of printed.Name) (all []uint8) {
	for _, e := range s.facts.Effects(of) {
		if len(all) == 0 || all[len(all)-1] != e.Part {
			all = append(all, e.Part)
		}
	}
	return all
}
