package display

import (
	"image"

	"arbiter/engine"
)

// drawStage writes where the game stands, and a mark if there are notices.
func (s *layout) drawStage() {
	box := image.Rect(s.pad, s.stage.Min.Y, s.b.w-s.pad, s.stage.Max.Y)
	if len(s.Notices) > 0 {
		mark := box
		mark.Min.X = box.Max.X - box.Dy()
		s.warning(mark)
		box.Max.X = mark.Min.X - s.pad
	}
	f := s.bold.atMost(box.Dy() * 85 / 100)
	for f.smaller() != nil && s.stageWidth(f) > box.Dx() {
		f = f.smaller()
	}
	for i, t := range s.view.Stage {
		if i > 0 {
			s.dot(f, &box, true)
		}
		if box.Dx() > 2*f.px {
			box.Min.X += s.text(f, s.Say(t), box, left, true)
		}
	}
}

func (s *layout) stageWidth(f *face) int {
	w := 0
	for i, t := range s.view.Stage {
		if i > 0 {
			w += f.dotWidth()
		}
		w += f.width(s.Say(t))
	}
	return w
}

// warning draws an exclamation mark in a black triangle.
func (s *layout) warning(box image.Rectangle) {
	box = box.Inset(1)
	s.shape(engine.Triangle, box, true)
	f := s.bold.atMost(box.Dy() * 7 / 10)
	x := box.Min.X + (box.Dx()-f.width("!")+1)/2
	s.run(f, "!", x, box.Max.Y-max(1, box.Dy()/10), box, false)
	s.note(box, "warning")
}

// drawBar says in a black bar what the game waits for: the first prompt, with
// all the seats that it is meant for. At the end it names the winners.
func (s *layout) drawBar() {
	s.b.Fill(s.bar, true)
	box := s.bar.Inset(max(1, s.bar.Dy()/12))
	box.Min.X, box.Max.X = s.pad+1, s.b.w-s.pad
	asked, last := 0, 0
	for i := range s.view.Seats {
		if s.asked(i) {
			asked, last = asked+1, i
		}
	}
	share := 4
	if s.view.Over && asked > 3 { // each with a crown
		share = 7
	}
	size := min(box.Dy(), box.Dx()/share/max(asked, 1))
	for i, p := range s.view.Seats {
		if s.asked(i) {
			if s.view.Over {
				s.crown(cut(&box, size, s.pad), false)
			}
			s.token(p, size, &box, false)
		}
	}
	s.drawMore(&box)
	text := s.barText(box)
	if asked == 1 {
		s.drawAddress(s.Label(s.view.Seats[last].Seat), text, &box)
	}
	s.paragraph(s.largest(text, box), text, box, left, false)
}

// largest is the face in which a text fits into a box of the bar.
func (s *layout) largest(text string, box image.Rectangle) *face {
	f := s.plain.atMost(box.Dy() * 9 / 10)
	for f.px > leastPx && !f.fits(text, box) {
		f = f.smaller()
	}
	return f
}

// drawAddress writes whom the bar speaks to, as large as the text after it
// allows, and takes the place from the box. If the text would become much
// smaller, the token before it must do.
func (s *layout) drawAddress(name, text string, box *image.Rectangle) {
	least := max(leastPx, s.largest(text, *box).px*3/4)
	f := s.bold.atMost(box.Dy() * 9 / 10)
	for ; f != nil && f.px >= least; f = f.smaller() {
		w := min(f.width(name), box.Dx()*9/20)
		if text == "" {
			w = min(f.width(name), box.Dx())
		}
		rest := *box
		cut(&rest, w, 2*s.pad)
		if f.line() <= box.Dy() && s.plain.atMost(f.px).fits(text, rest) {
			s.text(f, name, cut(box, w, 2*s.pad), left, false)
			return
		}
	}
}

// asked tells whether the bar speaks to a seat.
func (s *layout) asked(i int) bool {
	p := s.view.Seats[i]
	if s.view.Over {
		return p.Winner
	}
	for _, q := range s.view.Prompts {
		if q.Seat == p.Seat && q.Text.Equal(s.view.Prompts[0].Text) {
			return true
		}
	}
	return false
}

// legiblePx is the size below which a sentence is not read across a table.
const legiblePx = 16

// wording is the prompt in full, or in a few words if it does not fit.
func (s *layout) wording(q engine.Prompt, f *face, box image.Rectangle) string {
	if text := s.Say(q.Text); q.Brief.IsZero() || f.fits(text, box) {
		return text
	}
	return s.Say(q.Brief)
}

// barText is the first prompt; without one, where the game stands.
func (s *layout) barText(box image.Rectangle) string {
	switch n := len(s.view.Stage); {
	case len(s.view.Prompts) > 0:
		return s.wording(s.view.Prompts[0], s.plain.atMost(legiblePx), box)
	case n > 0 && !s.view.Over:
		return s.Say(s.view.Stage[n-1])
	}
	return ""
}

// drawMore counts the prompts that are not in the bar, at its right end.
func (s *layout) drawMore(box *image.Rectangle) {
	n := 0
	for _, q := range s.view.Prompts {
		if !q.Text.Equal(s.view.Prompts[0].Text) {
			n++
		}
	}
	if n > 0 {
		s.plus(n, box, false)
	}
}

// plus writes +n at the right end of a box and takes its place from the box.
func (s *layout) plus(n int, box *image.Rectangle, dark bool) {
	f := s.bold.atMost(max(box.Dy()*7/10, leastPx))
	var buf [24]byte
	w := f.width(string(digits(buf[:0], n, false)))
	s.number(f, n, false, *box, dark)
	sign := *box
	sign.Max.X -= w
	sign.Min.X = sign.Max.X - f.advance(slot('+'))
	s.text(f, "+", sign, left, dark)
	box.Max.X = sign.Min.X - 2*s.pad
}
