package display

import (
	"image"
	"math"
	"strconv"
)

// drawRise draws that a seat has come to the next level: a medal, who it is, what is
// left, and the one thing to do.
func (s *grid) drawRise() {
	r := s.view.Rise
	p := s.view.Seats[s.seat(r.Seat)]
	foot := s.b.h - s.of(84, 58, 0)
	mid := image.Pt(s.of(210, 108, 0), foot/2)
	s.medal(r.Level, mid, min(s.of(120, 68, 0), foot*30/100))
	x := s.of(452, 236, 0)
	width := s.b.w - x - s.of(12, 6, 0)
	size := s.of(104, 58, 0)
	y := s.of(44, 22, 0)
	s.emblem(p, square(x, y, size), emblem{dark: true, letter: true})
	most := s.of(34, 19, 0)
	base := y + size + s.of(24, 12, 0) + most
	s.named(s.bold, s.Label(p.Seat), x, base, width, most, most*62/100, true)
	s.drawLeft(r.Before, r.Left, x, (base+foot+s.of(60, 34, 0))/2, width)
	s.drawTask(foot)
}

// medal is a level in a ring with rays.
func (s *grid) medal(level int, at image.Point, radius int) {
	const rays = 24
	x, y, r := float64(at.X), float64(at.Y), float64(radius)
	for i := range rays {
		angle, reach := float64(i)*2*math.Pi/rays, r*1.54
		if i%2 == 1 {
			reach = r * 1.4
		}
		to := func(turn, far float64) point {
			sin, cos := math.Sincos(angle + turn)
			return point{x + cos*far, y + sin*far}
		}
		s.polygon(true, to(-0.055, r*1.12), to(-0.04, reach), to(0.04, reach), to(0.055, r*1.12))
	}
	s.disc(x, y, r, true)
	s.disc(x, y, r*0.9, false)
	s.disc(x, y, r*0.84, true)
	high := radius * 92 / 100
	s.roman(s.bold.high(high), level, at.X, at.Y+high/2, false)
	s.note(around(at.X, at.Y, 2*radius), "level")
}

// drawLeft writes what the progress was and what is left of it, between x and width.
func (s *grid) drawLeft(before, left, x, base, width int) {
	high := s.of(60, 34, 0)
	f := s.bold.high(high)
	var one, two [24]byte
	a, b := strconv.AppendInt(one[:0], int64(before), 10), strconv.AppendInt(two[:0], int64(left), 10)
	size, gap := high*6/10, high/4
	for f.cell()*(len(a)+len(b))+3*gap+2*size > width && f.smaller() != nil {
		f = f.smaller()
	}
	x += f.cell() * len(a)
	s.cells(f, a, x, base, true)
	s.sign(arrow, square(x+gap, base-(f.high+size)/2, size), true)
	x += 2*gap + size + f.cell()*len(b)
	s.cells(f, b, x, base, true)
	s.sign(bolt, square(x+gap/2, base-(f.high+size)/2, size), true)
}

// drawTask writes what there is to do in black at the foot.
func (s *grid) drawTask(top int) {
	s.b.Fill(bar(0, top, s.b.w, s.b.h), true)
	mid, size, edge := (top+s.b.h)/2, s.of(44, 30, 0), s.of(20, 14, 0)
	s.sign(arrow, square(edge, mid-size/2, size), false)
	_, words, _ := s.ask()
	words.name, words.sep = "", ""
	x, most := edge+size+s.of(20, 10, 0), s.of(30, 18, 0)
	s.sentence(s.bold, words, x, mid+most/2, s.b.w-x-edge, most, s.of(20, 12, 0), false)
}
