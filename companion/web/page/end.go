package page

import (
	"html/template"
	"slices"

	"arbiter/companion/chart"
	"arbiter/engine"
)

// An End is how a game has ended: the seats as the game ranks them, where their score
// came from, and the course of the game.
type End struct {
	Columns []string // the titles of the numbers in rows
	Rows    []Score
	Course  template.HTML // the chart; "" if the game has none
	Wide    bool          // there are many columns
}

// A Score is the row of a seat.
type Score struct {
	Seat
	Place  int
	Who    string
	Winner bool
	Cells  []Stat
	Last   Stat // what decides between equals, such as energy
}

// NewEnd is the end of the game; nil while it goes on, and for games that nobody ranks.
func NewEnd(c Context) *End {
	if !c.Snap.View.Over || c.Game.Review.Ranks == nil || c.Game.Review.Charts == nil {
		return nil
	}
	ranks := c.Game.Review.Ranks(c.Snap.State)
	charts := c.Game.Review.Charts(c.Snap.Start, c.Snap.Events)
	bars := slices.IndexFunc(charts, func(x engine.Chart) bool { return x.Kind == engine.Bars })
	if len(ranks) == 0 || bars < 0 {
		return nil
	}
	e := &End{}
	slices.SortStableFunc(ranks, func(a, b engine.Rank) int { return a.Place - b.Place })
	tracks, last := c.scored()
	for _, t := range tracks {
		e.Columns = append(e.Columns, c.Say(t.Title))
	}
	for _, s := range charts[bars].Series {
		e.Columns = append(e.Columns, c.Say(s.Title))
	}
	if last != nil {
		e.Columns = append(e.Columns, c.Say(last.Title))
	}
	for _, r := range ranks {
		e.Rows = append(e.Rows, c.score(r, tracks, charts[bars], last))
	}
	e.Wide = len(e.Columns) > 6
	if i := slices.IndexFunc(charts, ofAll); i >= 0 {
		e.Course = template.HTML(chart.SVG(charts[i], c.chartOpts())) // #nosec G203 -- which has escaped all words
	}
	return e
}

// ofAll reports whether a chart shows the course of all seats.
func ofAll(x engine.Chart) bool {
	return x.Kind == engine.Lines && len(x.Series) > 1 && !slices.ContainsFunc(x.Series, func(s engine.Series) bool { return s.Seat == "" || s.Seat == x.Series[0].Seat && s.Aim })
}

// scored are the tracks that tell who is ahead besides the one that comes last: where
// the game has a race, all but its goal and the order.
func (c Context) scored() (all []engine.Track, last *engine.Track) {
	for _, t := range c.Snap.View.Tracks {
		switch {
		case t.Role == engine.RoleProgress:
			last = &t
		case t.Role == 0 && !t.Derived:
			all = append(all, t)
		}
	}
	return all, last
}

func (c Context) score(r engine.Rank, tracks []engine.Track, bars engine.Chart, last *engine.Track) Score {
	s := Score{Seat: c.Badge(r.Seat), Place: r.Place}
	at := slices.IndexFunc(c.Snap.View.Seats, func(p engine.Place) bool { return p.Seat == r.Seat })
	if at < 0 {
		return s
	}
	p := c.Snap.View.Seats[at]
	s.Winner = p.Winner
	if !p.Who.IsZero() {
		s.Who = c.Say(p.Who)
	}
	for _, t := range tracks {
		s.Cells = append(s.Cells, c.stat(t, at))
	}
	step := slices.IndexFunc(bars.Steps, func(t engine.Text) bool { return slices.Contains(t.Args, any(r.Seat)) })
	for _, x := range bars.Series {
		cell := Stat{Title: c.Say(x.Title)}
		if step >= 0 && step < len(x.At) {
			cell.Value = number(x.At[step])
		}
		s.Cells = append(s.Cells, cell)
	}
	if last != nil {
		s.Last = c.stat(*last, at)
	}
	return s
}

func (c Context) chartOpts() chart.Opts {
	return chart.Opts{Say: c.Say, ID: "course", Seat: func(seat engine.Seat) (string, engine.Shape) {
		b := c.Badge(seat)
		return b.Color, b.Shape
	}}
}
