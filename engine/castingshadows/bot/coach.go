package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	"arbiter/engine/search"
)

// Judge compares what a seat did in its own turn with the choices at which it looks. Answers
// in the turns of others are not judged.
func (b Searcher) Judge(r bot.Dice, s bot.Seen, choices, done []engine.Command) (bot.Verdict, bool) {
	state := s.State.(*castingshadows.State)
	_, dealt := state.Sample(s.Seat, r)
	now := state.Observe(s.Seat)
	if !dealt || len(choices) < 2 || now.Turn != now.Me || !slices.Contains(choices, done[0]) {
		return bot.Verdict{}, false
	}
	liked := b.liked(state, &now, s.Seat, choices)
	if !slices.Contains(liked, done[0]) {
		liked = append(liked, done[0])
	}
	best, could := foremost(b.compared(state, now.Me, r, liked))
	if liked[best] == done[0] {
		return bot.Verdict{Best: done[0], Could: could, Did: could}, true
	}
	// Once more, since the best of some has had luck.
	again := b.compared(state, now.Me, r, []engine.Command{liked[best], done[0]})
	return bot.Verdict{Best: liked[best], Could: slices.Max(again), Did: again[1]}, true
}

// Chances are those one round after as many rollouts.
func (b Searcher) Chances(r bot.Dice, s bot.Seen, rounds int) []float64 {
	state := s.State.(*castingshadows.State)
	if _, dealt := state.Sample(s.Seat, r); !dealt {
		return nil
	}
	if len(state.Legal()) == 0 {
		return state.Prospects()
	}
	var sum []float64
	p := state.Playout()
	for range rounds {
		luck := search.Luck(r.IntN(search.Lucks))
		sum = search.Sum(sum, line(p, nil, &luck))
	}
	return search.Mean(sum, rounds)
}
