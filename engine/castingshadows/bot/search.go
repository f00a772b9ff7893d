package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	"arbiter/engine/search"
)

// A Searcher is a bot that looks ahead: it plays on from many samples of what it does not
// know. It plays on a table on which the device deals; else it is Greedy.
type Searcher struct {
	Iterations int     // lines that it tries for a decision
	Near       float64 // it takes any move whose prospects are so near to those of the best, from 0 to 1
}

// Choose thinks to the end.
func (b Searcher) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return bot.Decide(b.Think(r, s, choices, 1))
}

// Think begins a decision.
func (b Searcher) Think(r bot.Dice, s bot.Seen, choices []engine.Command, parts int) bot.Thought {
	state := s.State.(*castingshadows.State)
	_, dealt := state.Sample(s.Seat, r)
	if len(choices) == 1 || !dealt {
		return bot.Settled(Greedy{}.Choose(r, s, choices))
	}
	tree := search.NewTree(state.Playout(), r)
	tree.Horizon = 2 * len(state.Prospects())
	return &search.Thought{
		Tree: tree, Left: (b.Iterations + parts - 1) / parts, Near: b.Near,
		Legal: func(c engine.Command) bool { return slices.Contains(choices, c) },
		Else:  func() engine.Command { return Greedy{}.Choose(r, s, choices) },
	}
}
