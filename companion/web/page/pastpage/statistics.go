package pastpage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

// Statistics are counts over the games of one kind that were played to the end.
type Statistics struct {
	Games    []GameTab // kinds of games, if there is a choice
	Tables   []Tallies
	Pondered *Pondered    // how long players think; nil if nobody knows
	Player   *Participant // whom the page is about; nil if everybody
	More     string       // how many games are not counted yet, in words; "" if all are
	Logless  string       // how many of the games have no log, in words; "" if all have one
	Damaged  string       // which games are not counted, in words; "" if all are
}

// A GameTab links to the same page for another game.
type GameTab struct {
	Href, Label string
	Here        bool
}

// Tallies is a table of how often something was played and won.
type Tallies struct {
	Title string
	Rows  []Tally
}

// A Tally is how often something was played, and how often it won.
type Tally struct {
	Name   string
	Href   string // address of its own page; "" if there is none
	Played string
	Won    string
	Share  Share
}

// A Share is a fraction of games, with the interval in which the true share lies nine times out of
// ten. Positions are percentages for a picture.
type Share struct {
	Text         string // "67 %", or "2 of 3" while a percentage would claim too much
	Few          bool
	At, From, To string
}

// fewest is how many games it takes to write a share as a percentage.
const fewest = 5

// NewShare returns won of played; percent and of put it into words.
func NewShare(won, played int, percent func(int) string, of func(won, played int) string) Share {
	if played <= 0 {
		return Share{Few: true}
	}
	low, high := plausible(won, played)
	share := float64(won) / float64(played)
	s := Share{Few: played < fewest, At: place(share), From: place(low), To: place(high - low)}
	if s.Text = percent(int(math.Round(100 * share))); s.Few {
		s.Text = of(won, played)
	}
	return s
}

func place(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// plausible returns the Wilson score interval at 90 %.
func plausible(won, played int) (low, high float64) {
	const z = 1.645
	n := float64(played)
	p := float64(won) / n
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, center-half), min(1, center+half)
}

// Players are the names of people who have played, to be renamed or deleted.
type Players struct {
	Rows    []Tally
	Owns    bool   // the viewer may change them
	Damaged string // which games are not counted, in words; "" if all are
}

// A Participant is how somebody's games went.
type Participant struct {
	Tally
	Trend  *Drawn // share of games won over time; nil after few games
	Others []Other
}

// An Other is somebody who was at the same table.
type Other struct {
	Name  string
	Href  string
	Games int
	Won   int // by the player
	Lost  int // won by the other and not by the player
	Both  int // won together
}

// A Record is a player's games in order, oldest first.
type Record struct {
	Won    []bool
	Others []Other // most often met first
}

// RecordOf returns the record of a player from the games played to the end.
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

// recent is how many games a point of the trend covers.
const recent = 10

// Trend returns the share of recent games won at each game; false after few games. The first points
// cover fewer games.
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
