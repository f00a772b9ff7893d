package display

import (
	"image"
	"strconv"

	"arbiter/display/letters"
	"arbiter/engine"
)

// steps reports whether the picture shows a robot's card that is carried out step by step.
func (s *grid) steps() bool {
	c := s.view.InPlay
	i := s.seat(c.Seat)
	return i >= 0 && s.view.Seats[i].Robot && len(c.Steps) > 1 && len(c.Steps) <= mostSteps
}

// mostSteps is how many steps a sheet has room for.
const mostSteps = 6

// drawSteps draws the robot's card on the left and its steps on the right; the one being carried
// out is black.
func (s *grid) drawSteps() {
	s.drawHeadline()
	top, x := s.headHigh(), s.of(256, 128, 0)
	box := bar(s.of(16, 7, 0), top+s.of(14, 8, 0), s.of(228, 111, 0), s.of(354, 204, 0))
	s.rounded(box, s.of(16, 9, 0), s.of(4, 2, 0), true)
	s.note(box, "card")
	s.robot(around((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2-s.of(10, 6, 0), s.of(120, 62, 0)), true)
	title := s.Term(s.view.InPlay.Card)
	most := s.of(18, 10, 0)
	f, short, dot := s.bold.Name(title, box.Dx()-s.of(20, 10, 0), most, 8)
	p := letters.Phrase{Name: short, Dot: dot}
	s.phrase(f, p, (box.Min.X+box.Max.X-f.Phrase(p))/2, box.Max.Y-s.of(16, 9, 0), true)
	s.drawPaces(bar(box.Min.X, box.Max.Y+s.of(6, 4, 0), x-s.of(6, 3, 0), s.b.h))
	n := len(s.view.InPlay.Steps)
	for i, step := range s.view.InPlay.Steps {
		s.drawStep(i, step, bar(x, top+i*(s.b.h-top)/n, s.b.w, top+(i+1)*(s.b.h-top)/n))
	}
}

// drawPaces writes each seat's two numbers of the race.
func (s *grid) drawPaces(r image.Rectangle) {
	run, goal := s.view.Track(engine.RoleProgress), s.view.Track(engine.RoleGoal)
	if run < 0 || goal < 0 {
		return
	}
	n := len(s.view.Seats)
	row := min(r.Dy()/n, s.of(52, 33, 0))
	high := min(s.of(33, 17, 0), row*6/10)
	f := s.bold.High(high)
	size, gap := high*66/100, s.of(4, 2, 0)
	for f.Smaller() != nil && high+2*gap+2*(s.places([]int{run, goal})*f.Cell()+size+2*gap) > r.Dx() {
		f = f.Smaller()
	}
	for i, p := range s.view.Seats {
		mid := r.Min.Y + i*row + row/2
		s.emblem(p, square(r.Min.X, mid-high/2, high), emblem{dark: true})
		x := r.Min.X + high + gap
		for _, track := range [...]int{run, goal} {
			k, ok := s.at(track, i)
			if !ok {
				return
			}
			var buf [24]byte
			x += s.places([]int{run, goal}) * f.Cell()
			s.cells(f, strconv.AppendInt(buf[:0], int64(k), 10), x, mid+(f.Capital()+1)/2, true)
			s.sign(signOf(s.view.Tracks[track].Role), square(x+gap, mid-size/2, size), true)
			x += size + 2*gap
		}
	}
}

// drawStep draws one step: its number or a tick, what it says, and why.
func (s *grid) drawStep(i int, step engine.InPlayStep, box image.Rectangle) {
	on := step.Progress == engine.Current
	ink := !on
	switch {
	case on && s.Calm:
		s.border(box.Inset(2), s.of(5, 3, 0), true)
		ink = true
	case on:
		s.b.Fill(bar(box.Min.X, box.Min.Y+2, box.Max.X, box.Max.Y-2), true)
		s.b.Accent(bar(box.Min.X, box.Min.Y+2, box.Max.X, box.Max.Y-2))
	case box.Max.Y < s.b.h:
		s.b.Fill(bar(box.Min.X, box.Max.Y-1, box.Max.X, box.Max.Y-1+s.of(2, 1, 0)), true)
	}
	mid, wide := (box.Min.Y+box.Max.Y)/2, s.of(72, 38, 0)
	if done := step.Progress == engine.Finished; done {
		s.sign(tick, around(box.Min.X+wide/2, mid, s.of(45, 27, 0)), ink)
	} else {
		var buf [4]byte
		f := s.bold.High(s.of(33, 20, 0))
		b := strconv.AppendInt(buf[:0], int64(i+1), 10)
		s.cells(f, b, box.Min.X+wide/2+f.Cell()/2, mid+(f.Capital()+1)/2, ink)
	}
	x := box.Min.X + wide
	s.lines(s.bold, s.Say(step.Text), bar(x, box.Min.Y+4, box.Max.X-s.of(12, 6, 0), box.Max.Y-4), s.of(25, 14, 0), s.of(15, 9, 0), ink)
}

// lines writes a text on as many lines as fit into its box, as large as possible.
func (s *grid) lines(t *letters.Typeface, text string, box image.Rectangle, most, least int, dark bool) {
	f := t.High(most)
	for f.Capital() > least && !f.Fits(text, box) {
		f = f.Smaller()
	}
	n := min(f.Rows(text, box.Dx(), max(box.Dy()/f.Line(), 1)), max(box.Dy()/f.Line(), 1))
	y := box.Min.Y + (box.Dy()-n*f.Line())/2
	for i := range n {
		end, all := f.Wrap(text, box.Dx())
		if all || end == 0 || i == n-1 {
			end = len(text)
		}
		s.sentence(t, letters.Phrase{Before: letters.Trim(text[:end])}, box.Min.X, y+f.Tall(), box.Dx(), f.Capital(), f.Capital(), dark)
		text, y = letters.Trim(text[end:]), y+f.Line()
	}
}
