package display

import (
	"image"

	"arbiter/engine"
)

// asleepStill is said on the sheet that stays when nobody plays.
var asleepStill = engine.Say("The game is kept")

// drawSleep draws what stays when the device sleeps: that the game is kept, whose turn
// it is, and the levels; not the energy, which may be out of date.
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
		s.sentence(s.bold, phrase{before: s.Say(s.view.Stage[0])}, x, y+most*3/2+s.of(34, 18, 6), width, s.of(27, 15, 10), s.of(18, 10, 8), true)
	}
	s.sentence(s.plain, phrase{before: s.Say(asleepStill)}, x, y+most*3/2+s.of(80, 44, 20), width, s.of(18, 11, 8), s.of(14, 9, 8), true)
	s.b.Fill(bar(0, top, s.b.w, top+s.of(3, 2, 1)), true)
	for i := range s.view.Seats {
		s.drawAsleep(i, bar(i*s.b.w/len(s.view.Seats), top, (i+1)*s.b.w/len(s.view.Seats), s.b.h))
	}
}

// drawAsleep draws shape, level and name of a seat; the shape of whose turn it is is
// solid.
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
