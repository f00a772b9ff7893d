package search

import (
	"cmp"
	"math"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
)

// A Line is what a seat may do: a command, or several one after the other.
type Line struct {
	Plays []engine.Command
	Worth float64 // to who sorts lines before they are compared

	tried int
	total float64   // of the prospects of the seat
	came  []float64 // of each rollout
}

// Mean returns the prospect of the seat after the rollouts of the line, from 0 to 1.
func (l Line) Mean() float64 { return l.total / float64(max(l.tried, 1)) }

func (l *Line) add(prospect float64) {
	l.tried++
	l.total += prospect
	l.came = append(l.came, prospect)
}

// Foremost are so many lines that are worth most, the best first.
func Foremost(lines []Line, most int) []Line {
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Worth, a.Worth) })
	return lines[:min(len(lines), most)]
}

// Best returns the line with the best prospect.
func Best(lines []Line) Line {
	return slices.MaxFunc(lines, byMean)
}

func byMean(a, b Line) int { return cmp.Compare(a.Mean(), b.Mean()) }

// A Halving is a decision that compares lines by rollouts with equal luck, and goes on with
// the better half of them (sequential halving: Karnin, Koren, Somekh 2013).
type Halving struct {
	lines   []Line
	near    float64
	dice    bot.Dice
	rollout Rollout

	left  int // rollouts
	alive int // lines that are still compared
	each  int // rollouts for each of them, before half of them are left out
	at    int // the line whose turn it is
	round int // rollouts of each line since then
	luck  Luck
}

// A Rollout plays commands, and on by the dice, and returns the prospect of the seat.
type Rollout func(plays []engine.Command, d engine.Dice) float64

// Halve compares lines, of which there is one at least, with so many rollouts at most. Any
// line may be chosen whose prospect is so near to the best.
func Halve(lines []Line, rollouts int, near float64, d bot.Dice, play Rollout) *Halving {
	t := &Halving{lines: lines, near: near, dice: d, rollout: play, left: max(len(lines), rollouts), alive: len(lines)}
	stages := 1
	for n := (len(lines) + 1) / 2; n > 1; n = (n + 1) / 2 {
		stages++
	}
	t.each = max(1, t.left/(t.alive*stages))
	return t
}

// Compare plays on from each line as often, but for those that are worse beyond doubt, with so
// many rollouts in all, two for each line at least.
func Compare(lines []Line, rollouts int, d bot.Dice, play Rollout) {
	t := &Halving{lines: lines, dice: d, rollout: play, left: max(rollouts, 2*len(lines)), alive: len(lines), each: math.MaxInt}
	for t.More() {
	}
}

// More plays one rollout.
func (t *Halving) More() bool {
	if t.left <= 0 || t.alive < 2 {
		return false
	}
	if t.at == 0 {
		t.luck = Luck(t.dice.IntN(Lucks))
	}
	l := &t.lines[t.at]
	luck := t.luck
	l.add(t.rollout(l.Plays, &luck))
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
func (t *Halving) narrow() {
	half := t.round >= t.each
	if !half && t.round%often != 0 {
		return
	}
	slices.SortStableFunc(t.lines[:t.alive], func(a, b Line) int { return byMean(b, a) })
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

// surely reports whether a line is better than another one, by what equal luck brought to both.
func surely(a, b *Line) bool {
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
func (t *Halving) Join(other bot.Thought) {
	o, ok := other.(*Halving)
	if !ok {
		return
	}
	for _, l := range o.lines {
		i := slices.IndexFunc(t.lines, func(own Line) bool { return slices.Equal(own.Plays, l.Plays) })
		if i >= 0 {
			t.lines[i].tried += l.tried
			t.lines[i].total += l.total
		}
	}
}

// Choice returns the first command of the best line that was tried at least half as often as
// any.
func (t *Halving) Choice() engine.Command {
	most := 0
	for _, l := range t.lines {
		most = max(most, l.tried)
	}
	if most == 0 {
		return t.lines[0].Plays[0]
	}
	often := slices.DeleteFunc(slices.Clone(t.lines), func(l Line) bool { return l.tried*2 < most })
	best := Best(often).Mean()
	near := slices.DeleteFunc(often, func(l Line) bool { return l.Mean() < best-t.near })
	return near[t.dice.IntN(len(near))].Plays[0]
}
