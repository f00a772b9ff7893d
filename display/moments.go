package display

import (
	"image"
	"math"
	"strconv"

	"arbiter/display/letters"
	"arbiter/engine"
)

// A Subject is what a picture as a whole is about.
type Subject uint8

// The subjects: the seats with their tracks, a board, the steps of a robot, the table before a
// game, the code to join with, a level that is reached, the end, and what stays while the device is
// off.
const (
	OfSeats Subject = iota
	OfBoard
	OfSteps
	OfStart
	OfCode
	OfRise
	OfEnd
	OfSleep
)

// Flashes reports whether a picture of a subject, after one of another subject, shares so little
// with it that e-ink shows it by the full update that is due at some point anyway: big moments, and
// whatever replaces one of them or the code.
func (s Subject) Flashes(last Subject) bool {
	return s != last && (s >= OfRise || last >= OfStart)
}

// drawRise shows that a seat has reached the next level: a medal, the seat, what is left of its
// progress, and the one thing to do.
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

// medal draws a level in a ring with rays.
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
	s.roman(s.bold.High(high), level, at.X, at.Y+high/2, false)
	s.note(around(at.X, at.Y, 2*radius), "level")
}

// drawLeft writes the previous progress and what is left of it, between x and width.
func (s *grid) drawLeft(before, left, x, base, width int) {
	high := s.of(60, 34, 0)
	f := s.bold.High(high)
	var one, two [24]byte
	a, b := strconv.AppendInt(one[:0], int64(before), 10), strconv.AppendInt(two[:0], int64(left), 10)
	size, gap := high*6/10, high/4
	for f.Cell()*(len(a)+len(b))+3*gap+2*size > width && f.Smaller() != nil {
		f = f.Smaller()
	}
	x += f.Cell() * len(a)
	s.cells(f, a, x, base, true)
	s.sign(arrow, square(x+gap, base-(f.Capital()+size)/2, size), true)
	x += 2*gap + size + f.Cell()*len(b)
	s.cells(f, b, x, base, true)
	s.sign(bolt, square(x+gap/2, base-(f.Capital()+size)/2, size), true)
}

// drawTask writes what there is to do, in black at the bottom.
func (s *grid) drawTask(top int) {
	s.b.Fill(bar(0, top, s.b.w, s.b.h), true)
	s.b.Accent(bar(0, top, s.b.w, s.b.h))
	mid, size, edge := (top+s.b.h)/2, s.of(44, 30, 0), s.of(20, 14, 0)
	s.sign(arrow, square(edge, mid-size/2, size), false)
	_, words, _ := s.ask()
	words.Name, words.Sep = "", ""
	x, most := edge+size+s.of(20, 10, 0), s.of(30, 18, 0)
	s.sentence(s.bold, words, x, mid+most/2, s.b.w-x-edge, most, s.of(20, 12, 0), false)
}

// asleepStill is written on the sheet that stays when nobody plays.
var asleepStill = engine.Say("The game is kept")

// drawSleep draws what stays while the device sleeps: that the game is kept, whose turn it is, and
// the levels, but not the energy, which may be out of date.
func (s *grid) drawSleep() {
	top := s.b.h * 7 / 10
	size := min(top*6/10, s.b.w*28/100)
	s.sign(moon, square(s.of(70, 30, 12), (top-size)/2, size), true)
	x := s.of(70, 30, 12) + size + s.of(60, 30, 14)
	width := s.b.w - x - s.of(12, 6, 3)
	most := s.of(40, 22, 14)
	y := top/2 - most
	s.title(x, y+most/2, width, most)
	if n := len(s.view.Stage); n > 0 {
		s.sentence(s.bold, letters.Phrase{Before: s.Say(s.view.Stage[0])}, x, y+most*3/2+s.of(34, 18, 6), width, s.of(27, 15, 10), s.of(18, 10, 8), true)
	}
	s.sentence(s.plain, letters.Phrase{Before: s.Say(asleepStill)}, x, y+most*3/2+s.of(80, 44, 20), width, s.of(18, 11, 8), s.of(14, 9, 8), true)
	s.b.Fill(bar(0, top, s.b.w, top+s.of(3, 2, 1)), true)
	for i := range s.view.Seats {
		s.drawAsleep(i, bar(i*s.b.w/len(s.view.Seats), top, (i+1)*s.b.w/len(s.view.Seats), s.b.h))
	}
}

// drawAsleep draws shape, level and name of a seat; the active seat's shape is solid.
func (s *grid) drawAsleep(i int, box image.Rectangle) {
	p := s.view.Seats[i]
	size, edge := min(s.of(44, 26, 13), box.Dx()/3), s.of(22, 8, 3)
	x, y := box.Min.X+edge, box.Min.Y+s.of(26, 16, 5)
	hollow := s.of(4, 3, 2)
	if p.Turn {
		hollow = 0
	}
	s.emblem(p, square(x, y, size), emblem{dark: true, hollow: hollow})
	if n, ok := s.at(s.levels(), i); ok {
		if s.kind > low {
			s.level(s.bold, n, image.Pt(x+size*3/2+s.of(8, 4, 2), y+size/2), size, true)
		} else {
			s.squares(n, x+size+4, y+size/3, true)
		}
	}
	most := s.of(20, 12, 8)
	s.named(s.bold, s.Label(p.Seat), x, y+size+s.of(14, 8, 4)+most, box.Max.X-x-4, most, max(most*7/10, 7), true)
}
