package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/search"
)

// A Searcher is a bot for the full book of Council of Shadows that looks ahead: it plays Greedy's
// best commands on from samples of what it does not know, with Greedy on all seats, and continues
// with the better half of them (search.Halving). While planning it compares whole plans. On a seat
// whose stacks are held by people, and in the tracks book, it plays as Greedy does.
type Searcher struct {
	Lines    int     // commands or plans that it compares
	Rollouts int     // for a decision
	Near     float64 // it takes any command whose prospects are this near to the best, from 0 to 1
}

// The strengths that search.
var (
	Club   = Searcher{Lines: 3, Rollouts: 8, Near: 0.02}
	Strong = Searcher{Lines: 4, Rollouts: 24, Near: 0.01}
	Master = Searcher{Lines: 6, Rollouts: 96}
)

const (
	lookAhead = 1 // further rounds that are played after this one
	nearEnd   = 2 // once a seat has this level, games are played to the end, since final scoring decides
)

// Choose thinks until it is done.
func (b Searcher) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return bot.Decide(b.Think(r, s, choices, 1))
}

// Think begins a decision.
func (b Searcher) Think(r bot.Dice, s bot.Seen, choices []engine.Command, parts int) bot.Thought {
	state, ok := s.State.(*councilofshadows.State)
	if !ok || len(choices) == 1 {
		return bot.Settled(Greedy{}.Choose(r, s, choices))
	}
	if _, dealt := state.Sample(s.Seat, r); !dealt {
		return bot.Settled(Greedy{}.Choose(r, s, choices))
	}
	lines := search.Foremost(linesOf(state, s.Seat, choices), b.Lines)
	return search.Halve(lines, (b.Rollouts+parts-1)/parts, b.Near, r, newRollouts(state, s.Seat).own)
}

// linesOf returns everything that a seat may do, with Greedy's valuation; of commands that differ
// only in payment it keeps the best one.
func linesOf(s *councilofshadows.State, seat engine.Seat, choices []engine.Command) []search.Line {
	p := outlookOf(s, seat)
	if lines := p.plans(choices); len(lines) > 0 {
		return lines
	}
	best := map[engine.Command]int{}
	var lines []search.Line
	for _, c := range choices {
		l := search.Line{Plays: []engine.Command{c}, Worth: p.worth(c)}
		if i, ok := best[unpaid(c)]; !ok {
			best[unpaid(c)] = len(lines)
			lines = append(lines, l)
		} else if lines[i].Worth < l.Worth {
			lines[i] = l
		}
	}
	return lines
}

// rollouts play on from what a seat knows and share their memory.
type rollouts struct {
	seen    *councilofshadows.State
	seat    engine.Seat
	playout *councilofshadows.Playout
	outlook *outlook
}

func newRollouts(seen *councilofshadows.State, seat engine.Seat) *rollouts {
	return &rollouts{seen, seat, seen.Playout(), newOutlook()}
}

// own returns the prospects of the seat after play.
func (r *rollouts) own(first []engine.Command, d bot.Dice) float64 {
	return r.play(first, d)[r.seen.Place(r.seat)]
}

// play plays commands and then on with Greedy for some rounds, and returns the prospects of all
// seats.
func (r *rollouts) play(first []engine.Command, d bot.Dice) []float64 {
	p := r.playout
	p.Begin(r.seen, r.seat, d)
	s := p.Position()
	end := s.Round() + lookAhead
	for _, c := range first {
		p.Try(c)
	}
	for s.Round() <= end || s.Highest() >= nearEnd {
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		p.Play(r.reply(s, legal, d))
	}
	return s.Prospects()
}

// reply returns what chance does, or Greedy on the acting seat. It overwrites the list.
func (r *rollouts) reply(s *councilofshadows.State, legal []engine.Command, d bot.Dice) engine.Command {
	if chance, any := of(engine.Table, legal); any {
		return chance[d.IntN(len(chance))]
	}
	by := legal[0].By()
	own, _ := of(by, legal)
	if len(own) == 1 {
		return own[0]
	}
	if human := s.Human(by); human != by {
		by = human // the Automa's opponent chooses for it
	}
	return Greedy{}.choose(r.outlook, d, by, s, own)
}

// of keeps the commands of a seat, overwriting the list; if there are none it keeps all.
func of(seat engine.Seat, legal []engine.Command) (own []engine.Command, any bool) {
	others := func(c engine.Command) bool { return c.By() != seat }
	if !slices.ContainsFunc(legal, func(c engine.Command) bool { return c.By() == seat }) {
		return legal, false
	}
	return slices.DeleteFunc(legal, others), true
}

// plans returns the most valuable ways to lay cards, if the seat is planning.
func (p *outlook) plans(choices []engine.Command) []search.Line {
	if p.Phase != councilofshadows.PhasePlan {
		return nil
	}
	l, fields := p.layout(fixed(choices)), len(p.own().Fields)
	was := l.tops
	var lines []search.Line
	l.each = func(sum float64, tops *[mostFields]councilofshadows.Item) {
		lines = append(lines, search.Line{Worth: sum, Plays: p.laying(was[:fields], tops[:fields])})
	}
	l.try(0, 0, 0)
	return slices.DeleteFunc(lines, func(l search.Line) bool { return !slices.Contains(choices, l.Plays[0]) })
}

// laying returns the commands that lay the cards, and the one that ends planning.
func (p *outlook) laying(was, tops []councilofshadows.Item) (plays []engine.Command) {
	for f, card := range tops {
		if card != was[f] {
			plays = append(plays, councilofshadows.Plan{Seat: p.seat, Field: uint8(f + 1), Card: card})
		}
	}
	return append(plays, councilofshadows.Ready{Seat: p.seat})
}
