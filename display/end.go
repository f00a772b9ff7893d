package display

import (
	"cmp"
	"image"
	"slices"
	"strconv"

	"arbiter/display/letters"
	"arbiter/engine"
)

// drawEnd draws the winner in black, and the ranks below.
func (s *grid) drawEnd() {
	r := bar(0, s.of(96, 54, 26), s.b.w, s.b.h)
	s.drawWinners(bar(0, 0, s.b.w, r.Min.Y))
	if len(s.Notices) > 0 {
		r.Max.Y -= max(s.of(56, 32, 14), 14)
		s.drawTrouble(r.Max.Y, s.b.h-r.Max.Y)
	}
	if s.Join != "" && s.ShowJoin && s.kind > low {
		side := min(r.Dy()*6/10, s.b.w*3/10)
		s.code(s.codes.of(s.Join), bar(s.b.w-side, r.Min.Y, s.b.w, r.Min.Y+side), true)
		r.Max.X -= side
	}
	var buf [8]int
	order := s.ranked(buf[:0])
	for place, i := range order {
		s.drawRank(i, bar(0, r.Min.Y+place*r.Dy()/len(order), r.Max.X, r.Min.Y+(place+1)*r.Dy()/len(order)), len(order))
	}
}

// ranked lists the seats, best first; if the game ranks nobody, in the order in which they sit.
func (s *layout) ranked(order []int) []int {
	for i := range min(len(s.view.Seats), cap(order)) {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.view.Seats[a].Rank, s.view.Seats[b].Rank) })
	return order
}

// drawWinners draws a crown, the shapes of the winners, and the game's own words about the end.
func (s *grid) drawWinners(box image.Rectangle) {
	s.b.Fill(box, true)
	size, gap := box.Dy()*68/100, s.of(18, 10, 5)
	x, y := s.of(16, 10, 4), box.Min.Y+(box.Dy()-size)/2
	s.sign(wreath, square(x, y, size), false)
	x += size + gap
	won, last := 0, 0
	for i, p := range s.view.Seats {
		if p.Winner {
			s.emblem(p, square(x, y, size), emblem{letter: s.kind > low})
			x += size + gap
			won, last = won+1, i
		}
	}
	words := letters.Phrase{}
	switch n := len(s.view.Stage); {
	case !s.view.Headline.IsZero() && won > 0:
		words = letters.Saying(s.Say(s.view.Headline), s.Label(s.view.Seats[last].Seat))
	case won == 1:
		words.Name = s.Label(s.view.Seats[last].Seat)
	case n > 0:
		words.Before = s.Say(s.view.Stage[n-1])
	}
	most := s.of(44, 24, 12)
	s.sentence(s.bold, words, x, box.Min.Y+(box.Dy()+most)/2, s.b.w-x-gap, most, most*55/100, false)
}

// drawRank draws a line of the ranks: place, shape, name, level, and the number that decides
// between equal levels.
func (s *grid) drawRank(i int, box image.Rectangle, of int) {
	p := s.view.Seats[i]
	if box.Max.Y < s.b.h {
		s.b.Fill(bar(0, box.Max.Y-1, box.Max.X, box.Max.Y-1+s.of(2, 1, 1)), true)
	}
	high := s.of(60, 34, 16)
	if of < 3 {
		high = s.of(84, 40, 26)
	}
	f := s.bold.High(min(high, box.Dy()*63/100, box.Dx()*12/100))
	mid, x := (box.Min.Y+box.Max.Y)/2, s.of(12, 6, 3)
	if p.Rank > 0 {
		var buf [8]byte
		b := append(strconv.AppendInt(buf[:0], int64(p.Rank), 10), '.')
		s.run(f, string(b), x, mid+(f.Capital()+1)/2, s.b.Bounds(), true)
		s.noteText(f, x, x+f.Width(string(b)), mid+(f.Capital()+1)/2, figure)
	}
	x += f.Width("4.") + s.of(14, 8, 4)
	size := f.Capital() * 95 / 100
	s.emblem(p, square(x, mid-size/2, size), emblem{dark: true, letter: s.initials()})
	x += size + s.of(18, 8, 4)
	end := s.drawScore(i, box, f)
	most := min(s.of(38, 22, 11), f.Capital()*65/100)
	s.named(s.bold, s.Label(p.Seat), x, mid+most/2, end-x, most, max(most*62/100, 8), true)
}

// drawScore draws level and number of a seat, aligned right, and returns where they begin.
func (s *grid) drawScore(i int, box image.Rectangle, f *letters.Face) int {
	mid, gap := (box.Min.Y+box.Max.Y)/2, s.of(12, 6, 4)
	end := box.Max.X - gap
	track := s.scoring()
	if n, ok := s.at(track, i); ok {
		if k := signOf(s.view.Tracks[track].Role); k != noSymbol {
			size := f.Capital() * 62 / 100
			end -= size
			s.sign(k, square(end, mid-size/2, size), true)
			end -= s.of(4, 3, 2)
		}
		var buf [24]byte
		s.cells(f, strconv.AppendInt(buf[:0], int64(n), 10), end, mid+(f.Capital()+1)/2, true)
		end -= s.longest(track)*f.Cell() + gap
	}
	if n, ok := s.at(s.levels(), i); ok {
		across := f.Capital() * 5 / 4
		s.level(s.bold, n, image.Pt(end-across/2, mid), across, true)
		end -= across + gap
	}
	return end
}

// longest returns how many digits the longest number of a track has.
func (s *grid) longest(track int) (n int) {
	var buf [24]byte
	for _, at := range s.view.Tracks[track].At {
		n = max(n, len(strconv.AppendInt(buf[:0], int64(at), 10)))
	}
	return n
}

// scoring returns the track that decides between equal levels: the progress, or the first one on
// the cardboard; -1 if there is none, or if the board decides.
func (s *grid) scoring() int {
	if i := s.view.Track(engine.RoleProgress); i >= 0 {
		return i
	}
	for i, t := range s.view.Tracks {
		if t.Role == 0 && !t.Roman && !t.Derived && len(s.view.Board) == 0 {
			return i
		}
	}
	return -1
}
