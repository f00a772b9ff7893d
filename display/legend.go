package display

import (
	"image"

	"arbiter/engine"
)

// A legend names the colors on the board that no seat bears: a row shows only
// one, though a seat may have several.

// legendColor is the color of the pieces with a shape, or "" if there are none
// or a seat's row shows it.
func (s *layout) legendColor(shape engine.Shape) string {
	if s.joins() {
		return "" // the code is where the board would be
	}
	for _, f := range s.view.Board {
		if s.unborne(f.Piece, shape) {
			return f.Piece.Color
		}
		for _, p := range f.Pieces {
			if s.unborne(p, shape) {
				return p.Color
			}
		}
	}
	return ""
}

// unborne tells whether a piece has the shape, and a color that no seat's row shows.
func (s *layout) unborne(p engine.Piece, shape engine.Shape) bool {
	return p.Color != "" && p.Shape == shape && !s.borne(p.Color)
}

// borne tells whether a seat's row shows a color.
func (s *layout) borne(color string) bool {
	for _, p := range s.view.Seats {
		if p.Color == color {
			return true
		}
	}
	return false
}

// placeLegend takes a line above the foot, if there is something to name, and
// returns where the rows end.
func (s *layout) placeLegend() int {
	s.legend = image.Rect(0, s.foot.Min.Y, s.right, s.foot.Min.Y)
	for shape := engine.Circle; shape <= engine.Diamond; shape++ {
		if s.legendColor(shape) != "" {
			s.legend.Min.Y = s.foot.Min.Y - s.footLine()
		}
	}
	return s.legend.Min.Y
}

// drawLegend draws each shape and the word for its color, as far as there is
// room for both.
func (s *layout) drawLegend() {
	f := s.plain.atMost(s.footLine() * 10 / 11)
	rest := image.Rect(s.pad, s.legend.Min.Y, s.right-s.pad, s.legend.Max.Y)
	for shape := engine.Circle; shape <= engine.Diamond; shape++ {
		color := s.legendColor(shape)
		if color == "" {
			continue
		}
		word, size := s.Term(engine.Term(color)), f.capital()
		if size+s.pad+f.width(word) > rest.Dx() {
			return
		}
		part := cut(&rest, size, s.pad)
		part.Min.Y = f.baseline(rest) - size
		part.Max.Y = part.Min.Y + size
		s.shape(shape, part, true)
		s.note(part, "token")
		rest.Min.X += s.text(f, word, rest, left, true) + f.px
	}
}
