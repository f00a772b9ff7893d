package companion

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A game that is played on screens alone goes on by itself where nobody has a choice. Each such
// step is an entry of its own. Any choice is left to people, including whether to do a thing at
// all.

// virtual reports whether a game with these facts needs no cardboard: they include those of every
// option marked Screen.
func (o GameOffer) virtual(facts []engine.Event) bool {
	var want []string
	for _, p := range o.Options {
		if p.Screen {
			want = append(want, p.Facts...)
		}
	}
	have := func(line string) bool {
		return slices.ContainsFunc(facts, func(f engine.Event) bool { return notation.Format(f) == line })
	}
	return len(want) > 0 && !slices.ContainsFunc(want, func(line string) bool { return !have(line) })
}

// mostForced is how many forced steps may follow each other: without a limit, a faulty game would
// hang the table.
const mostForced = 200

// proceed plays the steps that leave nobody a choice, and shows each.
func (t *Table) proceed() {
	g := t.game
	if g == nil || !g.virtual || g.divergence != nil {
		return
	}
	for range mostForced {
		c := g.forced(g.step())
		if c == nil {
			return
		}
		t.publish()
		if _, err := t.play(c); err != nil {
			t.logger.Warn("what leaves no choice could not be played", "err", cause(err))
			return
		}
	}
}

// step returns how many entries stand.
func (g *game) step() int { return g.knows("").Standing() }

// forced returns the only command that some seat had after the first standing entries, or nil if
// every seat had a choice.
func (g *game) forced(standing int) engine.Command {
	public := g.knows("").At(standing)
	v := public.View()
	if v.Over || engine.WindowOf(public).Open() {
		return nil // letting it pass is a choice
	}
	legal := public.Legal()
	for _, p := range v.Seats {
		if g.bots[p.Seat] != "" {
			continue
		}
		if c := only(p.Seat, legal); c != nil && g.alike(p, c, standing) {
			return c
		}
	}
	return nil
}

// alike reports whether the seat itself also knows c as its only command. A command is forced only
// if that follows from what everybody knows.
func (g *game) alike(p engine.Place, c engine.Command, standing int) bool {
	if p.Robot {
		return true
	}
	if g.logs[p.Seat] == nil || g.conceals(p.Seat) {
		return false
	}
	known := only(p.Seat, g.knows(p.Seat).At(standing).Legal())
	return known != nil && notation.Format(known) == notation.Format(c)
}

// only returns the one legal command of a seat, or nil if it has none or several.
func only(seat engine.Seat, legal []engine.Command) engine.Command {
	if mine := engine.BySeat(seat, legal); len(mine) == 1 {
		return mine[0]
	}
	return nil
}

// back returns the entry that Undo takes back together with all after it: on screens the last
// decision of a person, else the last entry; 0 if there is none.
func (g *game) back() int {
	if g.backs < 0 {
		standing := g.session.Standing()
		i := len(standing) - 1
		for g.virtual && i >= 0 && !g.decided(standing[i], i) {
			i--
		}
		if g.backs = 0; i >= 0 {
			g.backs = standing[g.opening(standing, i)].Seq
		}
	}
	return g.backs
}

// decided reports whether a person chose entry e, where standing is the number of standing entries
// before it.
func (g *game) decided(e engine.Entry, standing int) bool {
	by := e.Command.By()
	if w, ends := g.ended(e, standing); ends {
		return slices.ContainsFunc(w.Seats, func(s engine.Seat) bool { return slices.Contains(g.people, s) })
	}
	if by == engine.Table || g.bots[by] != "" {
		return false // chance, or a bot
	}
	c := g.forced(standing)
	return c == nil || notation.Format(c) != notation.Format(e.Command)
}

// chosen returns the last entry that a seat decided; 0 if there is none.
func (g *game) chosen(seat engine.Seat) int {
	standing := g.session.Standing()
	for i := len(standing) - 1; i >= 0; i-- {
		if standing[i].Command.By() == seat && g.decided(standing[i], i) {
			return standing[i].Seq
		}
	}
	return 0
}

// ended returns the window that was open before entry e, and whether e closed it. Standing is the
// number of standing entries before e.
func (g *game) ended(e engine.Entry, standing int) (engine.Window, bool) {
	w := engine.WindowOf(g.knows("").At(standing))
	return w, w.Open() && notation.Format(w.Close) == notation.Format(e.Command)
}

// opening returns the index of the first entry that is taken back together with entry i: a window's
// answers are all played when it ends, and go together.
func (g *game) opening(standing []engine.Entry, i int) int {
	w, ends := g.ended(standing[i], i)
	for ends && i > 0 && engine.WindowOf(g.knows("").At(i-1)).Number == w.Number {
		i--
	}
	return i
}

// span returns the entries that are taken back together, the last one first.
func (g *game) span() []engine.Entry {
	from, standing := g.back(), g.session.Standing()
	i := slices.IndexFunc(standing, func(e engine.Entry) bool { return e.Seq == from })
	if i < 0 {
		return nil
	}
	span := slices.Clone(standing[i:])
	slices.Reverse(span)
	return span
}
