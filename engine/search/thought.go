package search

import (
	"cmp"
	"reflect"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
)

// A Thought is a decision that is searched for with a Tree.
type Thought struct {
	Tree    *Tree
	Seen    bot.Seen
	Choices []engine.Command
	Lines   int     // how many lines to try
	Near    float64 // any move may be chosen that is worth at most this much less than the best
	Else    bot.Bot // chooses if no move that was tried is a choice

	joined []Tried
}

// moment is how many lines are tried in a moment.
const moment = 16

// More tries a few lines, unless there is nothing to choose.
func (t *Thought) More() bool {
	if len(t.Choices) == 1 {
		return false
	}
	for range min(moment, t.Lines-t.Tree.lines) {
		t.Tree.Iterate()
	}
	return t.Tree.lines < t.Lines
}

// Follow continues with the lines that begin with what was done.
func (t *Thought) Follow(done engine.Command, s bot.Seen, choices []engine.Command) bool {
	led, _, err := engine.Step(t.Seen.State, done)
	if err != nil || !reflect.DeepEqual(led, s.State) || !t.Tree.Follow(done) {
		return false
	}
	t.Seen, t.Choices, t.joined = s, choices, nil
	return true
}

// Join adds up how many times each move was tried, and its prospects.
func (t *Thought) Join(other bot.Thought) {
	o, ok := other.(*Thought)
	if !ok {
		return
	}
	t.joined = append(t.joined, o.tried()...)
}

// tried returns the legal moves of all parts, the most frequent one first.
func (t *Thought) tried() []Tried {
	var all []Tried
	for _, m := range append(t.Tree.Root(), t.joined...) {
		i := slices.IndexFunc(all, func(o Tried) bool { return o.Move == m.Move })
		switch {
		case i >= 0:
			all[i].Times += m.Times
			all[i].Total += m.Total
			all[i].Worth += m.Worth
		case slices.Contains(t.Choices, m.Move):
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b Tried) int { return cmp.Compare(b.Times, a.Times) })
	return all
}

// Choice returns the most frequent move, or one that is nearly as good.
func (t *Thought) Choice() engine.Command {
	all := t.tried()
	if len(all) == 0 {
		return t.Else.Choose(t.Tree.dice, t.Seen, t.Choices)
	}
	if t.Near == 0 {
		return all[0].Move
	}
	near := slices.DeleteFunc(slices.Clone(all), func(m Tried) bool {
		return m.Times*4 < all[0].Times || m.worth() < all[0].worth()-t.Near
	})
	return near[t.Tree.dice.IntN(len(near))].Move
}
