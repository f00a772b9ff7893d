package display

import (
	"strings"
	"unicode/utf8"
)

// A phrase is a sentence in parts, the second of which is a name. When there is no room
// the name gives way, and then the sentence ends earlier; no word is cut in it.
type phrase struct {
	before, name string
	dot          bool   // the name was shortened
	sep          string // after the name
	after        string
}

// saying splits a sentence at the name in it.
func saying(text, name string) phrase {
	if i := strings.Index(text, name); i >= 0 && name != "" {
		return phrase{before: text[:i], name: name, after: text[i+len(name):]}
	}
	return phrase{before: text}
}

func (f *face) phrase(p phrase) int {
	w := f.width(p.before) + f.width(p.name) + f.width(p.sep) + f.width(p.after)
	if p.dot {
		w += f.advance(slot('.'))
	}
	return w
}

// shorten makes a name fit: it ends at its hyphen, and then at a letter.
func (f *face) shorten(name string, width int) (short string, dot bool) {
	if f.width(name) <= width {
		return name, false
	}
	width -= f.advance(slot('.'))
	if short = hyphened(name); short != "" && f.width(short) <= width {
		return short, true
	}
	short = name
	for short != "" && f.width(short) > width {
		_, size := utf8.DecodeLastRuneInString(short)
		short = strings.TrimRight(short[:len(short)-size], " -")
	}
	return short, short != ""
}

// hyphened is a name up to the first letter after its hyphen; "" if it has none.
func hyphened(name string) string {
	i := strings.LastIndexByte(name, '-')
	if i <= 0 || i+1 == len(name) {
		return ""
	}
	_, size := utf8.DecodeRuneInString(name[i+1:])
	return name[:i+1+size]
}

// within makes a phrase fit by its name.
func (f *face) within(p phrase, width int) phrase {
	if rest := width - f.width(p.before) - f.width(p.sep) - f.width(p.after); p.name != "" && rest > 0 && f.phrase(p) > width {
		least := min(f.width(p.name), 2*f.advance(slot('m')))
		p.name, p.dot = f.shorten(p.name, max(rest, least))
	}
	return p
}

// clause is a sentence without its last clause; the same if it has just one.
func clause(text string) string {
	for _, end := range [...]string{"; ", ". ", ": ", " ("} {
		if i := strings.LastIndex(text, end); i > 0 {
			return text[:i]
		}
	}
	return text
}

// withoutLast drops the last word.
func withoutLast(text string) string {
	i := strings.LastIndexByte(strings.TrimRight(text, " "), ' ')
	return strings.TrimRight(text[:max(i, 0)], " ,:;")
}

// phrase writes a phrase at (x, base) and returns where it ends.
func (c *canvas) phrase(f *face, p phrase, x, base int, dark bool) int {
	clip := c.b.Bounds()
	x = c.run(f, p.before, x, base, clip, dark)
	x = c.run(f, p.name, x, base, clip, dark)
	if p.dot {
		x = c.run(f, ".", x, base, clip, dark)
	}
	x = c.run(f, p.sep, x, base, clip, dark)
	return c.run(f, p.after, x, base, clip, dark)
}

// line writes a text at (x, base) and notes where its ink is.
func (c *canvas) line(f *face, s string, x, base int, dark bool) int {
	end := c.run(f, s, x, base, c.b.Bounds(), dark)
	c.noteText(f, x, end, base, s)
	return end
}

// noteText notes a text from x to end.
func (c *canvas) noteText(f *face, x, end, base int, what string) {
	if c.trace != nil {
		c.trace(bar(x, base-f.capital(), end, base), what)
	}
}

// named writes a name as large as it fits between most and least, in the middle of the
// rows that most would take up.
func (c *canvas) named(t *typeface, name string, x, base, width, most, least int, dark bool) {
	f, short, dot := t.name(name, width, most, least)
	base -= (most - f.high) / 2
	end := c.phrase(f, phrase{name: short, dot: dot}, x, base, dark)
	c.noteText(f, x, end, base, name)
}

// name is the face in which a name fits, and as much of it as does: smaller, then up to
// its hyphen, then as many letters as there is room for.
func (t *typeface) name(name string, width, most, least int) (f *face, short string, dot bool) {
	most = max(most, least)
	for f = t.high(most); f != nil && f.high >= least; f = f.smaller() {
		if f.width(name) <= width {
			return f, name, false
		}
	}
	if short = hyphened(name); short != "" {
		for f = t.high(most); f != nil && f.high >= least; f = f.smaller() {
			if f.width(short)+f.advance(slot('.')) <= width {
				return f, short, true
			}
		}
	}
	f = t.high(most)
	short, dot = f.shorten(name, width)
	return f, short, dot
}

// sentence writes a text on one line, as large as it fits between most and least; then
// its first clause, then fewer words. It tells how wide it is.
func (c *canvas) sentence(t *typeface, p phrase, x, base, width, most, least int, dark bool) {
	f, q := t.fitting(p, width, most, least)
	base -= (most - f.high) / 2
	end := c.phrase(f, q, x, base, dark)
	c.noteText(f, x, end, base, p.before)
	if c.trace != nil && !ended(p, q) {
		c.note(bar(x, base-f.high, end, base), cutShort+p.before+p.name+p.after)
	}
}

// cutShort begins what is noted when words of a text were left out.
const cutShort = "cut: "

// ended tells whether what is left of a phrase ends where a clause of it does.
func ended(p, q phrase) bool {
	for ; ; p = p.clause() {
		if p.before == q.before && p.after == q.after {
			return true
		}
		if p.clause() == p {
			return false
		}
	}
}

// fitting is the face in which a phrase fits, and as much of it as does: smaller, with a
// shorter name, up to the end of a clause, and at last with fewer words.
func (t *typeface) fitting(p phrase, width, most, least int) (*face, phrase) {
	most = max(most, least)
	for f := t.high(most); f != nil && f.high >= least; f = f.smaller() {
		if f.phrase(p) <= width {
			return f, p
		}
	}
	for q := p; ; q = q.clause() {
		for f := t.high(most); f != nil && f.high >= least; f = f.smaller() {
			for _, short := range [...]phrase{q, q.hyphened()} {
				if f.phrase(short) <= width {
					return f, short
				}
			}
		}
		f := t.high(least)
		if short := f.within(q, width); f.phrase(short) <= width {
			return f, short
		}
		if q.clause() == q {
			break
		}
	}
	f := t.high(least)
	q := f.within(p, width)
	for f.phrase(q) > width && q.after != "" {
		q.after = withoutLast(q.after)
	}
	if f.phrase(q) > width {
		q.sep = ""
	}
	for f.phrase(q) > width && q.before != "" {
		q.before, q.name, q.dot = withoutLast(q.before), "", false
	}
	if f.phrase(q) > width {
		q.name, q.dot = f.shorten(q.name, width)
	}
	return f, q
}

// hyphened is a phrase whose name ends after its hyphen.
func (p phrase) hyphened() phrase {
	if short := hyphened(p.name); short != "" && !p.dot {
		p.name, p.dot = short, true
	}
	return p
}

// clause is a phrase without its last clause.
func (p phrase) clause() phrase {
	if p.after != "" {
		p.after = clause(p.after)
	} else if p.name == "" {
		p.before = clause(p.before)
	}
	return p
}
