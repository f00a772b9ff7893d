package pastpage

import (
	"slices"

	"arbiter/companion/chart"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// mostColumns is how many numbers of each seat have room in a shared picture.
const mostColumns = 3

// Shared returns the result of a game as a picture to send to others: what the page of its end
// tells, with the course of the game.
func Shared(c page.Context, b engine.Scoreboard, ranks []engine.Rank, charts []engine.Chart) chart.Result {
	heads, seats := Result(c, b, ranks, func(seat engine.Seat) string {
		i := slices.IndexFunc(c.Snap.View.Seats, func(p engine.Place) bool { return p.Seat == seat })
		return c.Say(c.Snap.View.Seats[i].Who)
	}, "")
	n := min(len(heads), mostColumns)
	r := chart.Result{Game: c.Term(engine.Term(c.Snap.Title)), Winner: Headline(c, seats, c.Say(engine.Say("Nobody has won."))), How: c.Say(b.Result)}
	for _, h := range heads[:n] {
		r.Columns = append(r.Columns, h.Title)
	}
	for _, s := range seats {
		row := chart.ResultRow{Seat: engine.Seat(s.Key), Place: s.Place, Name: s.Name, Who: s.Who, Wins: s.Wins}
		for _, f := range s.At[:n] {
			row.At = append(row.At, f.Value)
		}
		r.Rows = append(r.Rows, row)
	}
	if i := slices.IndexFunc(charts, func(x engine.Chart) bool { return x.Kind == engine.Lines && chart.Compares(x) }); i >= 0 {
		r.Course = charts[i]
	}
	return r
}
