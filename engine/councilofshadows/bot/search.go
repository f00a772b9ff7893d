package bot

import (
	"cmp"
	"math"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/search"
)

// A Searcher is a bot for the full book of Council of Shadows that looks ahead: it plays
// the best commands of Greedy on from samples of what it does not know, all seats by
// Greedy, and goes on with the better half of them (sequential halving: Karnin, Koren,
// Somekh 2013). While it plans, whole plans are compared. On a seat whose stacks people hold, and in
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
	lines := foremost(linesOf(state, s.Seat, choices), b.Lines)
	if len(lines) == 1 {
		return bot.Settled(lines[0].plays[0])
	}
	t := &thought{rollouts: newRollouts(state, s.Seat), dice: r, lines: lines, near: b.Near, left: max(len(lines), (b.Rollouts+parts-1)/parts)}
	t.alive = len(lines)
	t.each = max(1, t.left/(t.alive*t.stages()))
	return t
}

// A line is what a seat may do: a command, or the commands of a plan.
type line struct {
	plays []engine.Command
	worth float64 // to Greedy
	tried int
	total float64   // of the prospects of the seat
	came  []float64 // of each rollout
}

func (l *line) add(prospect float64) {
	l.tried++
	l.total += prospect
	l.came = append(l.came, prospect)
}

func (l *line) mean() float64 { return l.total / float64(max(l.tried, 1)) }

// linesOf are all that a seat may do, with what Greedy thinks of them; of payments for the
// same the best one.
func linesOf(s *councilofshadows.State, seat engine.Seat, choices []engine.Command) []line {
	p := outlookOf(s, seat)
	if lines := p.plans(choices); len(lines) > 0 {
		return lines
	}
	best := map[engine.Command]int{}
	var lines []line
	for _, c := range choices {
		l := line{plays: []engine.Command{c}, worth: p.worth(c)}
		if i, ok := best[unpaid(c)]; !ok {
			best[unpaid(c)] = len(lines)
			lines = append(lines, l)
		} else if lines[i].worth < l.worth {
			lines[i] = l
		}
	}
	return lines
}

// foremost are so many that Greedy thinks most of, the best first.
func foremost(lines []line, most int) []line {
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.worth, a.worth) })
	return lines[:min(len(lines), most)]
}

// A thought compares lines.
type thought struct {
	*rollouts
	dice  bot.Dice
	lines []line
	near  float64

	left  int // rollouts
	alive int // lines that are still compared
	each  int // rollouts for each of them, before half of them are left out
	at    int // the line whose turn it is
	round int // rollouts of each line since then
	luck  search.Luck
}

// stages is how often half of the lines are left out.
func (t *thought) stages() (n int) {
	for lines := len(t.lines); lines > 1; lines = (lines + 1) / 2 {
		n++
	}
	return max(n, 1)
}

// More plays one rollout. All lines are tried with the same luck.
func (t *thought) More() bool {
	if t.left <= 0 || t.alive < 2 {
		return false
	}
	if t.at == 0 {
		t.luck = search.Luck(t.dice.IntN(search.Lucks))
	}
	l := &t.lines[t.at]
	luck := t.luck
	l.add(t.play(l.plays, &luck)[t.seen.Place(t.seat)])
	t.left--
	if t.at++; t.at == t.alive {
		t.at = 0
		t.round++
		t.narrow()
	}
	return t.left > 0 && t.alive > 1
}

// narrow leaves the worse half of the lines out when each has had its rollouts, and those
// that are worse beyond doubt.
func (t *thought) narrow() {
	half := t.round >= t.each
	if !half && t.round%often != 0 {
		return
	}
	slices.SortStableFunc(t.lines[:t.alive], func(a, b line) int { return cmp.Compare(b.mean(), a.mean()) })
	if half {
		t.alive, t.round, t.each = (t.alive+1)/2, 0, max(1, t.each*2)
	}
	for t.alive > 1 && surely(&t.lines[0], &t.lines[t.alive-1]) {
		t.alive--
	}
}

// How often lines are compared, and how many standard errors leave no doubt.
const (
	often   = 4
	noDoubt = 3.5
)

// surely tells whether a line is better than another one, by what equal luck brought to both.
func surely(a, b *line) bool {
	n := min(len(a.came), len(b.came))
	sum, squares := 0.0, 0.0
	for i := range n {
		d := a.came[i] - b.came[i]
		sum += d
		squares += d * d
	}
	mean := sum / float64(n)
	variance := squares/float64(n) - mean*mean
	return n >= 2*often && mean > noDoubt*math.Sqrt(variance/float64(n-1))
}

// Join adds the rollouts of another part.
func (t *thought) Join(other bot.Thought) {
	o, ok := other.(*thought)
	if !ok {
		return
	}
	for _, l := range o.lines {
		i := slices.IndexFunc(t.lines, func(own line) bool { return slices.Equal(own.plays, l.plays) })
		if i >= 0 {
			t.lines[i].tried += l.tried
			t.lines[i].total += l.total
		}
	}
}

// Choice is the first command of the best line that was tried at least half as often as
// any.
func (t *thought) Choice() engine.Command {
	most := 0
	for _, l := range t.lines {
		most = max(most, l.tried)
	}
	if most == 0 {
		return t.lines[0].plays[0]
	}
	often := slices.DeleteFunc(slices.Clone(t.lines), func(l line) bool { return l.tried*2 < most })
	best := slices.MaxFunc(often, func(a, b line) int { return cmp.Compare(a.mean(), b.mean()) })
	near := slices.DeleteFunc(often, func(l line) bool { return l.mean() < best.mean()-t.near })
	return near[t.dice.IntN(len(near))].plays[0]
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

// reply is what chance does, or Greedy on the seat that acts. It takes the list
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

// plans are the ways to lay cards that are worth most, if the seat is planning.
func (p *outlook) plans(choices []engine.Command) []line {
	if p.Phase != councilofshadows.PhasePlan {
		return nil
	}
	l, fields := p.layout(fixed(choices)), len(p.own().Fields)
	was := l.tops
	var lines []line
	l.each = func(sum float64, tops *[mostFields]councilofshadows.Item) {
		lines = append(lines, line{worth: sum, plays: p.laying(was[:fields], tops[:fields])})
	}
	l.try(0, 0, 0)
	return slices.DeleteFunc(lines, func(l line) bool { return !slices.Contains(choices, l.plays[0]) })
}

// laying are the commands that lay cards, and the end of planning.
func (p *outlook) laying(was, tops []councilofshadows.Item) (plays []engine.Command) {
	for f, card := range tops {
		if card != was[f] {
			plays = append(plays, councilofshadows.Plan{Seat: p.seat, Field: uint8(f + 1), Card: card})
		}
	}
	return append(plays, councilofshadows.Ready{Seat: p.seat})
}
