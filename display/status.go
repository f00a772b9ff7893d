package display

import (
	"image"

	"arbiter/display/letters"
	"arbiter/engine"
)

// A sheet that is lower or narrower than this is a status: whose turn it is, what to do, the
// levels, and one notice. It is meant for OLEDs, on which black pixels light up.
const (
	statusWidth  = 200
	statusHeight = 100
	tallest      = 15 // height of a line in pixels, at most
)

// A status is the layout of a small sheet. If a sentence needs the room, the levels are dropped,
// and then the bar.
type status struct {
	layout
	bar, body, foot image.Rectangle
	pad             int
}

func (s *layout) small() bool { return s.b.w < statusWidth || s.b.h < statusHeight }

// drawStatus draws a whole small sheet.
func (s *status) drawStatus() {
	w, h := s.b.w, s.b.h
	s.pad = 2
	const least, roomy = 8, 13
	line := min(max(least, (h+4)/5), tallest)
	s.bar = image.Rect(0, 0, w, line+line/roomy*2)
	s.foot = image.Rect(0, h-line, w, h)
	if len(s.view.Seats) == 0 {
		s.drawStatusStart()
		return
	}
	warning := ""
	if len(s.Notices) > 0 {
		warning = s.makeRoom(line)
	}
	s.body = image.Rect(s.pad, s.bar.Max.Y, w-s.pad, s.foot.Min.Y)
	text := s.chooseHint(line, warning != "")
	if warning != "" {
		s.drawWarning(warning, s.foot)
	} else if !s.foot.Empty() {
		s.drawLevels(s.foot)
	}
	if !s.bar.Empty() {
		s.drawStatusBar()
	}
	s.paragraph(s.plain.AtMost(s.body.Dy()), text, s.body, left, true)
}

// makeRoom gives the first notice as much of the sheet as it needs, with or without a line for what
// to do, and returns the notice, without its last clauses if necessary.
func (s *status) makeRoom(line int) string {
	for _, top := range [...]int{s.bar.Max.Y + line, s.bar.Max.Y, 0} {
		for p := (letters.Phrase{Before: s.Notices[0]}); ; p = p.Clause() {
			s.foot.Min.Y = top
			if box := s.besideWarning(s.foot); s.plain.Smallest().Fits(p.Before, box) {
				f := s.plain.AtMost(tallest)
				for !f.Fits(p.Before, box) {
					f = f.Smaller()
				}
				s.foot.Min.Y = s.foot.Max.Y - f.Rows(p.Before, box.Dx(), box.Dy()/f.Line())*f.Line()
				s.bar.Max.Y = min(s.bar.Max.Y, s.foot.Min.Y)
				return p.Before
			}
			if p.Clause() == p {
				break
			}
		}
	}
	s.bar.Max.Y = 0
	return s.Notices[0]
}

// chooseHint returns what the game waits for, in short form if the whole does not fit in letters as
// high as a line, and makes room for it. When the game is over it returns the result.
func (s *status) chooseHint(line int, troubled bool) string {
	whole, brief := s.hints()
	switch {
	case s.plain.AtMost(line).Fits(whole, s.body):
		return whole
	case s.plain.Smallest().Fits(brief, s.body):
		return brief
	case !troubled:
		s.body.Max.Y, s.foot.Min.Y = s.foot.Max.Y, s.foot.Max.Y
		return brief
	}
	beside := image.Rect(s.pad, 0, s.body.Max.X, s.body.Max.Y)
	token := cut(&beside, s.bar.Dy()-2, s.pad)
	for p := (letters.Phrase{Before: brief}); ; p = p.Clause() {
		if s.plain.Smallest().Fits(p.Before, beside) {
			s.bar.Max.Y, s.body = 0, beside
			if i := s.asked(); i >= 0 {
				s.shape(s.view.Seats[i].Shape, square(token.Min.X, 1, token.Dx()), true)
			}
			return p.Before
		}
		if p.Clause() == p {
			return ""
		}
	}
}

// hints returns what the game waits for, in full and in short form.
func (s *status) hints() (whole, brief string) {
	switch n := len(s.view.Stage); {
	case s.view.Over && n > 0:
		whole = s.Say(s.view.Stage[n-1])
	case len(s.view.Prompts) > 0:
		q := s.view.Prompts[0]
		return s.Say(q.Text), s.wording(q)
	}
	return whole, whole
}

// drawStatusStart draws the status while there is no game: the code, if a phone can read it, and
// the address.
func (s *status) drawStatusStart() {
	box := s.b.Bounds()
	if s.Join != "" {
		const readable = 2 // pixels per module
		side := min(box.Dy(), box.Dx()/2)
		if q := s.codes.of(s.Join); q != nil && (q.Size+2*quiet)*readable <= side {
			square := s.code(q, image.Rect(0, 0, side, box.Dy()), false)
			box.Min.X = square.Max.X + 2*s.pad
		}
	}
	title := box
	title.Max.Y = box.Max.Y * 2 / 5
	box.Min.Y = title.Max.Y
	switch {
	case len(s.Notices) > 0:
		s.drawWarning(s.Notices[0], box)
	case s.Join != "":
		s.drawAddress(box, left)
	default:
		s.paragraph(s.plain.AtMost(14), s.Say(startPhone), box, left, true)
	}
	s.paragraph(s.bold.AtMost(title.Dy()*4/5), programName, title, left, true)
}

