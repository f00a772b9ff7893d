package display

import (
	"image"
	"strconv"
	"strings"

	"arbiter/engine"
)

// A column shows one track.
type column struct {
	track int
	face  *face
	x0    int // from here
	x1    int // to here; the numbers end there
}

// setColumns chooses the largest numbers that leave the names two fifths of the
// width. What the cardboard shows is written larger than what follows from it.
func (s *layout) setColumns() {
	s.rank = s.view.Track(engine.RoleRank)
	room := s.right * 31 / 50
	if s.board.Empty() {
		s.size(len(s.columns), 0, room)
	} else {
		room = min(room, s.right-leastName)
		for most := min(len(s.view.Tracks), len(s.columns)); most >= 0; most-- {
			if s.size(most, leastNumber, room); s.total() <= room {
				break
			}
		}
	}
	for s.shown > 0 && s.total() > room {
		s.shown--
	}
	s.spread(room)
}

// Beside a board there is rather a column less than numbers that are smaller, in
// pixels per em, or names that have less room, in pixels.
const (
	leastNumber = 12
	leastName   = 80
)

// size makes at most so many columns with the largest numbers, of at least so
// many pixels per em, that have room.
func (s *layout) size(most, least, room int) {
	height := s.row - s.strip
	for f := s.bold.atMost(2 * height); f != nil; f = f.smaller() {
		if f.capital() > max(height*8/10, height-3) {
			continue
		}
		if s.fill(f, most); s.total() <= room || f.px <= least {
			break
		}
	}
}

// narrow is the width in pixels below which what follows from other tracks is left
// out, so that there is room for the titles.
const narrow = 240

// fill makes a column of each track but the rank, as wide as its numbers;
// beside a board, where the titles are longer than the numbers, as those too.
func (s *layout) fill(f *face, most int) {
	s.shown = 0
	for i, t := range s.view.Tracks {
		if i == s.rank || s.shown == most || t.Derived && s.b.w < narrow {
			continue
		}
		c := column{track: i, face: f}
		places := 3
		if t.Roman || t.Derived {
			c.face, places = s.bold.atMost(f.px*7/10), 2
		}
		if !s.board.Empty() {
			c.face, places = f, 2
		}
		c.x1 = max(s.widest(t, c.face, places)+max(4, f.px/4), s.leastTitle(t))
		s.columns[s.shown] = c
		s.shown++
	}
}

// leastTitle is the width that a column beside a board has at least.
func (s *layout) leastTitle(t engine.Track) int {
	if s.board.Empty() {
		return 0
	}
	return s.titleWidth(s.plain.atMost(s.leastHead(s.plain.atMost(s.head.Dy()))), t)
}

// leastHead is how far titles may shrink, in pixels per em.
func (s *layout) leastHead(f *face) int {
	if s.board.Empty() {
		return max(9, f.px*3/4)
	}
	return max(9, f.px/2)
}

// title is the title of a track; beside a board, where columns are narrow, only
// what stands before a colon.
func (s *layout) title(t engine.Track) string {
	title := s.Say(t.Title)
	if before, _, found := strings.Cut(title, ":"); found && !s.board.Empty() {
		return before
	}
	return title
}

// titleWidth is the width of a title and of the gap before it.
func (s *layout) titleWidth(f *face, t engine.Track) int {
	return f.width(s.title(t)) + s.pad + f.px/4
}

// widest is the width of a track's longest number, but of so many places, or of
// III, at least.
func (s *layout) widest(t engine.Track, f *face, places int) int {
	w := places * f.advance(slot('0'))
	if t.Roman {
		w = f.width("III") + f.px/5
	}
	var buf [24]byte
	for _, n := range t.At {
		w = max(w, f.width(string(digits(buf[:0], n, t.Roman))))
	}
	return w
}

func (s *layout) total() int {
	w := 0
	for _, c := range s.columns[:s.shown] {
		w += c.x1 - c.x0
	}
	return w
}

// spread widens columns whose titles need it, while there is room, and puts
// them side by side at the right.
func (s *layout) spread(room int) {
	spare := room - s.total()
	s.titles = s.headFace(room)
	for i := range s.columns[:s.shown] {
		c := &s.columns[i]
		need := s.titleWidth(s.titles, s.view.Tracks[c.track]) - c.x1
		more := max(0, min(need, spare, c.x1))
		c.x1 += more
		spare -= more
	}
	x := s.right - s.total() - s.pad
	s.name = x
	for i := range s.columns[:s.shown] {
		c := &s.columns[i]
		c.x0, c.x1 = x, x+c.x1
		x = c.x1
	}
}

// headFace is the face of the titles; it may shrink a little for them.
func (s *layout) headFace(room int) *face {
	f := s.plain.atMost(s.head.Dy())
	for least := s.leastHead(f); f.px > least; f = f.smaller() {
		need := 0
		for _, c := range s.columns[:s.shown] {
			need += max(c.x1-c.x0, s.titleWidth(f, s.view.Tracks[c.track]))
		}
		if need <= room {
			break
		}
	}
	return f
}

// drawHead writes the titles of the tracks.
func (s *layout) drawHead() {
	for _, c := range s.columns[:s.shown] {
		box := image.Rect(c.x0+s.pad, s.head.Min.Y, c.x1, s.head.Max.Y)
		s.paragraph(s.titles, s.title(s.view.Tracks[c.track]), box, right, true)
	}
	s.b.Fill(image.Rect(0, s.head.Max.Y-1, s.right, s.head.Max.Y), true)
}

// drawNumbers writes a seat's marker on each track.
func (s *layout) drawNumbers(seat int) {
	row := s.rowBox(seat)
	for _, c := range s.columns[:s.shown] {
		t := s.view.Tracks[c.track]
		if seat < len(t.At) {
			s.number(c.face, t.At[seat], t.Roman, image.Rect(c.x0, row.Min.Y, c.x1, row.Max.Y), true)
		}
	}
}

// number writes a number at the right of the box.
func (c *canvas) number(f *face, n int, roman bool, box image.Rectangle, dark bool) {
	var buf [24]byte
	b := digits(buf[:0], n, roman)
	w := f.width(string(b))
	base := box.Min.Y + (box.Dy()+f.capital()+1)/2
	c.run(f, string(b), box.Max.X-w, base, box, dark)
	ink := image.Rect(box.Max.X-w, base-f.capital(), box.Max.X, base)
	if roman && n > 0 {
		c.serifs(f, ink, box, dark)
	}
	c.note(ink, "number")
}

// serifs closes Roman numbers at the top and at the bottom, so that II is not
// read as 11.
func (c *canvas) serifs(f *face, ink, box image.Rectangle, dark bool) {
	d := max(1, f.px/14)
	c.b.Fill(image.Rect(ink.Min.X, ink.Min.Y, ink.Max.X, ink.Min.Y+d).Intersect(box), dark)
	c.b.Fill(image.Rect(ink.Min.X, ink.Max.Y-d, ink.Max.X, ink.Max.Y).Intersect(box), dark)
}

// digits appends a number, in Roman digits if asked to. Rome knows no zero.
func digits(b []byte, n int, roman bool) []byte {
	if !roman || n <= 0 || n > 3999 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	for _, d := range [...]struct {
		n int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
		{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.n; n -= d.n {
			b = append(b, d.s...)
		}
	}
	return b
}
