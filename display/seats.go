package display

import (
	"image"
	"unicode"
	"unicode/utf8"

	"arbiter/engine"
)

// drawSeat draws a row: rank, shape, name, numbers, bar of progress. The head of
// the row is black while the game waits for the seat, and for the winner.
func (s *layout) drawSeat(i int) {
	p := s.view.Seats[i]
	row := s.rowBox(i)
	head := image.Rect(0, row.Min.Y+1, s.name, row.Max.Y-1)
	dark := !(p.Turn && !s.view.Over || p.Winner)
	if !dark {
		s.b.Fill(head, true)
	}
	s.drawName(i, head, dark)
	s.drawNumbers(i)
	if s.strip > 0 {
		s.drawStrip(i, image.Rect(s.pad, row.Max.Y, s.right-s.pad, row.Max.Y+s.strip-1))
	} else if i < s.seats-1 {
		s.b.Fill(image.Rect(0, row.Max.Y, s.right, row.Max.Y+1), true)
	}
}

// drawName draws what tells who sits there.
func (s *layout) drawName(i int, head image.Rectangle, dark bool) {
	p := s.view.Seats[i]
	box := image.Rect(head.Min.X+s.pad, head.Min.Y, head.Max.X-s.pad, head.Max.Y)
	if s.rank >= 0 && i < len(s.view.Tracks[s.rank].At) {
		f := s.bold.atMost(min(s.row*7/10, s.unit/8))
		part := cut(&box, s.widest(s.view.Tracks[s.rank], f, 1), s.pad)
		s.number(f, s.view.Tracks[s.rank].At[i], false, part, dark)
	}
	size := min(head.Dy()-1, s.unit/8, s.name/5)
	s.token(p, size, &box, dark)
	icon, f := size*3/4, s.nameFace(box.Dy())
	roomy := func() bool { return icon+s.pad+f.width(s.Label(p.Seat)) <= box.Dx() } // the name comes first
	if p.Winner && roomy() {
		s.crown(cut(&box, icon, s.pad), dark)
	}
	if p.Robot && roomy() {
		s.robot(cut(&box, icon, s.pad), dark)
	}
	if !s.notes || len(p.Notes) == 0 && p.Who.IsZero() {
		s.paragraph(f, s.Label(p.Seat), box, left, dark)
		return
	}
	gap := max(0, box.Dy()-f.line()*13/5) / 2
	split := box.Min.Y + gap + f.line()
	s.paragraph(f, s.Label(p.Seat), image.Rect(box.Min.X, box.Min.Y+gap, box.Max.X, split), left, dark)
	s.drawNotes(p, image.Rect(box.Min.X, split, box.Max.X, box.Max.Y-gap), dark)
}

// cut takes a part of the given width from the left of a box, and a gap.
func cut(box *image.Rectangle, width, gap int) image.Rectangle {
	part := image.Rect(box.Min.X, box.Min.Y, box.Min.X+width, box.Max.Y)
	box.Min.X += width + gap
	return part
}

// nameFace is the face for names in a head of the given height: the same
// whether or not a seat has notes.
func (s *layout) nameFace(height int) *face {
	if s.notes {
		height = height * 5 / 8
	}
	f := s.bold.atMost(max(16, s.unit/10))
	for f.line() > height && f.smaller() != nil {
		f = f.smaller()
	}
	return f
}

// token draws a seat's shape with the initial of its color, as high as the box
// or as the given size, and takes the place from the box. The letter is in the
// shape if that is large enough, else beside it.
func (s *layout) token(p engine.Place, size int, box *image.Rectangle, dark bool) {
	const roomy = 14
	size = min(size, box.Dy())
	y := box.Min.Y + (box.Dy()-size)/2
	r, _ := utf8.DecodeRuneInString(s.Term(engine.Term(p.Color)))
	part := cut(box, size, s.pad)
	part = image.Rect(part.Min.X, y, part.Max.X, y+size)
	s.shape(p.Shape, part, dark)
	s.note(part, "token")
	if size >= roomy {
		f := s.bold.atMost(size * 6 / 10)
		if p.Shape == engine.Triangle {
			f = s.bold.atMost(size / 2)
		}
		s.initial(f, r, letterIn(p.Shape, part), !dark)
		return
	}
	f := s.bold.atMost(size)
	w := f.advance(slot(unicode.ToUpper(r)))
	s.initial(f, r, cut(box, w, s.pad), dark)
}

// initial writes a capital in the middle of a box.
func (c *canvas) initial(f *face, r rune, box image.Rectangle, dark bool) {
	var buf [utf8.UTFMax]byte
	letter := utf8.AppendRune(buf[:0], unicode.ToUpper(r))
	x := box.Min.X + (box.Dx()-f.width(string(letter))+1)/2
	c.run(f, string(letter), x, box.Min.Y+(box.Dy()+f.capital()+1)/2, box, dark)
}

// drawStrip draws the progress against the goal on a common scale of at least 100: a
// frame as long as the goal, filled as far as the progress.
func (s *layout) drawStrip(i int, box image.Rectangle) {
	progress, goal := s.view.Tracks[s.view.Track(engine.RoleProgress)], s.view.Tracks[s.view.Track(engine.RoleGoal)]
	if i >= len(progress.At) || i >= len(goal.At) {
		return
	}
	scale := 100
	for _, t := range [...]engine.Track{progress, goal} {
		for _, n := range t.At {
			scale = max(scale, n)
		}
	}
	d := max(1, box.Dy()/6)
	end := func(n int) int { return box.Min.X + box.Dx()*max(n, 0)/scale }
	s.b.Fill(image.Rect(box.Min.X, box.Max.Y-1, box.Max.X, box.Max.Y), true)
	s.frame(image.Rect(box.Min.X, box.Min.Y+1, end(goal.At[i]), box.Max.Y), d, true)
	s.b.Fill(image.Rect(box.Min.X, box.Min.Y+1, end(progress.At[i]), box.Max.Y), true)
	s.note(box, "bar")
}