// drawStatusBar shows whose turn it is, or who has won: shape and name, or the shapes of several
// seats; if there are none, what point the game has reached.
func (s *status) drawStatusBar() {
	s.b.Fill(s.bar, true)
	box := s.bar
	box.Min.X, box.Max.X = s.pad, s.b.w-s.pad
	asked, last := 0, 0
	for i := range s.view.Seats {
		if s.means(i) {
			asked, last = asked+1, i
		}
	}
	s.drawMore(&box)
	size := s.statusToken(box, asked)
	if s.view.Over && asked > 0 {
		s.crown(cut(&box, size, s.pad), false)
	}
	for i, p := range s.view.Seats {
		if s.means(i) {
			s.token(p, size, &box, false)
		}
	}
	if asked == 1 {
		s.statusName(s.Label(s.view.Seats[last].Seat), box)
		return
	}
	text := ""
	if n := len(s.view.Stage); n > 0 {
		text = s.Say(s.view.Stage[n-1])
	}
	if asked == 0 || s.bold.Smallest().Width(text) <= box.Dx() { // after shapes, it is written whole or not at all
		s.paragraph(s.bold.AtMost(box.Dy()), text, box, left, false)
	}
}

// statusName writes a name, shortened if there is no room for it.
func (s *status) statusName(name string, box image.Rectangle) {
	f, short, dot := s.bold.Name(name, box.Dx(), s.bold.AtMost(box.Dy()).Capital(), letters.LeastCapital)
	if dot {
		short += "."
	}
	s.text(f, short, box, left, false)
}

// statusToken returns the size at which all shapes fit into the bar, with a crown before them if
// the game is over; small ones have their letter beside them.
func (s *status) statusToken(box image.Rectangle, asked int) int {
	const roomy = 14
	if s.view.Over {
		asked++
	}
	each := box.Dx()/max(asked, 1) - 2*s.pad
	if size := min(box.Dy(), each); size >= roomy {
		return size
	}
	return min(box.Dy()-2, each*5/9)
}

// drawLevels draws each seat's shape and its level, or its first track if the game
// has no levels.
func (s *status) drawLevels(box image.Rectangle) {
	t := s.track()
	if t < 0 || len(s.view.Seats) == 0 {
		return
	}
	track := s.view.Tracks[t]
	each := box.Dx() / len(s.view.Seats)
	size := min(box.Dy()-2, each/3)
	f := s.bold.AtMost(box.Dy())
	for f.Smaller() != nil && (f.Capital() > box.Dy()-2 || s.longest(f, track) > each-size-3*s.pad) {
		f = f.Smaller()
	}
	for i, p := range s.view.Seats {
		if i >= len(track.At) {
			break
		}
		cell := image.Rect(box.Min.X+i*each, box.Min.Y, box.Min.X+(i+1)*each-s.pad, box.Max.Y)
		part := cut(&cell, size, s.pad)
		y := part.Min.Y + (part.Dy()-size)/2
		part = image.Rect(part.Min.X, y, part.Max.X, y+size)
		s.shape(p.Shape, part, true)
		s.note(part, "token")
		s.leftNumber(f, track.At[i], track.Roman, cell)
	}
}

// longest returns the width of a track's longest number.
func (s *status) longest(f *letters.Face, t engine.Track) int {
	w := 0
	var buf [24]byte
	for _, n := range t.At {
		w = max(w, f.Width(string(digits(buf[:0], n, t.Roman))))
	}
	return w
}

// leftNumber writes a number at the left of a box, if it has room.
func (s *status) leftNumber(f *letters.Face, n int, roman bool, box image.Rectangle) {
	var buf [24]byte
	if w := f.Width(string(digits(buf[:0], n, roman))); w < box.Dx() {
		box.Max.X = box.Min.X + w + 1
		s.number(f, n, roman, box, true)
	}
}

// track returns the track that a status shows: the one in Roman numerals, or else the first one
// that is not a rank; -1 if there is none.
func (s *status) track() int {
	first := -1
	for i, t := range s.view.Tracks {
		switch {
		case t.Roman:
			return i
		case first < 0 && t.Role != engine.RoleRank:
			first = i
		}
	}
	return first
}

// besideWarning returns the room for a notice beside its triangle and the number of further
// notices.
func (s *status) besideWarning(box image.Rectangle) image.Rectangle {
	if chosen(s.Notices[0]) && len(s.Notices) == 1 {
		return image.Rect(box.Min.X+s.pad, box.Min.Y, s.b.w-s.pad, box.Max.Y)
	}
	return image.Rect(box.Min.X+3*s.pad+s.plain.Smallest().Width("+9"), box.Min.Y, s.b.w-s.pad, box.Max.Y)
}

// drawWarning writes a notice after a triangle; the number of further notices is below that.
func (s *status) drawWarning(text string, box image.Rectangle) {
	room := s.besideWarning(box)
	if n := len(s.Notices) - 1; n > 0 {
		more := image.Rect(box.Min.X, box.Max.Y-s.plain.Smallest().Line(), room.Min.X-s.pad, box.Max.Y)
		s.plus(n, &more, true)
		box.Max.Y = more.Min.Y
	}
	if !chosen(text) {
		s.warning(square(box.Min.X+s.pad, box.Min.Y, min(box.Dy(), room.Min.X-box.Min.X-2*s.pad)))
	}
	s.paragraph(s.plain.AtMost(box.Dy()), text, room, left, true)
}
