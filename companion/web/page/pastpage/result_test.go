package pastpage_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/engine"
)

// The table of a past game shows what the game says of its end; what is added up there
// has a table of its own. While it is not over it shows tracks: a dial and what belongs to
// it, and no actions.
func TestResultIsTheScoreboard(t *testing.T) {
	t.Parallel()
	c := page.Context{Say: engine.Text.String, Snap: companion.Snapshot{View: engine.View{
		Seats: []engine.Place{{Seat: "kit"}, {Seat: "frill", Winner: true}},
		Tracks: []engine.Track{
			{Name: "health", Title: engine.Say("HP"), Dial: 18, At: []int{0, 7}}, {Name: "energy", Title: engine.Say("Energy"), At: []int{2, 3}},
			{Name: "actions", Title: engine.Say("Actions"), Derived: true, At: []int{0, 0}},
		},
	}}}
	board := engine.Scoreboard{
		Columns: []engine.ScoreColumn{{Of: "health", Title: engine.Say("Hit points")}, {Of: "bonus", Title: engine.Say("Bonus"), Adds: true}, {Of: "dealt", Title: engine.Say("Damage dealt to others")}},
		Rows:    []engine.ScoreRow{{Seat: "frill", Place: 1, At: []int{7, 1, 24}}, {Seat: "kit", Place: 2, At: []int{0, 2, 11}}},
	}
	ranks := []engine.Rank{{Seat: "kit", Place: 2}, {Seat: "frill", Place: 1}}
	nobody := func(engine.Seat) string { return "" }
	for _, test := range []struct {
		board engine.Scoreboard
		want  string
	}{
		{board, "Hit points, Damage dealt to others; 1 frill 7? 24; 2 kit 0? 11"},
		{engine.Scoreboard{}, "HP, Energy; 1 frill 7? 3?; 2 kit 0? 2?"},
	} {
		heads, rows := pastpage.Result(c, test.board, ranks, nobody, "/sums?")
		var titles []string
		for _, h := range heads {
			titles = append(titles, h.Title)
		}
		got := strings.Join(titles, ", ")
		for _, r := range rows {
			got += fmt.Sprintf("; %d %s", r.Place, r.Key)
			for _, f := range r.At {
				got += " " + f.Value
				if f.Ask != "" {
					got += "?"
				}
			}
		}
		if got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
	for _, r := range pastpage.NewRacers(c).Seats {
		if len(r.Figures) != 2 || r.Figures[0].Title != "HP" || r.Figures[1].Title != "Energy" {
			t.Errorf("beside the board of a replay %s has %+v", r.Key, r.Figures)
		}
	}
}
