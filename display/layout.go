package display

import (
	"image"

	"arbiter/engine"
)

// A layout is one picture being drawn: its parts, from top to bottom, and the
// columns.
type layout struct {
	canvas
	*Painter
	Opts
	view engine.View

	stage, bar, head, foot image.Rectangle
	board                  image.Rectangle // a square, empty if the game shows no board
	right                  int             // the end of head and rows: the sheet's, or before the board
	legend                 image.Rectangle // a line, or of no height
	rows                   image.Rectangle // of all seats together
	seats, row             int             // how many seats are drawn; height of each
	strip                  int             // height of the bar of progress, 0 for none
	notes                  bool            // whether some seat has notes, and there is room
	pad                    int
	unit                   int // height of the sheet, or less if it is narrow

	columns [12]column
	shown   int // columns that are drawn
	titles  *face
	rank    int // index of the track that stands before the names, or -1
	name    int // width of the part before the columns
}

// measure divides the sheet.
func (s *layout) measure() {
	w, h := s.b.w, s.b.h
	s.unit = min(h, w*3/4)
	s.pad = max(3, w/130)
	y := 0
	take := func(dy int) image.Rectangle {
		r := image.Rect(0, y, w, y+dy)
		y += dy
		return r
	}
	s.stage = take(max(14, s.unit*8/100))
	s.bar = take(12 + s.unit*117/1000)
	s.head = take(max(11, s.unit*5/100))
	foot := s.footLines() * s.footLine()
	s.foot = image.Rect(0, h-foot, w, h)
	s.placeBoard()
	s.divide(image.Rect(0, y, s.right, s.placeLegend()))
	s.setColumns()
}

// footLine is the height of a line at the foot.
func (s *layout) footLine() int { return max(11, s.unit*5/100) }

// small tells whether there is no room for lines that may stay empty.
func (s *layout) small() bool { return s.unit < 180 }

// footLines is how many lines the foot has: a large sheet always has them, so
// that nothing moves when a reminder comes or goes.
func (s *layout) footLines() int {
	if s.small() {
		n := len(s.Notices) + len(s.view.Remind)
		if !s.view.Caveat.IsZero() {
			n++
		}
		return min(1, n)
	}
	return 2
}

// divide gives every seat a row.
func (s *layout) divide(r image.Rectangle) {
	const least = 11
	s.rows = r
	s.seats = min(len(s.view.Seats), r.Dy()/least)
	if s.seats == 0 {
		return
	}
	s.row = min(r.Dy()/s.seats, s.unit*3/10)
	for _, p := range s.view.Seats {
		s.notes = s.notes || len(p.Notes) > 0 || !p.Who.IsZero()
	}
	s.notes = s.notes && s.row >= 40 && (s.board.Empty() || s.right >= 300)
	if s.view.Track(engine.RoleProgress) >= 0 && s.view.Track(engine.RoleGoal) >= 0 && s.row >= 28 {
		s.strip = max(5, s.row/8)
	}
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

// rowBox is the part of a seat's row above the bar of progress.
func (s *layout) rowBox(i int) image.Rectangle {
	y := s.rows.Min.Y + i*s.row
	return image.Rect(0, y, s.right, y+s.row-s.strip)
}
