package display

import (
	"image"
	"unicode"
	"unicode/utf8"

	"arbiter/engine"
)

// drawSeat draws a row: order, shape, name, numbers, energy bar. The head of
// the row is black while the game waits for the seat, and for the winner.
func (s *sheet) drawSeat(i int) {
	p := s.view.Seats[i]
	row := s.rowBox(i)
	head := image.Rect(0, row.Min.Y, s.name, row.Max.Y-1)
	dark := !(p.Turn && !s.view.Over || p.Winner)
	if !dark {
		s.b.Fill(head, true)
	}
	s.drawName(i, head, dark)
	s.drawNumbers(i)
	if s.strip > 0 {
		s.drawStrip(i, image.Rect(s.pad, row.Max.Y, s.b.w-s.pad, row.Max.Y+s.strip-1))
	} else if i < s.seats-1 {
		s.b.Fill(image.Rect(0, row.Max.Y-1, s.b.w, row.Max.Y), true)
	}
}

// drawName draws what tells who sits there.
func (s *sheet) drawName(i int, head image.Rectangle, dark bool) {
	p := s.view.Seats[i]
	box := image.Rect(head.Min.X+s.pad, head.Min.Y, head.Max.X-s.pad, head.Max.Y)
	if s.rank >= 0 && i < len(s.view.Tracks[s.rank].At) {
		f := s.bold.atMost(min(s.row*7/10, s.b.h/8))
		part := cut(&box, f.advance(slot('0')), s.pad)
		s.number(f, s.view.Tracks[s.rank].At[i], false, part, dark)
	}
	size := min(head.Dy()-2, s.b.h/8)
	s.token(p, cut(&box, size, s.pad), dark)
	icon := size * 3 / 4
	if p.Robot {
		s.robot(cut(&box, icon, s.pad), dark)
	}
	if p.Winner {
		s.crown(cut(&box, icon, s.pad), dark)
	}
	if !s.notes {
		s.paragraph(s.bold.atMost(s.b.h/8), s.Label(p.Seat), box, left, dark)
		return
	}
	split := box.Min.Y + box.Dy()*3/5
	s.paragraph(s.bold.atMost(s.b.h/8), s.Label(p.Seat), upTo(box, split), left, dark)
	s.drawNotes(p.Notes, image.Rect(box.Min.X, split, box.Max.X, box.Max.Y), dark)
}

// cut takes a part of the given width from the left of a box, and a gap.
func cut(box *image.Rectangle, width, gap int) image.Rectangle {
	part := image.Rect(box.Min.X, box.Min.Y, box.Min.X+width, box.Max.Y)
	box.Min.X += width + gap
	return part
}

func upTo(box image.Rectangle, y int) image.Rectangle {
	box.Max.Y = y
	return box
}

// drawNotes writes notes one after the other, the last shortened.
func (s *sheet) drawNotes(notes []engine.Text, box image.Rectangle, dark bool) {
	f := s.plain.atMost(box.Dy() * 9 / 10)
	for i, n := range notes {
		if i > 0 {
			box.Min.X += s.text(f, " · ", box, left, dark)
		}
		if box.Dx() < 2*f.px {
			return
		}
		box.Min.X += s.text(f, s.Say(n), box, left, dark)
	}
}

// token draws a seat's shape with the initial of its color: inside if there is
// room, which the caller's box decides.
func (s *sheet) token(p engine.Place, box image.Rectangle, dark bool) {
	size := min(box.Dx(), box.Dy())
	y := box.Min.Y + (box.Dy()-size)/2
	box = image.Rect(box.Min.X, y, box.Min.X+size, y+size)
	s.shape(p.Shape, box, dark)
	var buf [utf8.UTFMax]byte
	r, _ := utf8.DecodeRuneInString(s.Term(engine.Term(p.Color)))
	letter := utf8.AppendRune(buf[:0], unicode.ToUpper(r))
	f := s.bold.atMost(size * 6 / 10)
	in := letterIn(p.Shape, box)
	x := in.Min.X + (in.Dx()-f.width(string(letter))+1)/2
	s.run(f, string(letter), x, in.Min.Y+(in.Dy()+f.capital()+1)/2, box, !dark)
	s.note(box, "token")
}

// drawStrip draws the energy against the consumption on a common scale of at
// least 100: a frame as long as the consumption, filled as far as the energy.
func (s *sheet) drawStrip(i int, box image.Rectangle) {
	energy, consumption := s.view.Tracks[s.track(energyTrack)], s.view.Tracks[s.track(consumptionTrack)]
	if i >= len(energy.At) || i >= len(consumption.At) {
		return
	}
	scale := 100
	for _, t := range [...]engine.Track{energy, consumption} {
		for _, n := range t.At {
			scale = max(scale, n)
		}
	}
	d := max(1, box.Dy()/6)
	end := func(n int) int { return box.Min.X + box.Dx()*max(n, 0)/scale }
	s.b.Fill(image.Rect(box.Min.X, box.Max.Y-1, box.Max.X, box.Max.Y), true)
	s.frame(image.Rect(box.Min.X, box.Min.Y+1, end(consumption.At[i]), box.Max.Y), d, true)
	s.b.Fill(image.Rect(box.Min.X, box.Min.Y+1, end(energy.At[i]), box.Max.Y), true)
	s.note(box, "bar")
}
