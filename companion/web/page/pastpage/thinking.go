package pastpage

import (
	"fmt"
	"time"

	"arbiter/companion/clock"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// Thinking is how long each player has thought in a game.
type Thinking struct {
	Rows  []Thinker
	Chart *Drawn // by rounds; nil if there are too few
}

// A Thinker is how long somebody has thought, and when for longest.
type Thinker struct {
	page.Seat
	All     string
	Longest string
	Step    string // of the longest, in words
	Href    string // address of that step in the replay
}

// NewThinking returns nil if nobody knows. address returns the address of a step.
func NewThinking(c page.Context, count clock.Count, address func(step int) string) *Thinking {
	if !count.Any() {
		return nil
	}
	x := &Thinking{}
	for _, p := range c.Snap.View.Seats {
		all := count.Of(p.Seat)
		if all == 0 {
			continue
		}
		longest := count.Longest(p.Seat)
		x.Rows = append(x.Rows, Thinker{
			Seat: c.Badge(p.Seat), All: page.Minutes(all), Longest: page.Minutes(longest.Time),
			Step: c.Say(engine.Say("Step %d", longest.Entry+1)), Href: address(longest.Entry),
		})
	}
	if chart, ok := thoughtChart(c, count); ok {
		d := NewDrawn(c, chart)
		x.Chart = &d
	}
	return x
}

// thoughtChart returns the thinking time of each seat by rounds: in minutes, or in seconds where
// rounds are short. It is false for fewer than two rounds.
func thoughtChart(c page.Context, count clock.Count) (engine.Chart, bool) {
	rounds := count.Rounds()
	if len(rounds) < 2 {
		return engine.Chart{}, false
	}
	x := engine.Chart{Name: "thinking", Title: engine.Say("Thinking time in each round, in minutes"), Across: engine.Say("Round")}
	unit, longest := time.Minute, time.Duration(0)
	for _, p := range c.Snap.View.Seats {
		for _, n := range rounds {
			longest = max(longest, count.In(n, p.Seat))
		}
	}
	if longest < 5*time.Minute {
		unit, x.Title = time.Second, engine.Say("Thinking time in each round, in seconds")
	}
	for _, n := range rounds {
		x.Steps = append(x.Steps, engine.Say("%s", engine.Term(fmt.Sprint(n))))
	}
	for _, p := range c.Snap.View.Seats {
		if count.Of(p.Seat) == 0 {
			continue
		}
		s := engine.Series{Title: engine.Say("%s", p.Seat), Seat: p.Seat}
		for _, n := range rounds {
			s.At = append(s.At, int((count.In(n, p.Seat)+unit/2)/unit))
		}
		x.Series = append(x.Series, s)
	}
	return x, true
}

// Pondered is how long players think, over several games.
type Pondered struct {
	Rows []Ponderer
}

// A Ponderer is how long somebody thinks.
type Ponderer struct {
	Name, Href string
	Games      string // how many games are counted
	Each       string // thinking time in a game, on average
	Longest    string // step
}
