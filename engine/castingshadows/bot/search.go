package bot

import (
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	"arbiter/engine/search"
)

// A Searcher is a bot for Casting Shadows that looks ahead: it plays the choices that Greedy likes
// best on from many samples of what it does not know, with Greedy on all seats, and continues with
// the better half of them (search.Halving). It plays as Greedy does at a table where people hold
// their cards, and in windows, where thinking would give away that it holds something.
type Searcher struct {
	Lines    int     // choices that it compares
	Rollouts int     // for a decision
	Near     float64 // it takes any choice whose prospects are this near to the best, from 0 to 1
	Rounds   int     // how far rollouts go after a choice
}

// Choose thinks until it is done.
func (b Searcher) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return bot.Decide(b.Think(r, s, choices, 1))
}

// Think begins a decision.
func (b Searcher) Think(r bot.Dice, s bot.Seen, choices []engine.Command, parts int) bot.Thought {
	state := s.State.(*castingshadows.State)
	_, dealt := state.Sample(s.Seat, r)
	now := state.Observe(s.Seat)
	if !dealt || len(choices) == 1 || now.Turn != now.Me || engine.WindowOf(state).Open() {
		return bot.Settled(Greedy{}.Choose(r, s, choices))
	}
	lines := b.liked(state, &now, s.Seat, choices)
	return search.Halve(lines, (b.Rollouts+parts-1)/parts, b.Near, r, b.rollout(state, now.Me))
}

// liked returns the b.Lines choices that Greedy likes best.
func (b Searcher) liked(state *castingshadows.State, now *castingshadows.Observation, seat engine.Seat, choices []engine.Command) []search.Line {
	lines := make([]search.Line, len(choices))
	for i, c := range choices {
		lines[i] = search.Line{Plays: []engine.Command{c}, Worth: worth(state, now, seat, c)}
	}
	return search.Foremost(lines, b.Lines)
}

// rollout returns a function that plays a line and returns the prospects of seat me.
func (b Searcher) rollout(state *castingshadows.State, me int) search.Rollout {
	p := state.Playout()
	return func(plays []engine.Command, d engine.Dice) float64 { return b.line(p, plays, d)[me] }
}

// line plays some commands, then lets Greedy play for some rounds, and returns the prospects.
func (b Searcher) line(p *castingshadows.Playout, plays []engine.Command, r bot.Dice) []float64 {
	p.Begin(r)
	end := p.Turns() + b.Rounds*len(p.State().Prospects()) + 1
	for _, c := range plays {
		p.Play(c, r)
	}
	var moves []engine.Command
	for p.Turns() < end {
		if moves = p.Moves(moves[:0]); len(moves) == 0 {
			break
		}
		p.Play(reply(p, moves, r), r)
	}
	return p.Prospects(nil)
}

// reply returns what Greedy does on the acting seat.
func reply(p *castingshadows.Playout, moves []engine.Command, r bot.Dice) engine.Command {
	if len(moves) == 1 {
		return moves[0]
	}
	return Greedy{}.Choose(r, bot.Seen{Seat: moves[0].By(), State: p.State()}, moves)
}

// The strengths that search.
var (
	Club   = Searcher{Lines: 4, Rollouts: 16, Near: 0.02, Rounds: 1}
	Strong = Searcher{Lines: 6, Rollouts: 96, Rounds: 1}
	Master = Searcher{Lines: 8, Rollouts: 320, Rounds: 2}
)
