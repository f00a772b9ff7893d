package letters

import (
	"strings"
	"unicode/utf8"
)

// A Phrase is a sentence in parts, the second of which is a name. If there is no room, the name is
// shortened first, and then the sentence ends earlier; words are never cut.
type Phrase struct {
	Before, Name string
	Dot          bool   // the name was shortened
	Sep          string // between the name and the rest
	After        string
}

// Saying splits a sentence at the name in it.
func Saying(text, name string) Phrase {
	if i := strings.Index(text, name); i >= 0 && name != "" {
		return Phrase{Before: text[:i], Name: name, After: text[i+len(name):]}
	}
	return Phrase{Before: text}
}

// Phrase returns the width of a phrase in pixels.
func (f *Face) Phrase(p Phrase) int {
	w := f.Width(p.Before) + f.Width(p.Name) + f.Width(p.Sep) + f.Width(p.After)
	if p.Dot {
		w += f.advance(slot('.'))
	}
	return w
}

// shorten makes a name fit: it ends after its hyphen or, if that is not enough, after some letter.
func (f *Face) shorten(name string, width int) (short string, dot bool) {
	if f.Width(name) <= width {
		return name, false
	}
	width -= f.advance(slot('.'))
	if short = hyphened(name); short != "" && f.Width(short) <= width {
		return short, true
	}
	short = name
	for short != "" && f.Width(short) > width {
		_, size := utf8.DecodeLastRuneInString(short)
		short = strings.TrimRight(short[:len(short)-size], " -")
	}
	return short, short != ""
}

// hyphened returns a name up to the first letter after its hyphen; "" if it has none.
func hyphened(name string) string {
	i := strings.LastIndexByte(name, '-')
	if i <= 0 || i+1 == len(name) {
		return ""
	}
	_, size := utf8.DecodeRuneInString(name[i+1:])
	return name[:i+1+size]
}

// within makes a phrase fit by shortening its name.
func (f *Face) within(p Phrase, width int) Phrase {
	if rest := width - f.Width(p.Before) - f.Width(p.Sep) - f.Width(p.After); p.Name != "" && rest > 0 && f.Phrase(p) > width {
		least := min(f.Width(p.Name), 2*f.advance(slot('m')))
		p.Name, p.Dot = f.shorten(p.Name, max(rest, least))
	}
	return p
}

// clause returns a sentence without its last clause; unchanged if it has only one.
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

// Name returns the face in which a name fits, and as much of the name as does. It first tries
// smaller faces, then the name up to its hyphen, then as many letters as there is room for.
func (t *Typeface) Name(name string, width, most, least int) (f *Face, short string, dot bool) {
	most = max(most, least)
	for f = t.High(most); f != nil && f.high >= least; f = f.Smaller() {
		if f.Width(name) <= width {
			return f, name, false
		}
	}
	if short = hyphened(name); short != "" {
		for f = t.High(most); f != nil && f.high >= least; f = f.Smaller() {
			if f.Width(short)+f.advance(slot('.')) <= width {
				return f, short, true
			}
		}
	}
	f = t.High(most)
	short, dot = f.shorten(name, width)
	return f, short, dot
}

// Ended reports whether what is left of a phrase ends at the end of a clause.
func Ended(p, q Phrase) bool {
	for ; ; p = p.Clause() {
		if p.Before == q.Before && p.After == q.After {
			return true
		}
		if p.Clause() == p {
			return false
		}
	}
}

// Fitting returns the face in which a phrase fits, and as much of the phrase as does. It tries
// smaller faces, a shorter name, fewer clauses, and at last fewer words.
func (t *Typeface) Fitting(p Phrase, width, most, least int) (*Face, Phrase) {
	most = max(most, least)
	for f := t.High(most); f != nil && f.high >= least; f = f.Smaller() {
		if f.Phrase(p) <= width {
			return f, p
		}
	}
	for q := p; ; q = q.Clause() {
		for f := t.High(most); f != nil && f.high >= least; f = f.Smaller() {
			for _, short := range [...]Phrase{q, q.hyphened()} {
				if f.Phrase(short) <= width {
					return f, short
				}
			}
		}
		f := t.High(least)
		if short := f.within(q, width); f.Phrase(short) <= width {
			return f, short
		}
		if q.Clause() == q {
			break
		}
	}
	f := t.High(least)
	q := f.within(p, width)
	for f.Phrase(q) > width && q.After != "" {
		q.After = withoutLast(q.After)
	}
	if f.Phrase(q) > width {
		q.Sep = ""
	}
	for f.Phrase(q) > width && q.Before != "" {
		q.Before, q.Name, q.Dot = withoutLast(q.Before), "", false
	}
	if f.Phrase(q) > width {
		q.Name, q.Dot = f.shorten(q.Name, width)
	}
	return f, q
}

// hyphened returns a phrase whose name ends after its hyphen.
func (p Phrase) hyphened() Phrase {
	if short := hyphened(p.Name); short != "" && !p.Dot {
		p.Name, p.Dot = short, true
	}
	return p
}

// Clause returns a phrase without its last clause.
func (p Phrase) Clause() Phrase {
	if p.After != "" {
		p.After = clause(p.After)
	} else if p.Name == "" {
		p.Before = clause(p.Before)
	}
	return p
}
