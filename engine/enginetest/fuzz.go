package enginetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Fuzz types arbitrary lines at tables in the given states. Each line is either not a command, or
// Decide accepts it exactly if Legal offers it, another way to pay for it, or a line of which it
// leaves out the end, as older logs do. Nothing panics, and what is accepted can be applied, shown
// and explained.
func Fuzz(f *testing.F, g engine.Game, tables ...engine.State) {
	offered, paid := make([]map[string]bool, len(tables)), make([]func(engine.Command) bool, len(tables))
	for i, s := range tables {
		offered[i], paid[i] = map[string]bool{}, paidFor(s.Legal())
		for n, c := range s.Legal() {
			line := notation.Format(c)
			offered[i][line] = true
			if n%17 == 0 {
				f.Add(i, line)
			}
		}
	}
	f.Fuzz(func(t *testing.T, i int, line string) {
		x, err := g.Words.Parse(line)
		if err != nil || i < 0 || i >= len(tables) {
			return
		}
		s := tables[i]
		c, ok := x.(engine.Command)
		if !ok {
			s.Why(x)
			s.Apply(x).View()
			return
		}
		events, err := s.Decide(c)
		written := notation.Format(c)
		goesOn := func(other string) bool { return strings.HasPrefix(other, written+" ") }
		if accepted := err == nil; accepted != offered[i][written] &&
			!(accepted && (paid[i](c) || slices.ContainsFunc(slices.Collect(maps.Keys(offered[i])), goesOn))) {
			t.Errorf("table %d, %q: accepted %t, offered %t (%v)", i, line, accepted, !accepted, err)
		}
		engine.Fold(s, events...).View()
	})
}

// FuzzLines reads arbitrary lines: what is understood is written as it was read, except that words
// without an order may be written in another one, which is then stable. The given lines are the
// corpus to start from.
func FuzzLines(f *testing.F, g engine.Game, lines ...string) {
	for _, line := range lines {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		x, err := g.Words.Parse(line)
		if err != nil {
			return
		}
		again := notation.Format(x)
		got, want := strings.Fields(again), strings.Fields(line)
		slices.Sort(got)
		slices.Sort(want)
		if y, err := g.Words.Parse(again); !slices.Equal(got, want) || err != nil || notation.Format(y) != again {
			t.Errorf("%q was written %q, and that %v", line, again, y)
		}
	})
}
