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
	return search.Judge(b.liked(state, &now, s.Seat, choices), done[:1], thorough*b.Rollouts, r, b.rollout(state, now.Me))
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
	p := state.Playout()
	return search.Mean(search.Total(rounds, r, func(luck bot.Dice) []float64 { return b.line(p, nil, luck) }), rounds)
}
