package pastpage

import (
	"arbiter/companion/web/page"
	"arbiter/engine"
	"slices"
)

// A Replay is a past game at one of its steps: the board, the seats, what happened, and the keys
// for moving through it.
type Replay struct {
	ID       string
	Title    string
	Who      string // who played, and what came of it
	At, Last int
	All      bool   // hidden cards are shown
	Toggle   string // address of the same step with or without hidden cards; "" if there is no choice
	WhatIf   string // address; "" if the game is unfinished
	Picture  string // address of the panel at this step; "" if there are no pictures
	Keys     ReplayKeys
	Rounds   []ReplayRound
	Position Position
	Numbers  Numbers
}

// Numbers are all tracks of all seats at a step, each with the address that explains it.
type Numbers struct {
	Seats []page.Seat
	Rows  []NumberRow
}

// A NumberRow is a track.
type NumberRow struct {
	Title string
	At    []Figure
}

// NewNumbers returns the numbers of a moment. ask is the address that explains them, "" if there is
// none.
func NewNumbers(c page.Context, ask string) Numbers {
	var out Numbers
	for _, p := range c.Snap.View.Seats {
		out.Seats = append(out.Seats, c.Badge(p.Seat))
	}
	for _, t := range c.Snap.View.Tracks {
		row := NumberRow{Title: c.Say(t.Title)}
		for i, s := range out.Seats {
			row.At = append(row.At, newFigure(c, t, i, row.Title, s.Key, ask))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// ReplayKeys are the addresses of the keys without a script; "" if the replay is there already.
type ReplayKeys struct{ Start, Before, Next, End string }

// A ReplayRound is a round that one can jump to. X is its place on the slider.
type ReplayRound struct {
	Title, Href string
	At          int
	X           string
	Mark        string // below the slider; "" if another mark is too close
	Here        bool
}

// A Position is everything that changes from one step to the next.
type Position struct {
	At      int
	Caption Caption
	Map     *page.Map
	Ring    *page.Ring
	Racers  Racers
	Steps   RoundSteps
}

// Parts returns the data of each template that makes up a position.
func (m Position) Parts() map[string]any {
	return map[string]any{"replay-caption": m.Caption, "replay-board": m, "replay-racers": m.Racers, "replay-steps": m.Steps}
}

// NewPosition returns a step of a replay.
func NewPosition(c page.Context, at int, caption Caption, steps RoundSteps) Position {
	caption.Told, caption.At = page.NewTold(c), at
	return Position{At: at, Caption: caption, Map: page.NewMap(c), Ring: page.NewRing(c), Racers: NewRacers(c), Steps: steps}
}

// A Caption says what happened at a step.
type Caption struct {
	page.Told
	At     int
	Stage  string // round and phase
	Start  bool   // nothing has happened yet
	Hidden bool   // the viewer may know nothing of it
	Undone bool   // it was taken back later
	Undoes int    // the step that it takes back
}

// Racers are the seats at a moment: where they stand, and what they have laid.
type Racers struct{ Seats []ReplayLane }

// A ReplayLane is the row of a seat.
type ReplayLane struct {
	Sitting
	Rank    string
	Chance  string // to win, in percent; "" if unknown
	Turn    bool
	Figures []Figure
	Chase   *Chase // nil unless one track chases another; then all are Figures
	Cards   []page.Card
}

// A Chase is how far a seat is and how far it has to go, on the same scale for all seats.
type Chase struct {
	Has, Needs Figure
	From, To   string
}

// NewRacers returns the seats in turn order.
func NewRacers(c page.Context) Racers {
	v := c.Snap.View
	progress, goal := -1, -1
	far := 1
	for n, t := range v.Tracks {
		switch t.Role {
		case engine.RoleProgress:
			progress = n
		case engine.RoleGoal:
			goal = n
		default:
			continue
		}
		for _, at := range t.At {
			far = max(far, at+at/10)
		}
	}
	var out Racers
	shown := columns(v)
	for i, p := range v.Seats {
		r := ReplayLane{Sitting: Sitting{c.Badge(p.Seat), p.Winner}, Turn: p.Turn, Cards: c.Laid(p.Seat)}
		if progress >= 0 && goal >= 0 {
			has, needs := v.Tracks[progress], v.Tracks[goal]
			r.Chase = &Chase{newFigure(c, has, i, c.Say(has.Title), r.Key, ""), newFigure(c, needs, i, c.Say(needs.Title), r.Key, ""), ratio(has.At[i], far), ratio(needs.At[i], far)}
		}
		for n, t := range v.Tracks {
			if t.Role == engine.RoleRank {
				r.Rank = page.Numeral(t.At[i])
			} else if n != progress && n != goal && slices.ContainsFunc(shown, func(x engine.Track) bool { return x.Name == t.Name }) {
				r.Figures = append(r.Figures, newFigure(c, t, i, c.Say(t.Title), r.Key, ""))
			}
		}
		out.Seats = append(out.Seats, r)
	}
	return out
}

// Chances sets each seat's chance to win.
func (r *Racers) Chances(all map[engine.Seat]string) {
	for i := range r.Seats {
		r.Seats[i].Chance = all[engine.Seat(r.Seats[i].Key)]
	}
}

func ratio(n, far int) string { return place(float64(min(max(n, 0), far)) / float64(far)) }

// RoundSteps are the steps of a round, including those that were taken back.
type RoundSteps struct {
	Title string
	Steps []ReplayStep
}

// A ReplayStep is a line of the log that one can jump to.
type ReplayStep struct {
	At     int
	Here   bool // the page was opened at this step
	Href   string
	By     string
	What   string // the command; "" if it is hidden, or the first event says it
	Undoes int
	Undone bool
	Events []ReplayEvent
}

// A ReplayEvent is what came of it, and why.
type ReplayEvent struct {
	Text string
	Why  *ReplayWhy // nil if the game gives no reason
}

// A ReplayWhy says how a number came about, or by which rule something happened.
type ReplayWhy struct {
	Sum      string
	Addends  []Named
	Compares []Named
	Rule     string
	Source   string
	Passage  string // address of the rules that Source means; "" if there are none
}

// A Named is a number with its name.
type Named struct {
	Name string
	N    int
}

// Value formats the number.
func (n Named) Value() string { return page.Numeral(n.N) }

// A ReelKey moves through a replay; Href is "" if it leads nowhere.
type ReelKey struct{ Href, Name, Icon, Label string }

func reelKey(href, name, icon, label string) ReelKey { return ReelKey{href, name, icon, label} }
