package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	"arbiter/engine/search"
)

// thorough is how many times as many rollouts Judge plays as a bot that has to decide.
const thorough = 4

// Judge compares what a seat did in its own turn with the choices it considers best. Answers in
// other seats' turns are not judged.
func (b Searcher) Judge(r bot.Dice, s bot.Seen, choices, done []engine.Command) (bot.Verdict, bool) {
	state := s.State.(*castingshadows.State)
	_, dealt := state.Sample(s.Seat, r)
	now := state.Observe(s.Seat)
	if !dealt || len(choices) < 2 || now.Turn != now.Me || !slices.Contains(choices, done[0]) {
		return bot.Verdict{}, false
	}
	own := search.Line{Plays: done[:1]}
	all := b.liked(state, &now, s.Seat, choices)
	if !slices.ContainsFunc(all, func(l search.Line) bool { return l.Plays[0] == done[0] }) {
		all = append(all, own)
	}
	play := b.rollout(state, now.Me)
	search.Compare(all, thorough*b.Rollouts, r, play)
	best := search.Best(all)
	if best.Plays[0] == done[0] {
		return bot.Verdict{Best: done[0], Could: best.Mean(), Did: best.Mean()}, true
	}
	// Compare both again: the best of several lines has probably been lucky.
	pair := []search.Line{{Plays: best.Plays}, own}
	search.Compare(pair, thorough*b.Rollouts, r, play)
	return bot.Verdict{Best: best.Plays[0], Could: max(pair[0].Mean(), pair[1].Mean()), Did: pair[1].Mean()}, true
}

// Chances returns the prospects of all seats after the bot's usual number of rounds, averaged over
// the given number of rollouts.
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
		sum = search.Sum(sum, b.line(p, nil, &luck))
	}
	return search.Mean(sum, rounds)
}
