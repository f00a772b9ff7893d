package page

import (
	"fmt"
	"html/template"
	"slices"

	"arbiter/companion/chart"
	"arbiter/engine"
)

// An End shows how a game has ended: how it was won, where each seat's score came from, the best
// first, and the course of the game.
type End struct {
	Result  string // "Level III and the throne, in round 9"
	Rule    string // what decided
	Turning string // when the winner took the lead; "" if unknown
	Watch   string // address of that round in the replay; "" if no games are kept
	Columns []ScoreColumn
	Rows    []ScoreRow
	Ring    *Ring         // the board, of a game that has a ring
	Course  template.HTML // a chart; "" if the game has none
}

// A ScoreColumn is one number for all seats.
type ScoreColumn struct {
	Icon, Title string
	Sum         bool
	Beside      bool // more than the score: shown where there is room
}

// A ScoreRow is a seat's row.
type ScoreRow struct {
	Seat
	Place   int // 0 if nobody won
	Who     string
	Winner  bool
	Thought string // how long it has thought; "" if a bot plays it, or nobody knows
	Cells   []ScoreCell
}

// A ScoreCell is one number of a seat.
type ScoreCell struct {
	Stat
	Sum, Beside bool
}

// NewEnd returns the end of the game; nil while it goes on, and for games that have no scoreboard.
func NewEnd(c Context) *End {
	if !c.Snap.View.Over || c.Game.Review.Scoreboard == nil {
		return nil
	}
	b := c.Game.Review.Scoreboard(c.Snap.Start, c.Snap.Events)
	if len(b.Rows) == 0 {
		return nil
	}
	e := &End{Result: c.Say(b.Result), Rule: c.Say(b.Rule), Turning: c.Say(b.Turning.Text)}
	if e.Turning != "" && c.Room.Kept != "" {
		e.Watch = fmt.Sprintf("/games/%s/replay?round=%d#play", c.Room.Kept, b.Turning.Step)
	}
	if !Hexagonal(c.Snap.View) {
		e.Ring = NewRing(c)
	}
	summed := false
	for _, x := range b.Columns {
		e.Columns = append(e.Columns, ScoreColumn{scoreIcons[x.Of], hyphenated(c.Say(x.Title)), x.Sum, summed})
		summed = summed || x.Sum
	}
	for _, r := range b.Rows {
		e.Rows = append(e.Rows, c.scoreRow(r, b.Columns, e.Columns))
	}
	if e.Ring == nil {
		e.Course = c.course()
	}
	return e
}

// scoreIcons are the symbols for what scores.
var scoreIcons = map[string]string{"level": "order", "play": "energy", "gems": "gold", "ai-card": "market", "bonus-card": "bonus", "level-up": "upgrade", "energy": "energy", "consumption": "consumption", "cubes": "cube", "block": "majority", "pieces": "follower", "health": "heal", "dealt": "deal", "taken": "shield", "spells": "book", "until": "next"}

func (c Context) scoreRow(r engine.ScoreRow, columns []engine.ScoreColumn, drawn []ScoreColumn) ScoreRow {
	out := ScoreRow{Seat: c.Badge(r.Seat), Place: r.Place}
	for _, p := range c.Snap.View.Seats {
		if p.Seat == r.Seat {
			out.Winner, out.Who = p.Winner, c.Say(p.Who)
		}
	}
	if d := c.Snap.Clock.Thought.Of(r.Seat); d > 0 {
		out.Thought = Minutes(d)
	}
	for i, x := range columns {
		s := Stat{Name: x.Of, Title: c.Say(x.Title), Value: Numeral(r.At[i])}
		if x.Roman {
			s.Value = c.Term(engine.Roman(r.At[i]))
		}
		if _, track := c.Snap.View.At(x.Of, r.Seat); track {
			s.Why = c.Why(r.Seat, x.Of)
		}
		if x.Adds && i > 1 && r.At[i] > 0 {
			s.Value = "+" + s.Value
		}
		out.Cells = append(out.Cells, ScoreCell{s, x.Sum, drawn[i].Beside})
	}
	return out
}

// lasted says how far a finished game went and how long it took.
func (c Context) lasted() (all []string) {
	if r := c.Game.Review; r.Lasted != nil && c.Snap.State != nil {
		all = append(all, c.Say(r.Lasted(r.Round(c.Snap.State))))
	}
	if c.Room.Took != "" {
		all = append(all, c.Room.Took)
	}
	return all
}

// course returns the chart of all seats over the game.
func (c Context) course() template.HTML {
	if c.Game.Review.Charts == nil {
		return ""
	}
	all := c.Game.Review.Charts(c.Snap.Start, c.Snap.Events)
	i := slices.IndexFunc(all, func(x engine.Chart) bool {
		return x.Kind == engine.Lines && len(x.Series) > 1 && !slices.ContainsFunc(x.Series, func(s engine.Series) bool { return s.Seat == "" || s.Aim })
	})
	if i < 0 {
		return ""
	}
	return template.HTML(chart.SVG(all[i], chart.Opts{Say: c.Say, ID: "course", Bare: true, Seat: func(seat engine.Seat) (string, engine.Shape) { // the chart escapes all words
		b := c.Badge(seat)
		return b.Color, b.Shape
	}}))
}
