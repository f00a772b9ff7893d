package display

import (
	"strconv"

	"arbiter/display/letters"
	"arbiter/engine"
)

// cells writes digits in cells of the same width, the last of which ends at x, so that they never
// shift.
func (c *canvas) cells(f *letters.Face, figures []byte, x, base int, dark bool) int {
	wide := f.Cell()
	from := x - wide*len(figures)
	for i, d := range figures {
		r := rune(d)
		if r == '-' {
			r = '−'
		}
		bits, w, left, top := f.Glyph(r)
		c.b.blit(bits, w, from+i*wide+(wide-f.Advance(r)+1)/2+left, base+top, c.b.Bounds(), dark)
	}
	c.noteText(f, from, x, base, figure)
	return from
}

// figure marks digits in cells.
const figure = "figure"

// places returns how many digits each cell of a row has: three, or more if a number of the game is
// longer.
func (s *grid) places(tracks []int) int {
	n := 3
	if len(s.view.Board) > 0 {
		n = 2 // there is less room beside it
	}
	var buf [24]byte
	for _, t := range tracks {
		for _, at := range s.view.Tracks[t].At {
			n = max(n, len(strconv.AppendInt(buf[:0], int64(at), 10)))
		}
	}
	return n
}

// mostFigures is how many tracks a row shows as numbers at most.
const mostFigures = 3

// shownTracks returns the tracks that rows show as numbers: the two of the race or, if there is no
// race, the first ones that are not an order, not a level, and not derived from others.
func (s *grid) shownTracks(buf []int) []int {
	run, goal := s.view.Track(engine.RoleProgress), s.view.Track(engine.RoleGoal)
	if run >= 0 && goal >= 0 {
		return append(buf, run, goal)
	}
	for _, derived := range [...]bool{false, true} {
		if derived && len(buf) > 0 && len(s.view.Board) > 0 {
			break // there is less room beside it
		}
		for i, t := range s.view.Tracks {
			if t.Role != engine.RoleRank && !t.Roman && t.Derived == derived && len(buf) < mostFigures {
				buf = append(buf, i)
			}
		}
	}
	return buf
}

// A column is where the numbers of a track end, and how much room there is after or below them.
type column struct{ track, end, room int }

// columns places the tracks of a row side by side, the first one on the left, the last one on the
// right. The digits get smaller if there is no room for half a digit between them, and in the end
// there are fewer columns.
func (s *grid) columns(l row, buf []column) (all []column, f *letters.Face) {
	var tracks [mostFigures]int
	shown := s.shownTracks(tracks[:0])
	for ; len(shown) > 0; shown = shown[:len(shown)-1] {
		for f = s.bold.High(l.high); f != nil; f = f.Smaller() {
			if all = s.spread(l, shown, f, buf); len(all) > 0 {
				return all, f
			}
		}
	}
	return nil, s.bold.High(l.high)
}

// spread places tracks in digits of a size; it returns none if there is no room.
func (s *grid) spread(l row, shown []int, f *letters.Face, all []column) []column {
	places, beside := s.places(shown), s.signGap()+s.signSize(f)
	if s.titled() {
		if beside = 0; !l.below() {
			beside = s.signGap() + s.widestTitle(shown, s.signSize(f))
		}
	}
	each := places*f.Cell() + beside
	left := max(l.x, l.afterTile(s.bold.High(l.high).Cell(), f.Cell()))
	room := l.Max.X - l.edge - left
	free := room - len(shown)*each
	if free < (len(shown)-1)*(f.Cell()/2+1) || free < 0 {
		return nil
	}
	for i, t := range shown {
		from := left
		if i > 0 {
			from += i * (room - each) / (len(shown) - 1)
		} else if !l.wide && len(shown) > 1 {
			from += min(free/4, s.of(12, 12, 0))
		}
		c := column{t, from + places*f.Cell(), beside - s.signGap()}
		if s.titled() && l.below() {
			c.room = c.end - left
			if i > 0 {
				c.room = c.end - all[i-1].end - f.Cell()/2
			}
		}
		all = append(all, c)
	}
	return all
}

// afterTile returns where digits may begin, half a digit after the order.
func (l row) afterTile(tile, cell int) int {
	if l.left == 0 {
		return 0
	}
	return l.Min.X + (l.left+tile)/2 + cell/2 + 2
}

// signSize and signGap are the size of the symbol after a number, and the space before it.
func (s *grid) signSize(f *letters.Face) int { return f.Capital() * 64 / 100 }
func (s *grid) signGap() int                 { return s.of(8, 4, 2) }

// titled reports whether the numbers have words instead of symbols, as in a game without a race.
func (s *grid) titled() bool {
	return s.view.Track(engine.RoleProgress) < 0 || s.view.Track(engine.RoleGoal) < 0
}

func (s *grid) widestTitle(tracks []int, least int) int {
	w := least
	for _, t := range tracks {
		w = max(w, min(s.plain.High(8).Width(s.Say(s.view.Tracks[t].Title)), 5*least/2))
	}
	return w
}

