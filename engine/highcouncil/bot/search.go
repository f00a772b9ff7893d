package bot

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
	"arbiter/engine/search"
)

// A Searcher is a bot for The High Council that looks ahead: it plays on from many samples of what
// it does not know. It does so on a seat whose cards are dealt by the device; otherwise it plays as
// Greedy does.
type Searcher struct {
	Iterations int     // lines that it tries for a decision with two seats; twice as many with four
	Near       float64 // it takes any move whose prospects are this near to the best, from 0 to 1
}

// Choose thinks until it is done.
func (b Searcher) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return bot.Decide(b.Think(r, s, choices, 1))
}

// Think begins a decision.
func (b Searcher) Think(r bot.Dice, s bot.Seen, choices []engine.Command, parts int) bot.Thought {
	state := s.State.(*highcouncil.State)
	_, dealt := state.Sample(s.Seat, r)
	if len(choices) == 1 || !dealt {
		return bot.Settled(Greedy{}.Choose(r, s, choices))
	}
	tree := search.NewTree(state.Playout(), r)
	seats := len(state.Prospects())
	tree.Horizon = 2 * seats
	lines := b.Iterations * seats / 2
	return &search.Thought{Tree: tree, Seen: s, Choices: choices, Lines: (lines + parts - 1) / parts, Near: b.Near, Else: Greedy{}}
}

// Judge searches twice: for the best move, and for what follows what was done. A card that a seat
// laid open is judged together with what it was used for.
func (b Searcher) Judge(r bot.Dice, s bot.Seen, choices, done []engine.Command) (bot.Verdict, bool) {
	state := s.State.(*highcouncil.State)
	_, dealt := state.Sample(s.Seat, r)
	if len(choices) < 2 || !dealt || !slices.Contains(choices, done[0]) {
		return bot.Verdict{}, false
	}
	best := b.best(state, r, nil)
	if len(best) == 0 || !slices.Contains(choices, best[0].Move) {
		return bot.Verdict{}, false
	}
	v := bot.Verdict{Best: best[0].Move, Could: best[0].Mean(), Did: best[0].Mean()}
	if done[0] != v.Best {
		v.Did = b.best(state, r, done[0])[0].Mean()
	}
	return v, true
}

// best returns the moves that were tried, the most frequent first; all begin with first, unless
// that is nil.
func (b Searcher) best(s *highcouncil.State, r bot.Dice, first engine.Command) []search.Tried {
	tree := search.NewTree(s.Playout(), r)
	tree.Horizon, tree.First = 2*len(s.Prospects()), first
	for range b.Iterations {
		tree.Iterate()
	}
	all := tree.Root()
	slices.SortStableFunc(all, func(a, b search.Tried) int { return cmp.Compare(b.Times, a.Times) })
	return all
}

// The strengths that search: each looks at more lines than the one before.
var (
	Club   = Searcher{Iterations: 100, Near: 0.004}
	Strong = Searcher{Iterations: 300, Near: 0.002}
	Master = Searcher{Iterations: 1500}
)
