package display

import (
	"image"
	"math"

	"arbiter/display/letters"
	"arbiter/engine"
)

// drawBoard draws every field: what stands on it or, if it is empty, its outline and its number.
// All numbers have one size, and are left out if the longest does not fit.
func (s *grid) drawBoard() {
	numbers := s.fieldFace()
	for _, f := range s.view.Board {
		box := s.field(f)
		clip := box.Intersect(s.board)
		if clip.Empty() {
			continue
		}
		s.note(clip, "field")
		switch {
		case f.Hex || len(f.Pieces) > 0:
			s.group(f, box)
		case f.Piece.Color != "" && len(s.view.Blocks) > 0:
			s.member(f, box)
		case f.Piece.Color != "":
			s.piece(f.Piece, box, s.board)
		case numbers != nil:
			if len(s.view.Blocks) == 0 {
				s.outline(box, s.board)
			}
			x := box.Min.X + (box.Dx()-numbers.Width(f.Name)+1)/2
			s.run(numbers, f.Name, x, box.Min.Y+(box.Dy()+numbers.Capital()+1)/2, clip, true)
		default:
			s.outline(box, s.board)
		}
	}
}

// group draws the outline of a field with room for several pieces, and the pieces on it.
func (s *grid) group(f engine.Field, box image.Rectangle) {
	if f.Hex {
		s.hexagon(box, s.board, true)
		s.hexagon(box.Inset(max(1, box.Dx()/24)), s.board, false)
	} else {
		s.outline(box, s.board)
	}
	for i, p := range f.Pieces {
		s.piece(p, besides(box, i, len(f.Pieces)), s.board)
	}
}

// besides returns the box of piece i on a field with several: two in a row.
func besides(box image.Rectangle, i, of int) image.Rectangle {
	size := box.Dx() * 3 / 10
	rows := (of + 1) / 2
	in := min(2, of-i/2*2) // pieces in this row
	step := size * 23 / 20
	mid := box.Min.Add(box.Max).Div(2)
	x := mid.X - (in*step-(step-size))/2 + i%2*step
	y := mid.Y - (rows*step-(step-size))/2 + i/2*step
	return image.Rect(x, y, x+size, y+size)
}

// hexagon fills a hexagon with a corner at the top, as wide as the box and centered in it.
func (c *canvas) hexagon(box, clip image.Rectangle, dark bool) {
	wide := box.Dx()
	high := int(float64(wide) * 2 / math.Sqrt(3))
	top := (box.Min.Y + box.Max.Y - high) / 2
	for row := range high {
		up := abs(2*row + 1 - high)                      // twice the distance from the middle row
		inset := max(0, (2*up-high)*wide/2/max(1, high)) // the upper and lower quarters taper to a point
		c.b.span(top+row, box.Min.X+inset, box.Max.X-inset, clip, dark)
	}
}

// field returns the square around a field. Its middle is exact to half a pixel.
func (s *grid) field(f engine.Field) image.Rectangle {
	side := s.board.Dx()
	d := int(share(f.Size) * float64(side))
	x, y := round(share(f.X)*float64(2*side)), round(share(f.Y)*float64(2*side))
	corner := s.board.Min.Add(image.Pt((x-d)>>1, (y-d)>>1))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(d, d))}
}

// share clamps x to 0 and 1; NaN becomes 0.
func share(x float32) float64 {
	if !(x > 0) {
		return 0
	}
	return float64(min(x, 1))
}

// fieldFace returns the largest face in which every field's name fits into its disc, or nil.
func (s *grid) fieldFace() *letters.Face {
	if len(s.view.Board) == 0 {
		return nil
	}
	if len(s.view.Blocks) > 0 { // without rings around them
		if s.kind == low {
			return nil
		}
		return s.plain.High(s.of(14, 8, 0))
	}
	f := s.plain.AtMost(min(s.board.Dx(), letters.MostCapital))
	for _, field := range s.view.Board {
		if field.Hex {
			return nil // its name is a word
		}
		inner := max(0, s.field(field).Dx()-4)
		if f = s.plain.AtMost(min(f.Em(), max(inner, 1)*3/4)); inner < f.Capital() {
			return nil
		}
		for reach(f.Width(field.Name), f.Capital()) > inner*inner {
			if f = f.Smaller(); f == nil {
				return nil
			}
		}
	}
	return f
}

// reach returns the square of the diameter of the circle around a box.
func reach(w, h int) int { return w*w + h*h }

// smallDisc is the diameter in pixels below which a ring with something in it does not fit into a
// disc.
const smallDisc = 11

// outline draws an empty field: a thin ring, or a dot if rings would look like pieces.
func (c *canvas) outline(box, clip image.Rectangle) {
	d := box.Dx()
	if d < smallDisc {
		size := max(1, d/3)
		corner := box.Min.Add(image.Pt((d-size)/2, (d-size)/2))
		c.b.Fill(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(size, size))}.Intersect(clip), true)
		return
	}
	c.onField(engine.Circle, box, clip, true)
	c.onField(engine.Circle, box.Inset(max(1, d/24)), clip, false)
}

// piece draws what stands on a field: the shape of its color. A tall piece is hollow, because a
// ring around it would leave too little of the shape.
func (c *canvas) piece(p engine.Piece, box, clip image.Rectangle) {
	in := inDisc(p.Shape, box)
	c.onField(p.Shape, in, clip, true)
	if p.Tall {
		c.onField(p.Shape, hollow(p.Shape, in), clip, false)
	}
}

// inDisc returns the box of a shape in a disc, so that all shapes stay inside and look equally
// large. In a small disc circle and triangle are as large as possible, so that they do not look
// square.
func inDisc(s engine.Shape, box image.Rectangle) image.Rectangle {
	d := box.Dx()
	size, up := d, 0
	switch s {
	case engine.Circle:
		if d >= smallDisc {
			size = d - d/12*2
		}
	case engine.Square:
		size = d * 3 / 4
	case engine.Triangle:
		if d > 8 {
			size, up = d*4/5, d/10
		}
	}
	size -= (d - size) & 1
	return box.Inset((d - size) / 2).Sub(image.Pt(0, up))
}

// hollow returns the hole in a shape of the given box.
func hollow(s engine.Shape, box image.Rectangle) image.Rectangle {
	size := box.Dx()
	switch s {
	case engine.Square:
		return box.Inset(max(1, size/4))
	case engine.Triangle:
		return box.Inset(size * 2 / 7).Add(image.Pt(0, size/7))
	}
	return box.Inset(size * 2 / 7)
}

// onField fills a shape in a square, clipped to clip. Circles are as round as the few pixels allow.
func (c *canvas) onField(s engine.Shape, square, clip image.Rectangle, dark bool) {
	size := square.Dx()
	for row := range size {
		inset := edge(s, row, size)
		if up := 2*row + 1 - size; s == engine.Circle {
			inset = round((float64(size) - math.Sqrt(float64(size*size-up*up))) / 2)
		}
		c.b.span(square.Min.Y+row, square.Min.X+inset, square.Max.X-inset, clip, dark)
	}
}