// drawFigures writes the numbers of a seat and its race. While the order is being shown, these are
// the cards, their sum, and the goal.
func (s *grid) drawFigures(l row) {
	var buf [mostFigures]column
	all, f := s.columns(l, buf[:0])
	p := s.view.Seats[l.seat]
	shown := s.ordering()
	for i, c := range all {
		n, ok := s.at(c.track, l.seat)
		if !ok || shown && i == 0 && len(all) > 1 {
			continue
		}
		var digit [24]byte
		s.cells(f, strconv.AppendInt(digit[:0], int64(n), 10), c.end, l.base, true)
		s.label(l, c, f)
	}
	if shown && len(all) > 1 {
		s.drawSum(l, p, all[1].end-s.places([]int{all[1].track})*f.Cell()-max(s.of(22, 8, 5), f.Cell()/2+1))
	}
	s.drawRace(l)
}

// below reports whether there is room for words below the numbers, where the race is otherwise.
func (l row) below() bool { return l.track >= 10 }

// label draws the symbol of a number after it, or its word below or after it.
func (s *grid) label(l row, c column, f *letters.Face) {
	size := s.signSize(f)
	if k := signOf(s.view.Tracks[c.track].Role); k != noSymbol && !s.titled() {
		s.sign(k, square(c.end+s.signGap(), l.base-(f.Capital()+size)/2, size), true)
		return
	}
	title, high := s.Say(s.view.Tracks[c.track].Title), 8
	if l.below() {
		high = max(l.track*7/10, 8)
	}
	t, short, dot := s.plain.Name(title, c.room, high, 8)
	p := letters.Phrase{Name: short, Dot: dot}
	x, base := c.end+s.signGap(), l.base
	if l.below() {
		x, base = c.end-t.Phrase(p), l.top+high
	}
	s.phrase(t, p, x, base, true)
	s.noteText(t, x, x+t.Phrase(p), base, title)
}

// ordering reports whether the cards that decide the order have just been shown.
func (s *layout) ordering() bool {
	for _, p := range s.view.Seats {
		if len(p.Shown) > 0 {
			return true
		}
	}
	return false
}

// drawSum writes the sum of a seat's cards, ending at x, and the cards before it if there is room
// for those of all seats.
func (s *grid) drawSum(l row, p engine.Place, x int) {
	f, left, high := s.besideSum(l, x)
	sign := "+"
	if p.Moved < 0 {
		sign = "−"
	}
	var buf [24]byte
	b := strconv.AppendInt(buf[:0], int64(abs(p.Moved)), 10)
	s.line(f, sign, s.cells(f, b, x, l.base, true)-f.Width(sign), l.base, true)
	if l.wide || s.kind == low || high < s.of(34, 20, 0) {
		return
	}
	end := min(left, l.x+len(p.Shown)*(high*72/100+s.of(6, 3, 0)))
	s.drawCards(p.Shown, end, l.base-(l.high-high)/2, high, true)
}

// widestSum returns the most digits that a seat's sum has, and the most cards.
func (s *grid) widestSum() (digits, cards int) {
	var buf [24]byte
	for _, p := range s.view.Seats {
		digits = max(digits, len(strconv.AppendInt(buf[:0], int64(abs(p.Moved)), 10)))
		cards = max(cards, len(p.Shown))
	}
	return digits, max(cards, 1)
}

// besideSum returns the face of the sums, where cards beside the widest sum end, and how high they
// may be.
func (s *grid) besideSum(l row, x int) (f *letters.Face, left, high int) {
	digits, cards := s.widestSum()
	sum := l.high
	if !l.wide && s.kind < large {
		sum = l.high * 10 / 11
	}
	f = s.bold.Figures(sum, digits+1, x-l.x)
	left = x - digits*f.Cell() - f.Width("+") - s.of(8, 4, 0)
	return f, left, min(l.high*9/10, (left-l.x)*100/(86*cards))
}

// drawCards draws cards with their numbers, the last of which ends at x, and returns where they
// begin.
func (s *grid) drawCards(values []int, x, base, high int, dark bool) int {
	wide, gap := high*72/100, s.of(6, 3, 2)
	from := x - len(values)*(wide+gap)
	for i, v := range values {
		box := bar(from+i*(wide+gap), base-high, from+i*(wide+gap)+wide, base)
		s.rounded(box, s.of(6, 3, 2), s.of(2, 1, 1), dark)
		size := high * 44 / 100
		if v < 0 || v > 9 {
			size = size * 8 / 10
		}
		f := s.bold.High(size)
		var buf [24]byte
		b := strconv.AppendInt(buf[:0], int64(v), 10)
		w := f.Width(string(b))
		s.run(f, string(b), (box.Min.X+box.Max.X-w+1)/2, (box.Min.Y+box.Max.Y+f.Capital()+1)/2, box, dark)
		s.note(box, "card")
	}
	return from
}
