package search

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
)

// A Thought is a decision that a Tree finds.
type Thought struct {
	Tree  *Tree
	Left  int     // iterations that are still wanted
	Near  float64 // any move may be chosen that is worth so little less than the best
	Legal func(engine.Command) bool
	Else  func() engine.Command // the choice if no move that was tried is legal

	joined []Tried
}

// So many iterations are tried in a moment.
const moment = 16

// More tries a few lines.
func (t *Thought) More() bool {
	for range min(moment, t.Left) {
		t.Tree.Iterate()
		t.Left--
	}
	return t.Left > 0
}

// Join adds up how often each move was tried, and its prospects.
func (t *Thought) Join(other bot.Thought) {
	o, ok := other.(*Thought)
	if !ok {
		return
	}
	t.joined = append(t.joined, o.tried()...)
}

// tried are the legal moves of all parts, the one that was tried most first.
func (t *Thought) tried() []Tried {
	var all []Tried
	for _, m := range append(t.Tree.Root(), t.joined...) {
		i := slices.IndexFunc(all, func(o Tried) bool { return o.Move == m.Move })
		switch {
		case i >= 0:
			all[i].Times += m.Times
			all[i].Total += m.Total
			all[i].Worth += m.Worth
		case t.Legal(m.Move):
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b Tried) int { return cmp.Compare(b.Times, a.Times) })
	return all
}

// Choice is the move that was tried most, or one that is nearly as good.
func (t *Thought) Choice() engine.Command {
	all := t.tried()
	if len(all) == 0 {
		return t.Else()
	}
	if t.Near == 0 {
		return all[0].Move
	}
	near := slices.DeleteFunc(slices.Clone(all), func(m Tried) bool {
		return m.Times*4 < all[0].Times || m.worth() < all[0].worth()-t.Near
	})
	return near[t.Tree.dice.IntN(len(near))].Move
}
