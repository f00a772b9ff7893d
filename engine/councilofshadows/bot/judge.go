package bot

import (
	"maps"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/search"
)

// Judge compares what was done with the best lines. A plan is judged as a whole, when its first
// card is laid.
func (b Searcher) Judge(r bot.Dice, s bot.Seen, choices, done []engine.Command) (bot.Verdict, bool) {
	state, ok := s.State.(*councilofshadows.State)
	if !ok || len(choices) < 2 || state.Observe().Phase == councilofshadows.PhasePlan && fixed(choices) != 0 {
		return bot.Verdict{}, false
	}
	if _, dealt := state.Sample(s.Seat, r); !dealt {
		return bot.Verdict{}, false
	}
	lines := search.Foremost(linesOf(state, s.Seat, choices), b.Lines)
	return search.Judge(lines, played(state, done), b.Rollouts, r, newRollouts(state, s.Seat).own)
}

// played returns the commands of one decision; for a plan, all those up to its end that were not
// taken back.
func played(s *councilofshadows.State, done []engine.Command) []engine.Command {
	if s.Observe().Phase != councilofshadows.PhasePlan {
		return done[:1]
	}
	laid := map[uint8][]engine.Command{}
	for _, c := range done {
		switch c := c.(type) {
		case councilofshadows.Plan:
			laid[c.Field] = append(laid[c.Field], c)
		case councilofshadows.TakeBack:
			laid[c.Field] = laid[c.Field][:max(0, len(laid[c.Field])-1)]
		case councilofshadows.Ready:
			var plan []engine.Command
			for _, f := range slices.Sorted(maps.Keys(laid)) {
				plan = append(plan, laid[f]...)
			}
			return append(plan, c)
		}
	}
	return done[:1]
}

// Chances returns the prospects of all seats, averaged over the given number of rollouts.
func (b Searcher) Chances(r bot.Dice, s bot.Seen, rounds int) []float64 {
	state, ok := s.State.(*councilofshadows.State)
	if !ok {
		return nil
	}
	if _, dealt := state.Sample(s.Seat, r); !dealt {
		return nil
	}
	on := newRollouts(state, s.Seat)
	return search.Mean(search.Total(rounds, r, func(luck bot.Dice) []float64 { return on.play(nil, luck) }), rounds)
}
