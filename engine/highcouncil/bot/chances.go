package bot

import (
	"math"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
	"arbiter/engine/search"
)

// How far ahead Chances lets Greedy play, and the factor by which the logits of the prospects there
// are multiplied to fit the results of games. Both were fitted by logistic regression to games of
// greedy and of club bots with seeds from 500,001 and 700,001 on; the README says how well they fit
// other games.
const (
	chanceTurns = 12
	certainty   = 0.75
)

// Chances returns the prospects of all seats some turns later, averaged over rollouts with Greedy
// on all seats.
func (b Searcher) Chances(r bot.Dice, s bot.Seen, rounds int) []float64 {
	state := s.State.(*highcouncil.State)
	if _, dealt := state.Sample(s.Seat, r); !dealt {
		return nil
	}
	if len(state.Legal()) == 0 {
		return state.Prospects()
	}
	sum := search.Total(rounds, r, func(luck bot.Dice) []float64 { return later(state.Playout(), luck) })
	for i := range sum {
		sum[i] = tempered(sum[i], rounds)
	}
	return sum
}

// later plays on for some turns and returns the prospects.
func later(p *highcouncil.Playout, d bot.Dice) []float64 {
	p.Begin(d)
	var room []engine.Command
	for end := p.Turns() + chanceTurns; p.Turns() < end; {
		moves := p.Moves(room[:0])
		if len(moves) == 0 {
			break
		}
		p.Play(Greedy{}.Choose(d, bot.Seen{Seat: moves[0].By(), State: p.State()}, moves), d)
		room = moves
	}
	return p.Prospects(nil)
}

// tempered returns the chance, from 0 to 1, that a sum of rollouts stands for; no number of
// rollouts is proof.
func tempered(sum float64, rollouts int) float64 {
	odds := math.Pow((sum+0.5)/(float64(rollouts)-sum+0.5), certainty)
	return odds / (1 + odds)
}
