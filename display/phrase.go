package display

import (
	"arbiter/display/letters"
)

// phrase writes a phrase at (x, base) and returns where it ends.
func (c *canvas) phrase(f *letters.Face, p letters.Phrase, x, base int, dark bool) int {
	clip := c.b.Bounds()
	x = c.run(f, p.Before, x, base, clip, dark)
	x = c.run(f, p.Name, x, base, clip, dark)
	if p.Dot {
		x = c.run(f, ".", x, base, clip, dark)
	}
	x = c.run(f, p.Sep, x, base, clip, dark)
	return c.run(f, p.After, x, base, clip, dark)
}

// line writes a text at (x, base) and records where its ink is.
func (c *canvas) line(f *letters.Face, s string, x, base int, dark bool) int {
	end := c.run(f, s, x, base, c.b.Bounds(), dark)
	c.noteText(f, x, end, base, s)
	return end
}

// noteText records a text from x to end.
func (c *canvas) noteText(f *letters.Face, x, end, base int, what string) {
	if c.trace != nil {
		c.trace(bar(x, base-f.Capital(), end, base), what)
	}
}

// named writes a name as large as it fits between most and least, vertically centered in the rows
// that most would take up.
func (c *canvas) named(t *letters.Typeface, name string, x, base, width, most, least int, dark bool) {
	f, short, dot := t.Name(name, width, most, least)
	base -= (most - f.Capital()) / 2
	end := c.phrase(f, letters.Phrase{Name: short, Dot: dot}, x, base, dark)
	c.noteText(f, x, end, base, name)
}

// sentence writes a text on one line, as large as it fits between most and least; if necessary only
// its first clauses, or fewer words. It returns the width.
func (c *canvas) sentence(t *letters.Typeface, p letters.Phrase, x, base, width, most, least int, dark bool) {
	f, q := t.Fitting(p, width, most, least)
	base -= (most - f.Capital()) / 2
	end := c.phrase(f, q, x, base, dark)
	c.noteText(f, x, end, base, p.Before)
	if c.trace != nil && !letters.Ended(p, q) {
		c.note(bar(x, base-f.Capital(), end, base), cutShort+p.Before+p.Name+p.After)
	}
}

// cutShort begins the record of a text that lost words.
const cutShort = "cut: "
