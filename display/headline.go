package display

import (
	"cmp"
	"image"
	"strings"

	"arbiter/display/letters"
	"arbiter/engine"
)

// bar returns the rectangle with the given corners.
func bar(x0, y0, x1, y1 int) image.Rectangle { return image.Rect(x0, y0, x1, y1) }

// A headline says above a picture whom it is about and what happens.
type headline struct {
	seat   int // the seat whose shape it begins with, or -1
	sign   symbol
	words  letters.Phrase
	right  string // what point the game has reached
	legend bool   // explains the symbols of energy and consumption
	more   int    // how many more things there are to say
	dark   bool
	top    int // where it begins
	high   int
}

// headHigh returns the height of the headline; a low sheet has one only for notices and questions,
// which its numbers do not show.
func (s *grid) headHigh() int {
	if s.kind == low {
		if len(s.Notices) > 0 || s.questioned() || s.Clock != "" {
			return max(s.scaled(16), 14)
		}
		return 0
	}
	return s.of(64, 38, 0)
}

// drawHeadline draws what there is to say now: trouble, what several seats are asked, or whose turn
// it is and what to do.
func (s *grid) drawHeadline() {
	if s.headHigh() == 0 {
		return
	}
	if len(s.Notices) > 0 {
		s.drawTrouble(0, s.headHigh())
		return
	}
	h := headline{seat: -1, right: cmp.Or(s.Clock, s.stage()), high: s.headHigh()}
	said := ""
	if !s.view.Headline.IsZero() {
		said = s.Say(s.view.Headline)
	}
	i := s.asked()
	switch {
	case s.kind == low: // the name is in the row that is black
		h.seat, h.words, h.more = s.ask()
		if h.words.Name, h.words.Sep, h.right = "", "", ""; s.Clock != "" && !s.questioned() {
			h.words, h.seat, h.more = letters.Phrase{Before: s.Clock}, -1, 0
		}
	case s.view.Window:
		h.sign, h.legend, h.right = cards, true, ""
		h.words = s.together(said)
	case said != "" && i >= 0:
		h.seat, h.words = i, letters.Saying(said, s.Label(s.view.Seats[i].Seat))
	case said != "":
		h.words = letters.Phrase{Before: said}
	default:
		h.seat, h.words, h.more = s.ask()
	}
	s.head(h)
}

// chosen reports whether a notice is the line of a menu that somebody chooses from with buttons,
// which is no trouble.
func chosen(notice string) bool { return strings.Contains(notice, "› ") }

// drawTrouble writes the latest notice, white on black.
func (s *grid) drawTrouble(top, high int) {
	sign := danger
	if chosen(s.Notices[0]) {
		sign = noSymbol
	} else {
		s.b.Accent(bar(0, top, s.b.w, top+high))
	}
	s.head(headline{seat: -1, sign: sign, words: letters.Phrase{Before: s.Notices[0]}, more: len(s.Notices) - 1, dark: true, top: top, high: high})
}

// together returns what several seats are asked at the same time and, if there is room for both,
// how many have answered.
func (s *grid) together(said string) letters.Phrase {
	asked := ""
	for _, q := range s.view.Prompts {
		asked = s.wording(q)
		break
	}
	switch {
	case said == "":
		return letters.Phrase{Before: asked}
	case s.kind == large && asked != "":
		return letters.Phrase{Before: asked, Sep: ": ", After: said}
	}
	return letters.Phrase{Before: said}
}

// wording returns a prompt in a few words.
func (s *layout) wording(q engine.Prompt) string { return s.Say(fewWords(q)) }

func fewWords(q engine.Prompt) engine.Text {
	if !q.Brief.IsZero() {
		return q.Brief
	}
	return q.Text
}

// questioned reports whether the first prompt is a question in its few words, such as what is
// printed on a card.
func (s *layout) questioned() bool {
	return len(s.view.Prompts) > 0 && strings.HasSuffix(fewWords(s.view.Prompts[0]).Format, "?")
}

// ask returns what the first prompt asks, and of whom; if there is none, what point the game has
// reached.
func (s *layout) ask() (seat int, words letters.Phrase, more int) {
	for _, q := range s.view.Prompts {
		if !q.Text.Equal(s.view.Prompts[0].Text) {
			more++
		}
	}
	switch n := len(s.view.Stage); {
	case len(s.view.Prompts) > 0:
		q := s.view.Prompts[0]
		if seat = s.seat(q.Seat); seat >= 0 {
			return seat, letters.Phrase{Name: s.Label(q.Seat), Sep: ": ", After: s.wording(q)}, more
		}
		return -1, letters.Phrase{Before: s.wording(q)}, more
	case n > 0:
		return -1, letters.Phrase{Before: s.Say(s.view.Stage[n-1])}, 0
	}
	return -1, letters.Phrase{}, 0
}

