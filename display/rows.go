package display

import (
	"image"

	"arbiter/engine"
)

// A row is the part of a sheet that shows one seat: its order, shape and name on the left, which
// turn black while the game waits for it, its numbers, and the race below them. With up to two
// seats the name is above the numbers.
type row struct {
	image.Rectangle
	seat  int
	wide  bool // one of at most two rows
	left  int  // right edge of order or state
	who   int  // right edge of the black part; with at most two rows its height
	x     int  // where numbers and race begin
	edge  int  // white margin on the right
	high  int  // height of the numbers
	base  int  // their base line
	track int  // height of the race
	top   int  // top of the race
	shape int  // size of the shape
	at    int  // left edge of the shape
	name  int  // height of the capitals of a name
	badge int  // size of the circle of a level; 0: drawn as squares
}

// The measures of rows by kind of sheet, for three or four seats and for two. The first number is
// the height that they are given for.
var measures = [...][2]struct{ h, left, who, x, edge, high, base, track, top, shape, at, name, badge int }{
	low:    {{30, 20, 88, 91, 3, 22, 26, 0, 0, 15, 24, 9, 0}, {61, 30, 16, 35, 3, 30, 50, 7, 53, 14, 35, 10, 0}},
	middle: {{65, 38, 132, 138, 5, 36, 41, 17, 45, 28, 45, 13, 28}, {131, 56, 36, 61, 5, 47, 93, 22, 102, 26, 61, 18, 28}},
	large:  {{104, 72, 296, 312, 12, 60, 67, 23, 76, 46, 86, 23, 46}, {208, 118, 58, 134, 12, 92, 162, 30, 172, 44, 134, 30, 46}},
}

// drawRows draws a row for each seat.
func (s *grid) drawRows() {
	s.drawHeadline()
	s.fillRows(bar(0, s.headHigh(), s.b.w, s.b.h))
}

func (s *grid) fillRows(r image.Rectangle) {
	n := len(s.view.Seats)
	for i := range n {
		box := bar(r.Min.X, r.Min.Y+i*(r.Dy()/n), r.Max.X, r.Min.Y+(i+1)*(r.Dy()/n))
		if i == n-1 {
			box.Max.Y = r.Max.Y
		} else {
			s.b.Fill(bar(box.Min.X, box.Max.Y-1, box.Max.X, box.Max.Y-1+s.of(2, 1, 1)), true)
		}
		l := s.row(box, i)
		s.drawWho(l)
		s.drawFigures(l)
	}
}

// row measures the row of a seat, as large as its box allows.
func (s *grid) row(box image.Rectangle, seat int) row {
	few := len(s.view.Seats) <= 2
	m := measures[s.kind][0]
	if few {
		m = measures[s.kind][1]
	}
	num, denom := narrower(box.Dx(), sheets[s.kind].w, box.Dy(), m.h)
	k := func(n int) int { return (n*num + denom/2) / denom }
	down := max(0, box.Dy()-k(m.h)) / 2
	l := row{Rectangle: box, seat: seat, wide: few, left: k(m.left), who: k(m.who), x: box.Min.X + k(m.x), edge: k(m.edge), high: k(m.high),
		base: box.Min.Y + k(m.base) + down, track: k(m.track), top: box.Min.Y + k(m.top) + down, shape: k(m.shape), at: k(m.at), name: k(m.name), badge: k(m.badge)}
	if l.badge < 18 {
		l.badge = 0
	}
	if _, ranked := s.at(s.view.Track(engine.RoleRank), seat); !ranked && !s.view.Window {
		l.at -= l.left - l.edge
		l.left = 0
	}
	return l
}

// drawWho draws whose row it is: black while the game waits for the seat or, in a calm picture, in
// a frame.
func (s *grid) drawWho(l row) {
	on := s.waits(l.seat)
	ink := !on || s.Calm
	top, foot := l.Min.Y+s.of(3, 1, 1), l.Max.Y-s.of(2, 1, 1)
	if on {
		switch edge := s.of(5, 3, 2); {
		case s.Calm && l.wide:
			s.border(bar(0, top, l.Max.X, l.Min.Y+l.who), edge, true)
		case s.Calm:
			s.border(bar(2, top, l.who, foot), edge, true)
		case l.wide:
			s.b.Fill(bar(0, top, l.left, foot), true)
			s.b.Fill(bar(0, top, l.Max.X, l.Min.Y+l.who), true)
		default:
			s.b.Fill(bar(0, top, l.who, foot), true)
		}
		if l.wide {
			s.b.Accent(bar(0, top, l.left, foot))
			s.b.Accent(bar(0, top, l.Max.X, l.Min.Y+l.who))
		} else {
			s.b.Accent(bar(0, top, l.who, foot))
		}
	}
	s.drawTile(l, ink)
	if l.wide {
		s.drawBand(l, ink)
	} else {
		s.drawBadge(l, ink)
	}
}

