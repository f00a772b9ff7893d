package display

import (
	"image"
	"math"
	"strconv"

	"arbiter/engine"
)

// drawRing draws a game with a board: the board on the right, the seats on its left.
func (s *grid) drawRing() {
	s.drawHeadline()
	top := s.headHigh()
	side := min(s.b.h-top, s.b.w*6/10)
	if s.kind == low || len(s.view.Blocks) == 0 {
		side = min(s.b.h-top, s.b.w/2)
	}
	whole := bar(s.b.w-side, top+(s.b.h-top-side)/2, s.b.w, top+(s.b.h-top-side)/2+side)
	s.board = whole.Inset(s.of(2, 1, 1))
	if len(s.view.Blocks) > 0 { // there are crowns around it
		s.board = whole.Inset(s.of(28, 15, 6))
	}
	s.drawBoard()
	s.drawBlocks()
	n := len(s.view.Seats)
	for i := range n {
		box := bar(0, top+i*(s.b.h-top)/n, whole.Min.X-s.of(16, 8, 2), top+(i+1)*(s.b.h-top)/n)
		if len(s.view.Blocks) > 0 {
			s.drawMember(i, box)
		} else {
			s.drawShort(i, box)
		}
	}
}

// side returns the block of the faction that a color belongs to, or -1.
func (s *layout) side(color string) int {
	for i, b := range s.view.Blocks {
		for _, p := range b.Pieces {
			if p.Color == color {
				return i
			}
		}
	}
	return -1
}

// member draws a piece of a faction, solid for the first faction and hollow for others; a piece
// that stands out has a crown outside the ring.
func (s *grid) member(f engine.Field, box image.Rectangle) {
	in := inDisc(f.Piece.Shape, box)
	s.shape(f.Piece.Shape, in, true)
	if s.side(f.Piece.Color) > 0 {
		s.hole(f.Piece.Shape, in, max(1, box.Dx()/10), false)
	}
	if f.Piece.Tall {
		size := s.of(24, 13, 7)
		dx, dy := s.off(box)
		beside := float64(box.Dx()+size)/2 + 1
		x, y := s.outward(box, beside*math.Hypot(dx, dy)/max(math.Abs(dx), math.Abs(dy), 1))
		s.sign(wreath, around(x, y, size), true)
	}
}

// off returns how far the middle of a box is from that of the board.
func (s *grid) off(box image.Rectangle) (dx, dy float64) {
	return float64(box.Min.X+box.Max.X-s.board.Min.X-s.board.Max.X) / 2, float64(box.Min.Y+box.Max.Y-s.board.Min.Y-s.board.Max.Y) / 2
}

// outward returns a point at a distance from the middle of a box, away from the middle of the
// board.
func (s *grid) outward(box image.Rectangle, far float64) (x, y int) {
	dx, dy := s.off(box)
	long := max(math.Hypot(dx, dy), 1)
	at := func(lo, hi int, d float64) int { return int(math.Round(float64(lo+hi)/2 + d/long*far)) }
	return at(box.Min.X, box.Max.X, dx), at(box.Min.Y, box.Max.Y, dy)
}

// drawBlocks draws the largest block of each faction as a band inside the ring, solid for the first
// and dashed for the second, and the lengths of the blocks in the middle.
func (s *grid) drawBlocks() {
	if len(s.view.Blocks) < 2 {
		return
	}
	for side, b := range s.view.Blocks[:2] {
		for i := range b.Fields {
			s.drawLength(b.Fields, i, side > 0)
		}
	}
	mid := image.Pt((s.board.Min.X+s.board.Max.X)/2, (s.board.Min.Y+s.board.Max.Y)/2)
	f := s.bold.High(s.of(76, 40, 18))
	reach := s.of(76, 42, 19)
	for side, b := range s.view.Blocks[:2] {
		x := mid.X + (2*side-1)*reach
		var buf [8]byte
		digit := strconv.AppendInt(buf[:0], int64(len(b.Fields)), 10)
		s.cells(f, digit, x+len(digit)*f.Cell()/2, mid.Y+f.Capital()/2, true)
		size := s.of(26, 15, 8)
		for k, p := range b.Pieces {
			at := square(x+(2*k-len(b.Pieces))*size*55/100, mid.Y-f.Capital()/2-size*3/2, size)
			s.emblem(engine.Place{Shape: p.Shape}, at, emblem{dark: true, hollow: side * s.of(3, 2, 1)})
		}
	}
	s.b.Fill(bar(mid.X-s.of(1, 1, 0), mid.Y-f.Capital()*4/5, mid.X+s.of(2, 1, 1), mid.Y+f.Capital()*4/5), true)
	if goal := s.view.Blocks[0].Goal; goal > 0 {
		s.drawGoal(goal, mid.X, mid.Y+f.Capital()/2+s.of(46, 26, 12))
	}
}

