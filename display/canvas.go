package display

import (
	"image"

	"arbiter/display/letters"
)

// align is where a text is placed in its box.
type align uint8

const (
	left align = iota
	center
	right
)

// A canvas draws on a Bitmap. Nothing it draws leaves the box it is given.
type canvas struct {
	b     *Bitmap
	trace func(box image.Rectangle, what string) // called for everything that is drawn; may be nil
}

func (c *canvas) note(box image.Rectangle, what string) {
	if c.trace != nil {
		c.trace(box, what)
	}
}

// text writes one line, shortened with an ellipsis if it is too long for the
// box, and returns how wide it is.
func (c *canvas) text(f *letters.Face, s string, box image.Rectangle, a align, dark bool) int {
	n, w := f.Prefix(s, box.Dx())
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
	base := f.Baseline(box)
	c.note(image.Rect(x, base-f.Capital(), x+w, base+f.Deep()).Intersect(box), s)
	pen := c.run(f, s[:n], x, base, box, dark)
	if n < len(s) {
		c.run(f, "…", pen, base, box, dark)
		c.note(box, cutShort+s)
	}
	return w
}

// run writes s with the pen at (x, base) and returns the new x of the pen.
func (c *canvas) run(f *letters.Face, s string, x, base int, clip image.Rectangle, dark bool) int {
	for _, r := range s {
		bits, wide, left, top := f.Glyph(r)
		c.b.blit(bits, wide, x+left, base+top, clip, dark)
		x += f.Advance(r)
	}
	return x
}

// paragraph writes a text in the largest face, from f downward, in which it fits into the box, on
// several lines if the box is high enough; as a last resort it shortens the text. It returns the
// face.
func (c *canvas) paragraph(f *letters.Face, s string, box image.Rectangle, a align, dark bool) *letters.Face {
	for !f.Fits(s, box) {
		next := f.Smaller()
		if next == nil || !next.Legible() {
			break
		}
		f = next
	}
	rows := f.Rows(s, box.Dx(), max(box.Dy()/f.Line(), 1))
	y := box.Min.Y + (box.Dy()-rows*f.Line())/2
	for i := range rows {
		n := len(s)
		if cut, _ := f.Wrap(s, box.Dx()); i < rows-1 && cut > 0 {
			n = cut
		}
		row := image.Rect(box.Min.X, y, box.Max.X, y+f.Line())
		if rows == 1 {
			row = box
		}
		c.text(f, letters.Trim(s[:n]), row, a, dark)
		s, y = letters.Trim(s[n:]), y+f.Line()
	}
	return f
}
