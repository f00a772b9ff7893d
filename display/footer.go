package display

import (
	"image"

	"arbiter/engine"
)

// drawFoot writes, one to a line, the notices, the prompts that are not in the
// bar, the reminders and the caveat, as many as there are lines for.
func (s *layout) drawFoot() {
	if s.foot.Empty() {
		return
	}
	f := footer{layout: s, lines: s.footLines()}
	for pass := range 2 { // the first one counts
		f.draw, f.line = pass == 1, 0
		for _, n := range s.Notices {
			f.notice(n)
		}
		for _, q := range s.view.Prompts {
			if !q.Text.Equal(s.view.Prompts[0].Text) {
				f.prompt(q)
			}
		}
		for _, q := range s.view.Remind {
			f.prompt(q)
		}
		if !s.view.Caveat.IsZero() {
			f.prompt(engine.Prompt{Seat: engine.Table, Text: s.view.Caveat})
		}
		f.total = f.line
	}
}

// A footer is the foot of a layout being drawn.
type footer struct {
	*layout
	lines int // that there are
	total int // that there would have to be
	line  int // the next one
	draw  bool
}

// next returns the box of the next line; it is empty if the line is not drawn.
// When lines are missing, the last line says how many; when there are too many,
// the last text may use them.
func (f *footer) next() image.Rectangle {
	i := f.line
	f.line++
	if !f.draw || i >= f.lines {
		return image.Rectangle{}
	}
	h := f.footLine()
	box := image.Rect(f.pad, f.foot.Min.Y+i*h, f.foot.Max.X-f.pad, f.foot.Min.Y+(i+1)*h)
	switch left := f.total - f.lines; {
	case left > 0 && i == f.lines-1:
		f.plus(left, &box, true)
	case i == f.total-1:
		box.Max.Y = f.foot.Max.Y
	}
	return box
}

func (f *footer) notice(text string) {
	if box := f.next(); !box.Empty() {
		f.warning(f.icon(&box))
		f.write(text, box)
	}
}

func (f *footer) prompt(q engine.Prompt) {
	box := f.next()
	if box.Empty() {
		return
	}
	if i := f.seat(q.Seat); i >= 0 {
		f.token(f.view.Seats[i], f.footLine()-1, &box, true)
	} else {
		f.arrow(f.icon(&box).Inset(f.footLine()/5), true)
	}
	f.write(f.wording(q, f.plain.atMost(f.footLine()*10/11), box), box)
}

// icon takes a square from the left of a box.
func (f *footer) icon(box *image.Rectangle) image.Rectangle {
	side := f.footLine()
	part := cut(box, side, f.pad)
	y := part.Min.Y + (part.Dy()-side)/2
	return image.Rect(part.Min.X, y, part.Max.X, y+side)
}

func (f *footer) write(text string, box image.Rectangle) {
	f.paragraph(f.plain.atMost(f.footLine()*10/11), text, box, left, true)
}
