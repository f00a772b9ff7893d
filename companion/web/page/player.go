package page

import (
	"cmp"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

// A Participant is what became of somebody's games.
type Participant struct {
	Tally
	Trend  *Drawn // the share of games won over time; nil after few games
	Others []Other
}

// An Other is somebody who was at the same table.
type Other struct {
	Name  string
	Href  string
	Games int
	Won   int // by the player
	Lost  int // won by the other, and not by the player
	Both  int // won together
}

// A Record is the games of a player in their order, oldest first.
type Record struct {
	Won    []bool
	Others []Other // those met most first
}

// RecordOf counts the games that a player has played to the end.
func RecordOf(player string, games []history.Summary) Record {
	slices.SortStableFunc(games, func(a, b history.Summary) int { return a.Created.Compare(b.Created) })
	var r Record
	met := map[string]*Other{}
	for _, g := range games {
		if g.Result == "" || g.Result == companion.Abandoned {
			continue
		}
		won := map[string]bool{}
		for _, seat := range g.Seats {
			if name := g.Labels[seat]; name != "" {
				won[name] = won[name] || slices.Contains(strings.Fields(g.Result), string(seat))
			}
		}
		mine, there := won[player]
		if !there {
			continue
		}
		r.Won = append(r.Won, mine)
		for name, theirs := range won {
			if name != player {
				meet(met, name).count(mine, theirs)
			}
		}
	}
	for _, o := range met {
		r.Others = append(r.Others, *o)
	}
	slices.SortFunc(r.Others, func(a, b Other) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Name, b.Name)) })
	return r
}

func meet(met map[string]*Other, name string) *Other {
	if met[name] == nil {
		met[name] = &Other{Name: name}
	}
	return met[name]
}

func (o *Other) count(mine, theirs bool) {
	o.Games++
	switch {
	case mine && theirs:
		o.Both++
	case mine:
		o.Won++
	case theirs:
		o.Lost++
	}
}

// recent is how many games a point of the trend looks back on.
const recent = 10

// Trend is the share of games won, at each game of the last ones before it; false
// after few games. The first points look back on fewer.
func (r Record) Trend() (engine.Chart, bool) {
	if len(r.Won) < recent {
		return engine.Chart{}, false
	}
	c := engine.Chart{Name: "trend", Title: engine.Say("Games won of the last %d, in percent", recent), Across: engine.Say("Game")}
	share := engine.Series{Title: engine.Say("Share of games won")}
	for n := fewest; n <= len(r.Won); n++ {
		last := r.Won[max(0, n-recent):n]
		won := 0
		for _, w := range last {
			if w {
				won++
			}
		}
		c.Steps = append(c.Steps, engine.Say("%d", n))
		share.At = append(share.At, (100*won+len(last)/2)/len(last))
	}
	c.Series = []engine.Series{share}
	return c, true
}
