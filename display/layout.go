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

// waits reports whether the game waits for a seat; at the end it waits for nobody.
func (s *layout) waits(i int) bool { return s.view.Seats[i].Turn && !s.view.Over }

// levels returns the track in Roman numerals, -1 if there is none.
func (s *layout) levels() int {
	for i, t := range s.view.Tracks {
		if t.Roman {
			return i
		}
	}
	return -1
}

// at returns the position of a seat's marker on a track; ok is false if there is none.
func (s *layout) at(track, seat int) (n int, ok bool) {
	if track < 0 || seat >= len(s.view.Tracks[track].At) {
		return 0, false
	}
	return s.view.Tracks[track].At[seat], true
}

// A kind of sheet decides what is on it: what is large enough to be read from two metres away, and
// what is left out.
type kind uint8

const (
	low    kind = iota // such as 250x122: numbers, no headline
	middle             // as 400x300
	large              // as 800x480
)

// sheets are the sizes that the measures are given for, by kind.
var sheets = [...]struct{ w, h int }{low: {250, 122}, middle: {400, 300}, large: {800, 480}}

// A grid is a layout with the measures of its kind, scaled to its size.
type grid struct {
	layout
	kind       kind
	num, denom int // scale of the sheet relative to the size of its kind
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

// narrower returns the smaller of two fractions.
func narrower(a, ofA, b, ofB int) (num, denom int) {
	if a*ofB < b*ofA {
		return a, ofA
	}
	return b, ofB
}

// of scales the measure for the kind of sheet to this sheet.
func (s *grid) of(large_, middle_, low_ int) int {
	return s.scaled([...]int{low: low_, middle: middle_, large: large_}[s.kind])
}

func (s *grid) scaled(n int) int { return (n*s.num + s.denom/2) / s.denom }

// initials reports whether shapes contain the initials of their colors.
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
