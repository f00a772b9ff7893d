package display

import (
	"image"
	"unicode/utf8"

	"arbiter/engine"
)

// A layout is one picture being drawn.
type layout struct {
	canvas
	*Painter
	Opts
	view engine.View
}

// letterOf returns the initial of a seat's color.
func (s *layout) letterOf(p engine.Place) rune {
	r, _ := utf8.DecodeRuneInString(s.Term(engine.Term(p.Color)))
	return r
}

// seat returns the index of a seat, or -1.
func (s *layout) seat(seat engine.Seat) int {
	for i, p := range s.view.Seats {
		if p.Seat == seat {
			return i
		}
	}
	return -1
}

// asked returns the first seat that the game waits for, or -1.
func (s *layout) asked() int {
	for i := range s.view.Seats {
		if s.waits(i) {
			return i
		}
	}
	return -1
}

// waits reports whether the game waits for a seat: nobody is waited for at the end.
func (s *layout) waits(i int) bool { return s.view.Seats[i].Turn && !s.view.Over }

// levels returns the track in Roman figures, -1 if there is none.
func (s *layout) levels() int {
	for i, t := range s.view.Tracks {
		if t.Roman {
			return i
		}
	}
	return -1
}

// at returns the marker of a seat on a track; ok is false if there is none.
func (s *layout) at(track, seat int) (n int, ok bool) {
	if track < 0 || seat >= len(s.view.Tracks[track].At) {
		return 0, false
	}
	return s.view.Tracks[track].At[seat], true
}

// A kind of sheet decides what is on it: what is large enough for two metres, and what
// is left out.
type kind uint8

const (
	low    kind = iota // as 250x122: figures, no headline
	middle             // as 400x300
	large              // as 800x480
)

// The sheets that the measures are for, by kind.
var sheets = [...]struct{ w, h int }{low: {250, 122}, middle: {400, 300}, large: {800, 480}}

// A grid is a layout with the measures of its kind, which grow and shrink with it.
type grid struct {
	layout
	kind       kind
	num, denom int // how the sheet compares with that of its kind
	board      image.Rectangle
}

func newGrid(l layout) grid {
	s := grid{layout: l}
	switch w, h := l.b.w, l.b.h; {
	case w >= 600 && h >= 340:
		s.kind = large
	case w >= 300 && h >= 190:
		s.kind = middle
	}
	s.num, s.denom = narrower(l.b.w, sheets[s.kind].w, l.b.h, sheets[s.kind].h)
	return s
}

// narrower returns the smaller one of two shares.
func narrower(a, ofA, b, ofB int) (num, denom int) {
	if a*ofB < b*ofA {
		return a, ofA
	}
	return b, ofB
}

// of returns a measure by kind of sheet, for this one.
func (s *grid) of(large_, middle_, low_ int) int {
	return s.scaled([...]int{low: low_, middle: middle_, large: large_}[s.kind])
}

func (s *grid) scaled(n int) int { return (n*s.num + s.denom/2) / s.denom }

// initials reports whether shapes have the initials of their colors in them.
func (s *grid) initials() bool { return s.kind == large }

// draw chooses the picture for the moment.
func (s *grid) draw() Subject {
	subject := s.subject()
	[...]func(){OfSeats: s.drawRows, OfBoard: s.drawRing, OfSteps: s.drawSteps, OfStart: s.drawStart, OfCode: s.drawJoining, OfRise: s.drawRise, OfEnd: s.drawEnd, OfSleep: s.drawSleep}[subject]()
	return subject
}

func (s *grid) subject() Subject {
	switch {
	case len(s.view.Seats) == 0 && !s.view.Over:
		return OfStart
	case s.view.Over:
		return OfEnd
	case s.Asleep:
		return OfSleep
	case s.joins():
		return OfCode
	case len(s.view.Board) > 0:
		return OfBoard
	case !s.Calm && s.kind > low && s.seat(s.view.Rise.Seat) >= 0 && len(s.Notices) == 0:
		return OfRise
	case !s.Calm && s.kind > low && s.steps():
		return OfSteps
	}
	return OfSeats
}