// drawGoal writes how long a block has to be to win: a crown and the number.
func (s *grid) drawGoal(goal, x, base int) {
	f := s.bold.High(s.of(25, 14, 8))
	var buf [8]byte
	b := strconv.AppendInt(buf[:0], int64(goal), 10)
	size := f.Capital() * 5 / 4
	from := x - (size+f.Capital()/2+len(b)*f.Cell())/2
	s.sign(wreath, square(from, base-(f.Capital()+size)/2, size), true)
	s.cells(f, b, from+size+f.Capital()/2+len(b)*f.Cell(), base, true)
}

// drawLength draws the part of a band at a field: halfway to its neighbors in the block.
func (s *grid) drawLength(fields []string, i int, dashed bool) {
	thick := float64(s.of(9, 5, 3))
	at, ok := s.inner(fields[i], thick)
	if !ok {
		return
	}
	to := func(n int) point {
		if n < 0 || n >= len(fields) {
			return at
		}
		if other, ok := s.inner(fields[n], thick); ok {
			return point{(at.x + other.x) / 2, (at.y + other.y) / 2}
		}
		return at
	}
	if from, end := to(i-1), to(i+1); dashed {
		s.stroke(point{(from.x + at.x) / 2, (from.y + at.y) / 2}, point{(end.x + at.x) / 2, (end.y + at.y) / 2}, thick)
	} else {
		s.stroke(from, at, thick)
		s.stroke(at, end, thick)
	}
	s.disc(at.x, at.y, thick/2, true)
}

// inner returns a point inside the ring next to a field.
func (s *grid) inner(name string, thick float64) (p point, ok bool) {
	for _, f := range s.view.Board {
		if f.Name == name {
			box := s.field(f)
			x, y := s.outward(box, -float64(box.Dx())*0.5-thick)
			return point{float64(x), float64(y)}, true
		}
	}
	return p, false
}

// stroke draws a thick line.
func (c *canvas) stroke(a, b point, thick float64) {
	dx, dy := b.x-a.x, b.y-a.y
	long := math.Hypot(dx, dy)
	if long == 0 {
		return
	}
	nx, ny := -dy/long*thick/2, dx/long*thick/2
	c.polygon(true, point{a.x + nx, a.y + ny}, point{b.x + nx, b.y + ny}, point{b.x - nx, b.y - ny}, point{a.x - nx, a.y - ny})
}

// drawMember draws a seat beside the board: the shapes of its colors, how many pieces of each are
// on the board, and its name.
func (s *grid) drawMember(i int, box image.Rectangle) {
	p := s.view.Seats[i]
	ink := true
	if s.waits(i) {
		if ink = s.Calm; ink {
			s.border(box.Inset(1), s.of(5, 3, 2), true)
		} else {
			s.b.Fill(bar(0, box.Min.Y, box.Max.X, box.Max.Y-s.of(3, 2, 1)), true)
			s.b.Accent(bar(0, box.Min.Y, box.Max.X, box.Max.Y-s.of(3, 2, 1)))
		}
	}
	size := min(s.of(46, 28, 16), box.Dy()*45/100)
	most := max(min(s.of(23, 12, 9), box.Dy()*28/100), 8)
	gap := s.of(10, 6, 2)
	x, y := s.of(12, 6, 3), (box.Min.Y+box.Max.Y-size-gap-most)/2
	pieces := s.pieces(p)
	f := s.bold.High(size * 8 / 10)
	step := (box.Dx() - x) / max(len(pieces), 1)
	for k, piece := range pieces {
		side := s.side(piece.Color)
		at := square(x+k*step, y, size)
		s.emblem(engine.Place{Shape: piece.Shape, Color: piece.Color, Robot: p.Robot}, at, emblem{dark: ink, hollow: max(side, 0) * s.of(4, 3, 2)})
		n := 0
		for _, field := range s.view.Board {
			if field.Piece.Color == piece.Color {
				n++
			}
		}
		var buf [8]byte
		b := strconv.AppendInt(buf[:0], int64(n), 10)
		s.cells(f, b, at.Max.X+gap+len(b)*f.Cell(), y+(size+f.Capital()+1)/2, ink)
	}
	s.named(s.bold, s.Label(p.Seat), x, y+size+gap+most, box.Max.X-x-gap, most, max(most*78/100, 8), ink)
}

// pieces returns the colors that a seat plays: all of its faction's if it is alone in it.
func (s *grid) pieces(p engine.Place) []engine.Piece {
	for _, b := range s.view.Blocks {
		if len(b.Seats) == 1 && b.Seats[0] == p.Seat {
			return b.Pieces
		}
	}
	for _, b := range s.view.Blocks {
		for i, piece := range b.Pieces {
			if piece.Color == p.Color {
				return b.Pieces[i : i+1]
			}
		}
	}
	return nil
}
