package bot

import (
	"cmp"
	"maps"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/search"
)

// Judge compares what was done with the best lines. A plan is judged as a whole, when its
// first card is laid.
func (b Searcher) Judge(r bot.Dice, s bot.Seen, choices, done []engine.Command) (bot.Verdict, bool) {
	state, ok := s.State.(*councilofshadows.State)
	if !ok || len(choices) < 2 || state.Observe().Phase == councilofshadows.PhasePlan && fixed(choices) != 0 {
		return bot.Verdict{}, false
	}
	if _, dealt := state.Sample(s.Seat, r); !dealt {
		return bot.Verdict{}, false
	}
	own := line{plays: played(state, done)}
	all := foremost(linesOf(state, s.Seat, choices), b.Lines)
	if !slices.ContainsFunc(all, func(l line) bool { return slices.Equal(l.plays, own.plays) }) {
		all = append(all, own)
	}
	best := b.compared(state, s.Seat, r, all)
	if slices.Equal(best.plays, own.plays) {
		return bot.Verdict{Best: best.plays[0], Could: best.mean(), Did: best.mean()}, len(all) > 1
	}
	// Once more, since the best of some has had luck.
	pair := []line{{plays: best.plays}, {plays: own.plays}}
	b.compared(state, s.Seat, r, pair)
	return bot.Verdict{Best: pair[0].plays[0], Could: max(pair[0].mean(), pair[1].mean()), Did: pair[1].mean()}, true
}

// compared plays on from each line as often, and returns the best.
func (b Searcher) compared(s *councilofshadows.State, seat engine.Seat, r bot.Dice, lines []line) line {
	t := &thought{rollouts: newRollouts(s, seat), dice: r, lines: lines, left: max(b.Rollouts, 2*len(lines)), alive: len(lines), each: b.Rollouts}
	for t.More() {
	}
	return slices.MaxFunc(lines, func(a, b line) int { return cmp.Compare(a.mean(), b.mean()) })
}

// played are the commands of one decision: of a plan, all up to its end that were not
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

// Chances are those after as many rollouts.
func (b Searcher) Chances(r bot.Dice, s bot.Seen, rounds int) []float64 {
	state, ok := s.State.(*councilofshadows.State)
	if !ok {
		return nil
	}
	if _, dealt := state.Sample(s.Seat, r); !dealt {
		return nil
	}
	var sum []float64
	on := newRollouts(state, s.Seat)
	for range rounds {
		luck := search.Luck(r.IntN(search.Lucks))
		sum = search.Sum(sum, on.play(nil, &luck))
	}
	return search.Mean(sum, rounds)
}
