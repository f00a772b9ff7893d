package display

import (
	"image"
	"strconv"
	"unicode"
	"unicode/utf8"

	"arbiter/display/letters"
	"arbiter/engine"
)

// cut removes a part of the given width, and a gap, from the left of a box and returns the part.
func cut(box *image.Rectangle, width, gap int) image.Rectangle {
	part := image.Rect(box.Min.X, box.Min.Y, box.Min.X+width, box.Max.Y)
	box.Min.X += width + gap
	return part
}

// token draws a seat's shape with the initial of its color, as high as the box or as the given
// size, and removes its place from the box. The letter is inside the shape if that is large enough,
// otherwise beside it.
func (s *status) token(p engine.Place, size int, box *image.Rectangle, dark bool) {
	const roomy = 14
	size = min(size, box.Dy())
	y := box.Min.Y + (box.Dy()-size)/2
	r := s.letterOf(p)
	part := cut(box, size, s.pad)
	part = image.Rect(part.Min.X, y, part.Max.X, y+size)
	s.shape(p.Shape, part, dark)
	s.note(part, "token")
	if size >= roomy {
		f := s.bold.AtMost(size * 6 / 10)
		if p.Shape == engine.Triangle {
			f = s.bold.AtMost(size / 2)
		}
		s.initial(f, r, letterIn(p.Shape, part), !dark)
		return
	}
	f := s.bold.AtMost(size)
	w := f.Advance(unicode.ToUpper(r))
	s.initial(f, r, cut(box, w, s.pad), dark)
}

// initial writes a capital in the middle of a box.
func (c *canvas) initial(f *letters.Face, r rune, box image.Rectangle, dark bool) {
	var buf [utf8.UTFMax]byte
	letter := utf8.AppendRune(buf[:0], unicode.ToUpper(r))
	x := box.Min.X + (box.Dx()-f.Width(string(letter))+1)/2
	c.run(f, string(letter), x, box.Min.Y+(box.Dy()+f.Capital()+1)/2, box, dark)
}

// means reports whether the bar addresses a seat.
func (s *status) means(i int) bool {
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

// drawMore counts the prompts that are not in the bar, at its right end.
func (s *status) drawMore(box *image.Rectangle) {
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

// plus writes +n at the right end of a box and removes its place from the box.
func (s *status) plus(n int, box *image.Rectangle, dark bool) {
	f := s.bold.AtMost(box.Dy() * 7 / 10)
	var buf [24]byte
	w := f.Width(string(digits(buf[:0], n, false)))
	s.number(f, n, false, *box, dark)
	sign := *box
	sign.Max.X -= w
	sign.Min.X = sign.Max.X - f.Advance('+')
	s.text(f, "+", sign, left, dark)
	box.Max.X = sign.Min.X - 2*s.pad
}

// number writes a number at the right edge of the box.
func (c *canvas) number(f *letters.Face, n int, roman bool, box image.Rectangle, dark bool) {
	var buf [24]byte
	b := digits(buf[:0], n, roman)
	w := f.Width(string(b))
	base := box.Min.Y + (box.Dy()+f.Capital()+1)/2
	c.run(f, string(b), box.Max.X-w, base, box, dark)
	c.note(image.Rect(box.Max.X-w, base-f.Capital(), box.Max.X, base), "number")
}

// digits appends a number, in Roman numerals if asked to. Zero is always written 0.
func digits(b []byte, n int, roman bool) []byte {
	if roman && n > 0 && n < len(romans) {
		return append(b, romans[n]...)
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// warning draws an exclamation mark in a black triangle.
func (c *canvas) warning(box image.Rectangle) { c.sign(danger, box.Inset(1), true) }

// crown marks the winner.
func (c *canvas) crown(box image.Rectangle, dark bool) {
	size := min(box.Dx(), box.Dy())
	c.sign(wreath, square(box.Min.X, box.Min.Y+(box.Dy()-size)/2, size), dark)
}