// stage returns the round, as the largest unit of the game.
func (s *layout) stage() string {
	if len(s.view.Stage) < 2 {
		return ""
	}
	return s.Say(s.view.Stage[0])
}

// head draws a headline.
func (s *grid) head(h headline) {
	edge, pad := s.of(12, 6, 3), s.of(8, 5, 3)
	most := s.of(25, 15, 9)
	ink := !h.dark
	if h.dark {
		s.b.Fill(bar(0, h.top, s.b.w, h.top+h.high), true)
	} else {
		s.b.Fill(bar(0, h.top+h.high-s.of(3, 2, 1), s.b.w, h.top+h.high), true)
	}
	x, mid := edge, h.top+h.high/2
	if !h.dark {
		mid--
	}
	size := h.high * 66 / 100
	if h.seat >= 0 {
		s.emblem(s.view.Seats[h.seat], square(x, mid-size/2, size), emblem{dark: ink, letter: s.initials()})
		x += size + pad*8/5
	}
	if h.sign != noSymbol {
		s.sign(h.sign, square(x, mid-size/2, size), ink)
		x += size + pad*8/5
	}
	end := s.b.w - edge
	if h.legend {
		end = s.drawLegend(end, mid, most, pad)
	}
	if h.more > 0 {
		h.right = ""
		end = s.plus(h.more, end, mid, most, ink) - 2*pad
	}
	if f := s.plain.High(max(most*68/100, 8)); h.right != "" && f.Width(h.right) < (end-x)/2 {
		s.line(f, h.right, end-f.Width(h.right), mid+most/2, ink)
		end -= f.Width(h.right) + 2*pad
	}
	s.say(h, x, mid, end-x, most, ink)
}

// say writes the words of a headline on one line, or on two if they are too long and the sheet is
// high enough.
func (s *grid) say(h headline, x, mid, width, most int, ink bool) {
	least := max(most*72/100, 8)
	small := max(least*92/100, 8)
	text := h.words.Before
	_, fits := s.bold.Fitting(h.words, width, most, least)
	if first := h.words.Clause(); s.kind == low || h.words.Name+h.words.After != "" || fits == h.words || fits == first && strings.Contains(text, "; ") {
		s.sentence(s.bold, h.words, x, mid+(most+1)/2, width, most, least, ink)
		return
	}
	f := s.bold.High(small)
	n, all := f.Wrap(text, width)
	if all || n == 0 {
		n = len(text)
	}
	gap := max(small/3, 3)
	s.sentence(s.bold, letters.Phrase{Before: letters.Trim(text[:n])}, x, mid-gap/2, width, small, small, ink)
	s.sentence(s.bold, letters.Phrase{Before: letters.Trim(text[n:])}, x, mid+gap-gap/2+small, width, small, small, ink)
}

// drawLegend explains the symbols of the two tracks of the race.
func (s *grid) drawLegend(end, mid, most, pad int) int {
	high := max(most*62/100, 8)
	f := s.plain.High(high)
	all := 0
	for _, t := range s.view.Tracks {
		if signOf(t.Role) != noSymbol {
			all += f.Width(s.Say(t.Title)) + high*3/2 + pad*3/2
		}
	}
	if all > s.b.w*2/5 {
		return end
	}
	for _, role := range [...]engine.Role{engine.RoleGoal, engine.RoleProgress} {
		i := s.view.Track(role)
		if i < 0 {
			continue
		}
		word := s.Say(s.view.Tracks[i].Title)
		end -= f.Width(word)
		s.line(f, word, end, mid+high/2, true)
		end -= high * 3 / 2
		s.sign(signOf(role), square(end, mid-high*62/100, high*5/4), true)
		end -= pad * 3 / 2
	}
	return end
}

// signOf returns the symbol for the role of a track.
func signOf(role engine.Role) symbol {
	switch role {
	case engine.RoleProgress:
		return bolt
	case engine.RoleGoal:
		return ring
	}
	return noSymbol
}

// plus writes +n with its right edge at x, and returns where it begins.
func (s *grid) plus(n, x, mid, high int, dark bool) int {
	f := s.bold.High(high)
	var buf [24]byte
	b := append(buf[:0], '+')
	b = digits(b, n, false)
	from := x - f.Width(string(b))
	s.run(f, string(b), from, mid+(high+1)/2, s.b.Bounds(), dark)
	s.noteText(f, from, x, mid+(high+1)/2, "more")
	return from
}
