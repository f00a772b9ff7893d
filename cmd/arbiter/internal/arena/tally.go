package arena

import (
	"math"
	"slices"
	"time"
)

// A tally is the result of many matches for the first bot.
type tally struct {
	wins, draws, losses int
	commands, turns     []int
	thought             [2]effort
	forecasts           []forecast
}

func (t *tally) add(o outcome) {
	switch o.points {
	case 1:
		t.wins++
	case 0:
		t.losses++
	default:
		t.draws++
	}
	t.forecasts = append(t.forecasts, o.forecasts...)
	t.commands, t.turns = append(t.commands, o.commands), append(t.turns, o.turns)
	for i := range t.thought {
		t.thought[i].add(o.thought[i])
	}
}

func (t *tally) games() int { return t.wins + t.draws + t.losses }

// share returns the points per game of the first bot, a draw being half a point.
func (t *tally) share() float64 {
	return (float64(t.wins) + float64(t.draws)/2) / float64(max(t.games(), 1))
}

// wilson returns the 95 % Wilson score interval of a share (Wilson 1927).
func wilson(share float64, n int) (low, high float64) {
	const z = 1.96
	games := float64(max(n, 1))
	middle := share + z*z/(2*games)
	half := z * math.Sqrt(share*(1-share)/games+z*z/(4*games*games))
	return (middle - half) / (1 + z*z/games), (middle + half) / (1 + z*z/games)
}

// elo returns the difference in Elo that explains a share where equal bots would have the share
// even. It is bounded if all games or none were won.
func elo(share, even float64, n int) float64 {
	edge := 0.5 / float64(max(n, 1))
	share = min(max(share, edge), 1-edge)
	return 400 * (math.Log10(share/(1-share)) - math.Log10(even/(1-even)))
}

// mean returns the time per decision.
func (e effort) mean() time.Duration { return e.cpu / time.Duration(max(e.decisions, 1)) }

// spread returns the least, the median and the largest.
func spread(numbers []int) (least, median, most int) {
	if len(numbers) == 0 {
		return 0, 0, 0
	}
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[0], sorted[(len(sorted)-1)/2], sorted[len(sorted)-1]
}
