package display

import (
	"image"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"arbiter/engine"
)

// drawNotes writes the notes and whom the seat plays, one after the other, on
// several lines if the box is high enough; the last may be shortened.
func (s *layout) drawNotes(p engine.Place, box image.Rectangle, dark bool) {
	f := s.noteFace(box)
	y := box.Min.Y
	line := func() image.Rectangle { return image.Rect(box.Min.X, y, box.Max.X, min(y+f.line(), box.Max.Y)) }
	rest := line()
	for i := range len(p.Notes) + 1 {
		text := p.Who
		if i < len(p.Notes) {
			text = p.Notes[i]
		}
		if text.IsZero() {
			continue
		}
		n := s.brief(f, s.Say(text), rest.Dx())
		if i > 0 && f.dotWidth()+f.width(n) > rest.Dx() && y+2*f.line() <= box.Max.Y {
			y += f.line()
			rest = line()
		} else if i > 0 && min(f.width(n), 3*f.px) > rest.Dx()-f.dotWidth() {
			s.text(f, "…", rest, left, dark)
			return
		} else if rest.Min.X > box.Min.X {
			s.dot(f, &rest, dark)
		}
		if w := f.width(n); w > rest.Dx() {
			s.text(f, n, rest, left, dark)
			return
		}
		rest.Min.X += s.text(f, n, rest, left, dark)
	}
}

// noteFace is the face for notes, the same for all seats. It shrinks for the notes
// that then fit.
func (s *layout) noteFace(box image.Rectangle) *face {
	f, least := s.plain.atMost(min(box.Dy()*9/10, s.unit/20)), s.plain.atMost(max(leastPx, s.unit/40))
	for _, p := range s.view.Seats {
		for _, n := range p.Notes {
			note := s.Say(n)
			for f.px > least.px && s.scant(f, note, box.Dx()) && !s.scant(least, note, box.Dx()) {
				f = f.smaller()
			}
		}
	}
	return f
}

// scant tells whether a note does not fit, a list even if three letters are left
// of each word.
func (s *layout) scant(f *face, note string, width int) bool {
	value, list := listIn(note)
	return f.width(note) > width && !(list && f.width(s.abbreviations.of(f, value, 3, width)) <= width)
}

// listIn is what a note says after its colon, if that is a list.
func listIn(note string) (value string, list bool) {
	_, value, found := strings.Cut(note, ": ")
	return value, found && strings.Contains(value, ", ")
}

// brief is a note, or, if it does not fit, what it lists after its colon: the gems
// themselves rather than the word for them, with words as short as need be.
func (s *layout) brief(f *face, note string, width int) string {
	value, list := listIn(note)
	switch {
	case f.width(note) <= width || !list:
		return note
	case f.width(value) <= width:
		return value
	}
	return s.abbreviations.of(f, value, 1, width)
}

// abbreviations keeps the lists that were cut short: they are the same in many
// pictures.
type abbreviations struct {
	mu    sync.Mutex
	known map[abbreviation]string
}

type abbreviation struct {
	face         *face
	least, width int
	text         string
}

// of cuts the words of a text to the greatest length at which it fits, or to the
// least one.
func (a *abbreviations) of(f *face, text string, least, width int) string {
	const most = 256 // texts; far more than a game needs at a time
	a.mu.Lock()
	defer a.mu.Unlock()
	key := abbreviation{f, least, width, text}
	short, ok := a.known[key]
	if ok {
		return short
	}
	for letters := 8; letters >= least; letters-- {
		if short = cutWords(text, letters); f.width(short) <= width {
			break
		}
	}
	if len(a.known) >= most || a.known == nil {
		a.known = map[abbreviation]string{}
	}
	a.known[key] = short
	return short
}

// cutWords keeps so many letters of each word.
func cutWords(text string, letters int) string {
	short, n := make([]byte, 0, len(text)), 0
	for _, r := range text {
		if n++; !unicode.IsLetter(r) {
			n = 0
		}
		if n <= letters {
			short = utf8.AppendRune(short, r)
		}
	}
	return string(short)
}
