package display

import (
	"image"
	"strings"

	"arbiter/display/letters"
	"arbiter/engine"
)

// drawJoining draws a game with the code beside it; the rows have no race.
func (s *grid) drawJoining() {
	s.drawHeadline()
	top := s.headHigh()
	side := min(s.b.h-top, s.b.w*38/100)
	if s.kind == low {
		side = min(s.b.h-top, s.b.w*45/100)
	}
	right := s.b.w - side
	address := s.of(60, 34, 0)
	q := s.codes.of(s.Join)
	box := bar(right, top, s.b.w, min(top+side, s.b.h-address))
	s.code(q, box, true)
	if address > 0 {
		s.drawTyped(bar(right, box.Max.Y, s.b.w-s.of(6, 3, 0), s.b.h), center)
	}
	n := len(s.view.Seats)
	for i := range n {
		row := bar(0, top+i*(s.b.h-top)/n, right-s.of(8, 4, 4), top+(i+1)*(s.b.h-top)/n)
		s.drawShort(i, row)
	}
}

// drawTyped writes what people type: the address, with the code in large letters below it.
func (s *grid) drawTyped(box image.Rectangle, a align) {
	at, code, two := strings.Cut(s.address(), " ")
	if !two {
		s.drawAddress(box, a)
		return
	}
	most, gap := min(s.of(42, 20, 14), box.Dy()*45/100), s.of(10, 6, 4)
	write := func(t *letters.Typeface, text string, base, most, least int) int {
		f, _, _ := t.Name(text, box.Dx(), most, least)
		x := box.Min.X
		if a == center {
			x += max(0, box.Dx()-f.Width(text)) / 2
		}
		s.line(f, text, x, base, true)
		return f.Capital()
	}
	base := box.Min.Y + (box.Dy()+most+gap+most/2)/2
	high := write(s.bold, code, base, most, 8)
	write(s.bold, at, base-high-gap, max(most/2, 8), letters.LeastCapital)
}

// drawShort draws a row beside the code: order, shape, name and numbers.
func (s *grid) drawShort(i int, box image.Rectangle) {
	if box.Max.Y < s.b.h {
		s.b.Fill(bar(box.Min.X, box.Max.Y-1, box.Max.X, box.Max.Y-1+s.of(2, 1, 1)), true)
	}
	p := s.view.Seats[i]
	high := min(s.of(42, 24, 14), box.Dy()*45/100, box.Dx()/9)
	who := box.Dx() * 36 / 100
	ink := true
	if s.waits(i) {
		ink = s.Calm
		if s.Calm {
			s.border(bar(0, box.Min.Y+1, who, box.Max.Y-2), 2, true)
		} else {
			s.b.Fill(bar(0, box.Min.Y+1, who, box.Max.Y-2), true)
			s.b.Accent(bar(0, box.Min.Y+1, who, box.Max.Y-2))
		}
	}
	size, most := high*92/100, max(s.of(17, 9, 8), 8)
	gap := s.of(8, 5, 2)
	x, y := s.of(10, 6, 3), (box.Min.Y+box.Max.Y-size-gap-most)/2
	if n, ok := s.at(s.view.Track(engine.RoleRank), i); ok {
		f := s.bold.High(high)
		var buf [8]byte
		b := digits(buf[:0], n, false)
		x += len(b) * f.Cell()
		s.cells(f, b, x, (box.Min.Y+box.Max.Y+f.Capital()+1)/2, ink)
		x += gap
	}
	s.emblem(p, square(x, y, size), emblem{dark: ink, letter: s.initials()})
	s.named(s.bold, s.Label(p.Seat), x, y+size+gap+most, who-x-2, most, max(most*8/10, 8), ink)
	s.drawPair(i, bar(who+gap, box.Min.Y, box.Max.X, box.Max.Y), high)
}

// drawPair writes the numbers of a seat side by side.
func (s *grid) drawPair(i int, box image.Rectangle, high int) {
	var tracks [mostFigures]int
	shown := s.shownTracks(tracks[:0])
	shown = shown[:min(len(shown), 2)]
	if len(shown) == 0 {
		return
	}
	l := row{Rectangle: box, seat: i, wide: true, x: box.Min.X, high: high}
	if word := max(s.of(20, 12, 12), 12); s.titled() && high+word < box.Dy() {
		l.track = word // as high as the words below the figures
	}
	var buf [mostFigures]column
	all, f := s.columns(l, buf[:0])
	l.base = (box.Min.Y + box.Max.Y + f.Capital() + 1 - l.track) / 2
	l.top = l.base + 3
	for _, c := range all {
		if n, ok := s.at(c.track, i); ok {
			var digit [24]byte
			s.cells(f, digits(digit[:0], n, false), c.end, l.base, true)
			s.label(l, c, f)
		}
	}
}
