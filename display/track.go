package display

import (
	"strconv"

	"arbiter/display/letters"
	"arbiter/engine"
)

// mostOfRace is the end of the race's scale, the same in every row and every picture.
const mostOfRace = 100

// drawRace draws how far a seat has come: black up to the progress, a frame up to the goal, a flag
// at its end, and the distance to go beside the flag.
func (s *grid) drawRace(l row) {
	run, ok := s.at(s.view.Track(engine.RoleProgress), l.seat)
	goal, also := s.at(s.view.Track(engine.RoleGoal), l.seat)
	if l.track < 5 || !ok || !also {
		return
	}
	r := track{grid: s, row: l, flag: l.track * 7 / 10, foot: l.top + l.track}
	r.width = l.Max.X - l.edge - l.x
	d := s.of(2, 1, 1)
	s.note(bar(l.x, l.top, l.x+r.width, r.foot), "track")
	r.ticks(d)
	at, end := r.at(run), r.at(goal)
	s.b.Fill(bar(l.x, l.top, end, r.foot), false)
	s.border(bar(l.x, l.top, end, r.foot), d, true)
	s.b.Fill(bar(l.x, l.top, max(at, l.x+d), r.foot), true)
	if p := s.view.Seats[l.seat]; len(p.Shown) > 0 {
		was := r.at(goal - p.Moved)
		dot := s.of(3, 2, 2)
		for y := l.top + d; y < r.foot; y += 2 * dot {
			s.b.Fill(bar(was-1, y, was-1+dot, min(y+dot, r.foot)), true)
		}
	}
	r.drawFlag(at, end, max(goal-run, 0))
}

// A track is a row's race being drawn.
type track struct {
	*grid
	row
	width, flag, foot int
}

// at returns the x of a number.
func (r *track) at(n int) int {
	return r.row.x + (r.width-r.flag)*min(max(n, 0), mostOfRace)/mostOfRace
}

// ticks marks every ten, and every fifty with a longer tick.
func (r *track) ticks(d int) {
	for n := 10; n <= mostOfRace; n += 10 {
		high := r.track * 22 / 100
		if n%50 == 0 {
			high = r.track / 2
		}
		r.b.Fill(bar(r.at(n)-d/2, r.foot-high, r.at(n)-d/2+d, r.foot), true)
	}
	r.b.Fill(bar(r.row.x, r.foot-d, r.row.x+r.width, r.foot), true)
}

// drawFlag draws the flag at the goal and the distance to go: in the gap, or right of the flag, or
// else in white on the bar.
func (r *track) drawFlag(at, end, togo int) {
	f := r.bold.High(r.track * 78 / 100)
	var buf [24]byte
	b := strconv.AppendInt(buf[:0], int64(togo), 10)
	need := f.Cell() * len(b)
	pole := r.of(4, 3, 2)
	shown := r.track*78/100 >= 9 && togo > 0
	inside := end-at > need+r.track*8/10
	beside := end + r.flag + r.of(6, 4, 3) + need
	outside := !inside && beside <= r.Max.X-2
	foot := r.top + (r.track+f.Capital()+1)/2
	if shown && outside {
		r.b.Fill(bar(end, r.top, min(beside+r.of(8, 4, 2), r.Max.X), r.foot-r.of(2, 1, 1)), false)
		r.number(f, b, beside, foot, true)
	}
	r.b.Fill(bar(end-pole, r.top, end, r.foot), true)
	high := float64(r.flag) * 0.84
	r.polygon(true, point{float64(end), float64(r.top)}, point{float64(end + r.flag), float64(r.top) + high/2}, point{float64(end), float64(r.top) + high})
	switch {
	case shown && inside:
		r.number(f, b, end-pole-r.track/5, foot, true)
	case shown && !outside:
		r.number(f, b, at-r.track*3/10, foot, false)
	}
}

// number writes digits in cells without recording them, because they are inside the track.
func (r *track) number(f *letters.Face, b []byte, x, base int, dark bool) {
	c := canvas{b: r.b}
	c.cells(f, b, x, base, dark)
}
