package display

import (
	"image"

	"arbiter/display/letters"
	"arbiter/engine"
)

// A sheet that is lower or narrower than this is a status: whose turn it is, what
// to do, the levels, and one line of what people should look after. It is meant
// for OLEDs, where black shines.
const (
	statusWidth  = 200
	statusHeight = 100
)

// A status is the layout of a small sheet.
type status struct {
	layout
	bar, foot image.Rectangle
	pad       int
}

func (s *layout) small() bool { return s.b.w < statusWidth || s.b.h < statusHeight }

// drawStatus draws the whole of a small sheet.
func (s *status) drawStatus() {
	w, h := s.b.w, s.b.h
	s.pad = 2
	line := min(max(11, h/5), h/3)
	s.bar = image.Rect(0, 0, w, max(line, h/4+line/4))
	s.foot = image.Rect(0, h-line, w, h)
	if len(s.Notices) > 0 && h >= 5*line {
		s.foot.Min.Y -= line // two lines for the notice
	}
	body := image.Rect(s.pad, s.bar.Max.Y, w-s.pad, s.foot.Min.Y)
	if len(s.view.Seats) == 0 {
		s.drawStatusStart()
		return
	}
	s.drawStatusBar()
	if len(s.Notices) > 0 {
		if s.view.Over || body.Dy() < line {
			s.drawWarning(image.Rect(0, s.bar.Max.Y, w, h))
			return
		}
		s.drawWarning(s.foot)
	} else {
		s.drawLevels(s.foot)
	}
	s.drawHint(body)
}

// drawStatusStart is the status while no game is running: the code, if a phone
// can read it, and the address.
func (s *status) drawStatusStart() {
	box := s.b.Bounds()
	if s.Join != "" {
		const readable = 2 // pixels to a module
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
		s.drawWarningIn(box)
	case s.Join != "":
		s.drawAddress(box, left)
	default:
		s.paragraph(s.plain.AtMost(14), s.Say(startPhone), box, left, true)
	}
	s.paragraph(s.bold.AtMost(title.Dy()*4/5), programName, title, left, true)
}

// drawStatusBar says whose turn it is, or who has won: the shape and the name, or
// the shapes of several; without any, where the game stands.
func (s *status) drawStatusBar() {
	s.b.Fill(s.bar, true)
	box := s.bar.Inset(1)
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
	text := ""
	switch n := len(s.view.Stage); {
	case asked == 1:
		text = s.Label(s.view.Seats[last].Seat)
	case n > 0:
		text = s.Say(s.view.Stage[n-1])
	}
	if asked < 2 || s.bold.AtMost(leastPx).Width(text) <= box.Dx() { // after the shapes it is there whole, or not
		s.paragraph(s.bold.AtMost(box.Dy()), text, box, left, false)
	}
}

// statusToken is the size at which so many shapes have room in the bar, and a
// crown before them if the game is over; small ones have their letter beside them.
func (s *status) statusToken(box image.Rectangle, asked int) int {
	const roomy = 14
	if s.view.Over {
		asked++
	}
	each := box.Dx()/max(asked, 1) - 2*s.pad
	if size := min(box.Dy(), each); size >= roomy {
		return size
	}
	return min(box.Dy(), each*5/9)
}

// drawHint writes what the game waits for, in a few words; when it is over, that.
func (s *status) drawHint(box image.Rectangle) {
	text := ""
	switch n := len(s.view.Stage); {
	case s.view.Over && n > 0:
		text = s.Say(s.view.Stage[n-1])
	case len(s.view.Prompts) > 0:
		q := s.view.Prompts[0]
		text = s.prompt(q, s.plain.AtMost(12), box)
	}
	if box.Dy() >= leastPx {
		s.paragraph(s.plain.AtMost(min(16, box.Dy())), text, box, left, true)
	}
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

// longest is the width of a track's longest number.
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

// track is the track that a status shows: that in Roman numbers, else the first one
// that is no rank; -1 if there is none.
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

// drawWarning writes the first notice after a triangle; more are counted.
func (s *status) drawWarning(box image.Rectangle) {
	box.Min.X, box.Max.X = s.pad, s.b.w-s.pad
	s.drawWarningIn(box)
}

func (s *status) drawWarningIn(box image.Rectangle) {
	side := min(box.Dy(), 14)
	part := cut(&box, side, s.pad)
	y := part.Min.Y + (part.Dy()-side)/2
	s.warning(image.Rect(part.Min.X, y, part.Max.X, y+side))
	if n := len(s.Notices) - 1; n > 0 {
		f := s.bold.AtMost(leastPx)
		w := f.Width("+00")
		more := image.Rect(box.Max.X-w, max(box.Min.Y, box.Max.Y-leastPx-2), box.Max.X, box.Max.Y)
		box.Max.X = more.Min.X - s.pad
		s.plus(n, &more, true)
	}
	s.paragraph(s.plain.AtMost(min(12, box.Dy())), s.Notices[0], box, left, true)
}
