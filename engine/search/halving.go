package search

import (
	"cmp"
	"math"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
)

// A Line is what a seat may do: a command, or several in a row.
type Line struct {
	Plays []engine.Command
	Worth float64 // a preliminary value, for Foremost

	tried int
	total float64   // sum of the seat's prospects
	came  []float64 // the prospects in each rollout
}

// Mean returns the seat's mean prospects over the line's rollouts, from 0 to 1.
func (l Line) Mean() float64 { return l.total / float64(max(l.tried, 1)) }

func (l *Line) add(prospect float64) {
	l.tried++
	l.total += prospect
	l.came = append(l.came, prospect)
}

// Foremost returns at most most lines with the highest Worth, the best first.
func Foremost(lines []Line, most int) []Line {
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Worth, a.Worth) })
	return lines[:min(len(lines), most)]
}

// Best returns the line with the best prospects.
func Best(lines []Line) Line {
	return slices.MaxFunc(lines, byMean)
}

func byMean(a, b Line) int { return cmp.Compare(a.Mean(), b.Mean()) }

// A Halving is a decision that compares lines by rollouts with equal luck, and continues with the
// better half of them (sequential halving: Karnin, Koren, Somekh 2013).
type Halving struct {
	lines   []Line
	near    float64
	dice    bot.Dice
	rollout Rollout

	left  int // rollouts left in all
	alive int // number of lines still compared
	each  int // rollouts for each of them before half are dropped
	at    int // the line whose turn it is
	round int // rollouts of each line since the last half was dropped
	luck  Luck
}

// A Rollout plays commands, and on by the dice, and returns the seat's prospects.
type Rollout func(plays []engine.Command, d engine.Dice) float64

// Halve compares lines, of which there must be at least one, with at most the given number of
// rollouts. Any line may be chosen whose prospects are within near of the best.
func Halve(lines []Line, rollouts int, near float64, d bot.Dice, play Rollout) *Halving {
	t := &Halving{lines: lines, near: near, dice: d, rollout: play, left: max(len(lines), rollouts), alive: len(lines)}
	stages := 1
	for n := (len(lines) + 1) / 2; n > 1; n = (n + 1) / 2 {
		stages++
	}
	t.each = max(1, t.left/(t.alive*stages))
	return t
}

// Compare plays the given number of rollouts in all, at least two for each line, and equally many
// except for lines that are clearly worse.
func Compare(lines []Line, rollouts int, d bot.Dice, play Rollout) {
	t := &Halving{lines: lines, dice: d, rollout: play, left: max(rollouts, 2*len(lines)), alive: len(lines), each: math.MaxInt}
	for t.More() {
	}
}

// Judge compares what was done with other lines. It returns false if there are none.
func Judge(lines []Line, done []engine.Command, rollouts int, d bot.Dice, play Rollout) (bot.Verdict, bool) {
	if !slices.ContainsFunc(lines, func(l Line) bool { return slices.Equal(l.Plays, done) }) {
		lines = append(lines, Line{Plays: done})
	}
	Compare(lines, rollouts, d, play)
	best := Best(lines)
	if slices.Equal(best.Plays, done) {
		return bot.Verdict{Best: done[0], Could: best.Mean(), Did: best.Mean()}, len(lines) > 1
	}
	// Compare both again: the best of several lines has probably been lucky.
	pair := []Line{{Plays: best.Plays}, {Plays: done}}
	Compare(pair, rollouts, d, play)
	return bot.Verdict{Best: best.Plays[0], Could: max(pair[0].Mean(), pair[1].Mean()), Did: pair[1].Mean()}, true
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

// narrow drops the worse half of the lines once each has had its rollouts, and those that are
// clearly worse at any time.
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

// How many times lines are compared, and how many standard errors make a difference clear.
const (
	often   = 4
	noDoubt = 3.5
)

// surely reports whether line a is clearly better than line b, comparing them rollout by rollout
// with equal luck.
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

// Choice returns the first command of the best line among those tried at least half as many times
// as any.
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
