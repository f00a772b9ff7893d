package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Undos plays random games of the settings in turn, from seed on, and undoes one step in every so
// many, and the last one: what each seat and a spectator are told must bring their cardboard back
// to where it was, and each sentence must be needed for that. There must be a move of each kind.
func Undos(t *testing.T, settings []Setting, games int, seed uint64, every int, kinds ...string) {
	u := undos{t: t, every: every, seen: map[string]int{}}
	for i := range games {
		u.seed = seed + uint64(i)
		u.play(settings[u.seed%uint64(len(settings))])
	}
	t.Logf("%d games, %v", games, u.seen)
	for _, kind := range kinds {
		if u.seen[kind] == 0 {
			t.Errorf("control: nobody was told %s", kind)
		}
	}
}

type undos struct {
	t     *testing.T
	seed  uint64
	every int
	seen  map[string]int // kinds of moves
}

func (u *undos) play(set Setting) {
	u.t.Helper()
	r := rand.New(rand.NewPCG(u.seed, 0))
	s, err := engine.Resume(set.Begin(u.t), engine.NoLog{})
	if err != nil {
		u.t.Fatal(err)
	}
	for range max(set.Steps, 3000) {
		legal := s.State().Legal()
		if len(legal) == 0 {
			return
		}
		c := set.choose(r, s.State(), legal)
		e, err := s.Do(c)
		if err != nil {
			u.t.Fatal(err)
		}
		if r.IntN(u.every) > 0 && len(s.State().Legal()) > 0 {
			continue
		}
		after := s.Known()
		if _, err := s.Undo(c.By(), set.Seats...); err != nil {
			u.t.Fatal(err)
		}
		u.check(e, after, s.Known())
		if _, err := s.Do(c); err != nil {
			u.t.Fatal(err)
		}
	}
}

func (u *undos) check(e engine.Entry, from, to engine.Known) {
	u.t.Helper()
	line := notation.Format(e.Command)
	turned := map[engine.Seat]map[string]int{}
	for reader := range from {
		moves := engine.Corrections(reader, from, to)
		was, is := from[reader].View(), to[reader].View()
		if was.Stating || is.Stating {
			continue // nothing on the cardboard is moved
		}
		if why := follow(reader, was, is, moves); why != "" {
			u.t.Fatalf("seed %d: %q is taken back, %q reads %v: %s", u.seed, line, reader, engine.MoveTexts(moves), why)
		}
		turned[reader] = map[string]int{}
		for i, m := range moves {
			u.seen[kind(m)]++
			if at := spot(m.To.Seat, m.To.Name); m.Down && !piled(is, at) {
				turned[reader][at] += m.Number
			}
			if follow(reader, was, is, slices.Delete(slices.Clone(moves), i, i+1)) == "" {
				u.t.Fatalf("seed %d: %q is taken back, %q reads %v: control: without %q it comes to the same", u.seed, line, reader, engine.MoveTexts(moves), m.Text())
			}
		}
	}
	for at, n := range turned[""] {
		for reader := range turned {
			if turned[reader][at] < n {
				u.t.Fatalf("seed %d: %q is taken back, %q reads %v, a spectator %v: it sees more turned over",
					u.seed, line, reader, engine.MoveTexts(engine.Corrections(reader, from, to)), engine.MoveTexts(engine.Corrections("", from, to)))
			}
		}
	}
	if !engine.Revealing(e) && !public(from[""].View(), to[""].View(), turned[""]) {
		u.t.Fatalf("seed %d: %q is taken back, which showed nothing, and a spectator is told of cards that lie face down: %v", u.seed, line, turned[""])
	}
}

// public reports whether a spectator sees anyway that so many cards have come to some spots.
func public(was, is engine.View, come map[string]int) bool {
	seen := map[string]int{}
	for _, z := range is.Zones {
		before, _ := was.Zone(z.Seat, z.Name)
		seen[spot(z.Seat, z.Name)] += len(z.Cards) - len(before.Cards)
	}
	for at, n := range come {
		if seen[at] < n {
			return false
		}
	}
	return true
}

// piled reports whether a spot is a pile.
func piled(v engine.View, at string) bool {
	return slices.ContainsFunc(v.Piles, func(p engine.Pile) bool { return spot(p.Seat, p.Name) == at })
}

// follow follows moves and describes where the cardboard differs after them.
func follow(reader engine.Seat, from, to engine.View, moves []engine.Move) string {
	b := newCardboard(reader, from, to)
	for _, m := range moves {
		if err := b.follow(m); err != nil {
			return fmt.Sprintf("%s: %v", m.Text(), err)
		}
	}
	stacked := map[string]bool{}
	for _, z := range to.Zones {
		stacked[spot(z.Seat, z.Name)] = z.Covert
	}
	return b.differs(newCardboard(reader, to, from), stacked)
}

// kind describes a move: its kind, whether it names what is moved, and whether that goes to a pile
// or a hand.
func kind(m engine.Move) string {
	switch named := m.Card != ""; {
	case m.Kind == engine.Marker:
		return "marker"
	case m.Kind == engine.Heap:
		return "heap"
	case m.Kind == engine.Turn && named:
		return "turn"
	case m.Kind == engine.Turn:
		return "turn unnamed"
	case !named:
		return "carry unnamed"
	case m.To.Name == "":
		return "carry away"
	}
	return "carry"
}
