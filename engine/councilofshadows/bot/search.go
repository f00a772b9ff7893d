package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/search"
)

// A Searcher is a bot for the full book of Council of Shadows that looks ahead: it plays
// the best commands of Greedy on from samples of what it does not know, all seats by
// Greedy, and goes on with the better half of them (search.Halving). While it plans, whole plans are compared. On a seat whose stacks people hold, and in
// the tracks book, it is Greedy.
type Searcher struct {
	Lines    int     // commands, or plans, that it compares
	Rollouts int     // that it plays for a decision
	Near     float64 // it takes any command whose prospects are so near to those of the best, from 0 to 1
}

// The strengths that search.
var (
	Club   = Searcher{Lines: 3, Rollouts: 8, Near: 0.02}
	Strong = Searcher{Lines: 4, Rollouts: 24, Near: 0.01}
	Master = Searcher{Lines: 6, Rollouts: 96}
)

const (
	lookAhead = 1 // rounds that are played on after the rest of this one
	nearEnd   = 2 // from this level of a seat on it is played to the end: final scoring decides
)

// Choose thinks to the end.
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

// linesOf returns all that a seat may do, with what Greedy thinks of them; of payments for the
// same the best one.
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

// Rollouts play on from what a seat knows, each in the same room.
type rollouts struct {
	seen    *councilofshadows.State
	seat    engine.Seat
	playout *councilofshadows.Playout
	outlook *outlook
}

func newRollouts(seen *councilofshadows.State, seat engine.Seat) *rollouts {
	return &rollouts{seen, seat, seen.Playout(), newOutlook()}
}

// own returns the prospect of the seat after play.
func (r *rollouts) own(first []engine.Command, d bot.Dice) float64 {
	return r.play(first, d)[r.seen.Place(r.seat)]
}

// play plays commands, then on by Greedy for some rounds, and returns the prospects of
// the seats.
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

// reply returns what chance does, or Greedy on the seat that acts. It takes the list
// for room.
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
		by = human // who plays against the Automa chooses for it
	}
	return Greedy{}.choose(r.outlook, d, by, s, own)
}

// of keeps the commands of a seat, in the room of the list; all are kept if none is its.
func of(seat engine.Seat, legal []engine.Command) (own []engine.Command, any bool) {
	others := func(c engine.Command) bool { return c.By() != seat }
	if !slices.ContainsFunc(legal, func(c engine.Command) bool { return c.By() == seat }) {
		return legal, false
	}
	return slices.DeleteFunc(legal, others), true
}

// plans returns the ways to lay cards that are worth most, if the seat is planning.
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

// laying returns the commands that lay cards, and the end of planning.
func (p *outlook) laying(was, tops []councilofshadows.Item) (plays []engine.Command) {
	for f, card := range tops {
		if card != was[f] {
			plays = append(plays, councilofshadows.Plan{Seat: p.seat, Field: uint8(f + 1), Card: card})
		}
	}
	return append(plays, councilofshadows.Ready{Seat: p.seat})
}
