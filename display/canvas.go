package display

import (
	"image"
	"unicode/utf8"
)

// align is where a text stands in its box.
type align uint8

const (
	left align = iota
	center
	right
)

// leastPx is the smallest size, in pixels per em, at which sentences and names
// can be read; what does not fit is shortened instead.
const leastPx = 10

// A canvas draws on a Bitmap. Nothing it draws leaves the box it is given.
type canvas struct {
	b     *Bitmap
	trace func(box image.Rectangle, what string) // of what was drawn; may be nil
}

func (c *canvas) note(box image.Rectangle, what string) {
	if c.trace != nil {
		c.trace(box, what)
	}
}

// text writes one line, shortened with an ellipsis if it is too long for the
// box, and returns how wide it is.
func (c *canvas) text(f *face, s string, box image.Rectangle, a align, dark bool) int {
	n, w := f.prefix(s, box.Dx())
	if w > box.Dx() {
		return 0
	}
	x := box.Min.X
	switch a {
	case center:
		x += (box.Dx() - w) / 2
	case right:
		x += box.Dx() - w
	}
	base := f.baseline(box)
	c.note(image.Rect(x, base-f.capital(), x+w, base+f.deep()).Intersect(box), s)
	pen := c.run(f, s[:n], x, base, box, dark)
	if n < len(s) {
		c.run(f, "…", pen, base, box, dark)
	}
	return w
}

// baseline centers the capitals in the box, as far as Ä and g stay inside.
func (f *face) baseline(box image.Rectangle) int {
	base := box.Min.Y + (box.Dy()+f.capital()+1)/2
	base = min(base, box.Max.Y-f.deep())
	return max(base, box.Min.Y+f.capital())
}

// run writes s with the pen at (x, base) and returns where the pen then is.
func (c *canvas) run(f *face, s string, x, base int, clip image.Rectangle, dark bool) int {
	for _, r := range s {
		i := slot(r)
		g := f.glyph(i)
		c.b.blit(g.bits, g.w, x+g.left, base+g.top, clip, dark)
		x += f.advance(i)
	}
	return x
}

// prefix returns how many bytes of s are written in a line of the given width,
// and how wide the line then is, the ellipsis included if s is cut.
func (f *face) prefix(s string, width int) (n, w int) {
	if w := f.width(s); w <= width {
		return len(s), w
	}
	dots := f.advance(slot('…'))
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		a := f.advance(slot(r))
		if w+a+dots > width {
			break
		}
		w, n = w+a, n+size
	}
	for n > 0 && s[n-1] == ' ' {
		n, w = n-1, w-f.advance(slot(' '))
	}
	return n, w + dots
}

// paragraph writes a text in the largest face, from f downward, in which it
// fits into the box, on several lines where the box is high enough; at last it
// shortens it. It returns the face.
func (c *canvas) paragraph(f *face, s string, box image.Rectangle, a align, dark bool) *face {
	for !f.fits(s, box) {
		next := f.smaller()
		if next == nil || next.px < leastPx {
			break
		}
		f = next
	}
	rows := f.rows(s, box.Dx(), max(box.Dy()/f.line(), 1))
	y := box.Min.Y + (box.Dy()-rows*f.line())/2
	for i := range rows {
		n := len(s)
		if cut, _ := f.wrap(s, box.Dx()); i < rows-1 && cut > 0 {
			n = cut
		}
		row := image.Rect(box.Min.X, y, box.Max.X, y+f.line())
		if rows == 1 {
			row = box
		}
		c.text(f, trim(s[:n]), row, a, dark)
		s, y = trim(s[n:]), y+f.line()
	}
	return f
}

// fits tells whether a text fits into a box, on several lines if need be.
func (f *face) fits(s string, box image.Rectangle) bool {
	rows := box.Dy() / f.line()
	return f.lines(s, box.Dx(), rows) <= rows
}

// lines is how many lines a text needs; more than most if it needs more, or if a
// word is too long for a line.
func (f *face) lines(s string, width, most int) int {
	for n := 1; n <= most; n++ {
		cut, whole := f.wrap(s, width)
		if whole {
			return n
		}
		if cut == 0 {
			break
		}
		s = trim(s[cut:])
	}
	return most + 1
}

// rows is how many lines of at most so many a text takes if what does not fit is
// cut off: the last one, or one with a word that is too long, has the rest.
func (f *face) rows(s string, width, most int) int {
	for n := 1; n < most; n++ {
		cut, whole := f.wrap(s, width)
		if whole || cut == 0 {
			return n
		}
		s = trim(s[cut:])
	}
	return most
}

// wrap returns how many bytes of s go into a line: all, or up to a space or a
// hyphen.
func (f *face) wrap(s string, width int) (n int, whole bool) {
	f.ready()
	w := 0
	for i, r := range s {
		if r == ' ' && w <= width {
			n = i
		}
		if w += int(f.advances[slot(r)]); w > width {
			return n, false
		}
		if r == '-' {
			n = i + 1
		}
	}
	return len(s), true
}

func trim(s string) string {
	for s != "" && s[0] == ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}
