package display

import (
	"fmt"
	"image"
	"strings"

	"arbiter/engine"
)

// A mark records what was drawn, and where.
type mark struct {
	box  image.Rectangle
	what string
}

// Faults draws a picture and lists what is wrong with it: things that leave the sheet, things that
// overlap, digits closer together than half a digit, and texts that lost words.
func (p *Painter) Faults(v engine.View, size image.Point, o Opts) []string {
	var marks []mark
	b := NewBitmap(size)
	p.draw(canvas{b: b, trace: func(r image.Rectangle, s string) { marks = append(marks, mark{r, s}) }}, v, o)
	return faults(marks, b.Bounds())
}

func faults(marks []mark, sheet image.Rectangle) (bad []string) {
	for i, m := range marks {
		switch {
		case strings.HasPrefix(m.what, cutShort):
			bad = append(bad, m.what)
			continue
		case !m.box.In(sheet):
			bad = append(bad, fmt.Sprintf("%s leaves the sheet: %v", m.what, m.box))
		}
		for _, n := range marks[:i] {
			switch {
			case strings.HasPrefix(n.what, cutShort):
			case m.box.Overlaps(n.box) && !(m.what == field && n.what == field && apart(m.box, n.box)):
				bad = append(bad, fmt.Sprintf("%s %v lies over %s %v", m.what, m.box, n.what, n.box))
			case m.what == figure && n.what == figure && near(m.box, n.box):
				bad = append(bad, fmt.Sprintf("figures at %v and %v are nearer than half a digit", m.box, n.box))
			}
		}
	}
	return bad
}

// field marks a field of the board, which is a disc.
const field = "field"

// apart reports whether the discs in two squares overlap by no more than the pixel that is due to
// rounding.
func apart(a, b image.Rectangle) bool {
	dx, dy := a.Min.X+a.Max.X-b.Min.X-b.Max.X, a.Min.Y+a.Max.Y-b.Min.Y-b.Max.Y
	reach := a.Dx() + b.Dx() - 2
	return dx*dx+dy*dy >= reach*reach
}

// near reports whether digits in the same rows have less than half a digit between them; a digit is
// 0.83 of its height wide.
func near(a, b image.Rectangle) bool {
	gap := max(a.Min.X-b.Max.X, b.Min.X-a.Max.X)
	return a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y && gap*100 < min(a.Dy(), b.Dy())*41
}
