package bot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// A tally is what many games of as many seats came to.
type tally struct {
	wins   []float64 // by the place in the first turn order; a shared victory is shared there, too
	rounds []int
	lights []int          // light bonus cards dealt in a game
	risen  []int          // the round in which a seat reached level I; 99 if it did not before the final scoring
	final  []float64      // the energy of a seat in the final scoring, as a share of its consumption
	bought map[string]int // by seats in games: "ai-01", "range-1.2" for its second step
}

func newTally(seats int) *tally {
	return &tally{wins: make([]float64, seats), bought: map[string]int{}}
}

// add counts the end of a game in which the seats had these places in the first turn
// order.
func (t *tally) add(end councilofshadows.Observation, places []int) {
	t.rounds = append(t.rounds, end.Round)
	winners := 0.0
	for _, q := range end.Seats {
		if q.Winner {
			winners++
		}
	}
	for i, q := range end.Seats {
		if q.Winner {
			t.wins[places[i]] += 1 / winners
		}
	}
}

// shares are wins of all games.
func (t *tally) shares() []float64 {
	list := slices.Clone(t.wins)
	for i := range list {
		list[i] /= float64(len(t.rounds))
	}
	return list
}

// note counts what happened on the way.
func (t *tally) note(s *engine.Session) {
	c := course{bought: map[string]bool{}, reach: map[string]int{}, risen: map[engine.Seat]int{}, final: map[engine.Seat]int{}, round: 1}
	for _, entry := range s.Entries() {
		for _, e := range entry.Events {
			c.follow(e)
		}
	}
	for what := range c.bought {
		_, thing, _ := strings.Cut(what, " ")
		t.bought[thing]++
	}
	t.lights = append(t.lights, c.lights)
	for _, q := range s.State().(*councilofshadows.State).Observe().Seats {
		risen := c.risen[q.Seat]
		if risen == 0 {
			risen = 99
		}
		t.risen = append(t.risen, risen)
		t.final = append(t.final, float64(c.final[q.Seat])/float64(q.Consumption))
	}
}

// A course is what a tally wants to know of one game.
type course struct {
	round, lights int
	scoring       bool            // the final one
	bought        map[string]bool // "purple ai-01"
	reach         map[string]int  // "purple range-1": the parsec
	risen, final  map[engine.Seat]int
}

func (c *course) follow(e engine.Event) {
	switch e := e.(type) {
	case councilofshadows.Round:
		c.round = int(e.Number)
	case councilofshadows.Phase:
		c.scoring = c.scoring || e.Name == councilofshadows.PhaseFinal
	case councilofshadows.Bought:
		what := fmt.Sprint(e.Seat, " ", e.What)
		if _, isRange := e.What.IsRange(); isRange {
			c.reach[what]++
			what = fmt.Sprintf("%s.%d", what, c.reach[what])
		}
		c.bought[what] = true
	case councilofshadows.Dealt:
		if strings.HasPrefix(e.Card.String(), "light") {
			c.lights++
		}
	case councilofshadows.Level:
		if e.To == 1 && !c.scoring {
			c.risen[e.Seat] = c.round
		}
	case councilofshadows.Energy:
		if c.scoring && e.By > 0 {
			c.final[e.Seat] += int(e.By)
		}
	}
}

// things are what a seat can buy in the full book without modules. The fields 4 and 5
// reach parsec 3 already.
func things() (all []string) {
	for n := range 25 {
		all = append(all, fmt.Sprintf("ai-%02d", n+1))
	}
	return append(all, "desert", "volcanic", "expansion", "project-1", "project-2", "project-3", "project-4",
		"range-1.1", "range-1.2", "range-2.1", "range-2.2", "range-3.1", "range-3.2")
}

// Targets, of 2,000 games at a table.
const (
	fewestRounds = 5 // at the median
	mostRounds   = 8
	mostLights   = 18 // light bonus cards in the box; at the median
	firstRise    = 2  // the round in which level I is reached, at the median
	lastRise     = 3
	rarest       = 0.02 // of seats' games in which a thing is bought
	apart        = 0.05 // the shares of wins of places in the first turn order, at most
)

// slack is how far chance may take a share of p of n away from a target: four
// deviations, and nothing in 2,000 games.
func (t *tally) slack(p float64, n int) float64 {
	if len(t.rounds) >= 2000 {
		return 0
	}
	return 4 * math.Sqrt(p*(1-p)/float64(n))
}

// faults are the targets that are missed.
func (t *tally) faults() (faults []string) {
	miss := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if m := quantileOf(t.rounds, 0.5); m < fewestRounds || m > mostRounds {
		miss("a median of %d rounds, want %d to %d", m, fewestRounds, mostRounds)
	}
	if m := quantileOf(t.lights, 0.5); m > mostLights {
		miss("a median of %d light bonus cards, want %d at most", m, mostLights)
	}
	if m := quantileOf(t.risen, 0.5); m < firstRise || m > lastRise {
		miss("level I in round %d at the median, want %d to %d", m, firstRise, lastRise)
	}
	if m := quantileOf(t.final, 0.5); m >= 1 {
		miss("the final scoring brings %.2f of a level-up at the median, want less than 1", m)
	}
	seats := len(t.wins)
	for _, thing := range things() {
		if share := float64(t.bought[thing]) / float64(len(t.final)); share < rarest-t.slack(rarest, len(t.final)) {
			miss("%s is bought in %.3f of seats' games, want %.2f", thing, share, rarest)
		}
	}
	shares, even := t.shares(), 1/float64(seats)
	if d := slices.Max(shares) - slices.Min(shares); d > apart+2*t.slack(even, len(t.rounds)) {
		miss("places in the first turn order win %.3f, %.3f apart, want %.2f at most", shares, d, apart)
	}
	return faults
}

// String is the tally for people.
func (t *tally) String() string {
	least, share := "", 1.0
	for _, thing := range things() {
		if s := float64(t.bought[thing]) / float64(max(1, len(t.final))); s < share {
			least, share = thing, s
		}
	}
	return fmt.Sprintf("%d games: %d to %d rounds, median %d; wins %.3f; light bonus cards median %d, nine tenths %d; level I in round %d; final scoring %.2f of a level-up; rarest %s %.3f",
		len(t.rounds), slices.Min(t.rounds), slices.Max(t.rounds), quantileOf(t.rounds, 0.5), t.shares(), quantileOf(t.lights, 0.5), quantileOf(t.lights, 0.9), quantileOf(t.risen, 0.5), quantileOf(t.final, 0.5), least, share)
}

// quantileOf is the value below which the share of a list lies; 0.5 is the median.
func quantileOf[T int | float64](list []T, share float64) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