// drawTile writes the order or, while several seats are asked at the same time, who has answered.
func (s *grid) drawTile(l row, ink bool) {
	from := s.of(6, 3, 0)
	if l.left <= from {
		return
	}
	mid := (l.Min.Y + l.Max.Y) / 2
	if s.view.Window {
		size := min((l.left-from)*9/10, l.Dy()*6/10)
		state := tick
		if s.waits(l.seat) {
			state = dots
		}
		s.sign(state, around((from+l.left)/2, mid, size), ink)
		return
	}
	if n, ok := s.at(s.view.Track(engine.RoleRank), l.seat); ok {
		var buf [24]byte
		b := digits(buf[:0], n, false)
		f := s.bold.Figures(l.high, len(b), l.left-from)
		s.cells(f, b, (from+l.left+len(b)*f.Cell())/2, mid+(f.Capital()+1)/2, ink)
	}
}

// drawBadge draws shape and level, and the name below them.
func (s *grid) drawBadge(l row, ink bool) {
	p := s.view.Seats[l.seat]
	gap := s.of(10, 6, 2)
	all := l.shape + gap + l.name
	y := (l.Min.Y+l.Max.Y)/2 - all/2
	box := square(l.at, y, l.shape)
	s.emblem(p, box, emblem{dark: ink, letter: s.initials()})
	if n, ok := s.at(s.levels(), l.seat); ok {
		s.drawLevel(l, n, box.Max.X+s.of(40, 22, 6), ink, box)
	}
	s.named(s.bold, s.Label(p.Seat), l.at, y+all, l.who-l.at-s.of(6, 2, 2), l.name, max(8, l.name*8/10), ink)
}

// drawLevel draws a level beside a shape: a circle with Roman numerals, or squares if those would
// be too small.
func (s *grid) drawLevel(l row, n, x int, ink bool, beside image.Rectangle) {
	if l.badge > 0 {
		s.level(s.bold, n, image.Pt(x, (beside.Min.Y+beside.Max.Y)/2), l.badge, ink)
		return
	}
	s.squares(n, beside.Max.X+s.of(12, 9, 6), beside.Min.Y+beside.Dy()/3, ink)
}

// squares draws a level as that many squares.
func (s *grid) squares(n, x, y int, ink bool) {
	size := max(s.of(9, 6, 6), 3)
	for i := range min(n, 5) {
		s.b.Fill(square(x+i*size*3/2, y, size), ink)
	}
}

// drawBand draws shape, name and level above the figures.
func (s *grid) drawBand(l row, ink bool) {
	p := s.view.Seats[l.seat]
	mid := l.Min.Y + l.who/2 + s.of(1, 1, 0)
	box := square(l.at, mid-l.shape/2, l.shape)
	s.emblem(p, box, emblem{dark: ink, letter: s.initials()})
	end := l.Max.X - l.edge
	if n, ok := s.at(s.levels(), l.seat); ok && l.badge > 0 {
		s.level(s.bold, n, image.Pt(end-l.badge/2, mid), l.badge, ink)
		end -= l.badge * 7 / 5
	} else if ok {
		size := max(s.of(9, 6, 6), 3)
		end -= min(max(n, 0), 5)*size*3/2 + 2
		s.squares(n, end, mid-size/2, ink)
		end -= 5
	}
	if len(p.Shown) > 0 && s.kind > low {
		end = s.drawCards(p.Shown, end, mid+s.of(22, 14, 0), s.of(44, 27, 0), ink) - s.of(12, 6, 0)
	}
	x := box.Max.X + s.of(14, 8, 5)
	s.named(s.bold, s.Label(p.Seat), x, mid+(l.name+1)/2, end-x-s.of(10, 4, 2), l.name, max(8, l.name*8/10), ink)
}
