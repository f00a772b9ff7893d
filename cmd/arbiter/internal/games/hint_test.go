package games

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/highcouncil"
	councils "arbiter/engine/highcouncil/bot/bottest"
	"arbiter/engine/notation"
)

// A hint is one of the seat's commands, and the same one until the game goes on; if people hold the
// stacks there is none.
func TestHint(t *testing.T) {
	s := bottest.FullBook(t, []engine.Seat{"purple", "red"}, "purple order 1", "red order 2")
	for legal := s.State().Legal(); legal[0].By() == engine.Table; legal = s.State().Legal() {
		if _, err := s.Do(legal[0]); err != nil {
			t.Fatal(err)
		}
	}
	seat := s.State().Legal()[0].By()
	shot := companion.Snapshot{GameID: "g1", Game: "council-of-shadows", Version: s.Version(), Seat: seat, State: s.Seen(seat)}
	for _, c := range s.State().Legal() {
		shot.Legal = append(shot.Legal, companion.LegalCommand{By: seat, Line: notation.Format(c), Command: c})
	}
	h := &Hints{}
	best, ok := h.Hint(t.Context(), shot)
	if !ok || !slices.ContainsFunc(shot.Legal, func(c companion.LegalCommand) bool { return c.Line == best.Line }) {
		t.Fatalf("the hint is %v, %v", best, ok)
	}
	h.given[seat] = given{"g1", shot.Version, shot.Legal[0]}
	if again, _ := h.Hint(t.Context(), shot); again.Line != shot.Legal[0].Line {
		t.Error("one moment is worked out twice")
	}
	shot.Version++
	if _, ok := h.Hint(t.Context(), shot); !ok || h.given[seat].version != shot.Version {
		t.Error("the hint of an older moment is given")
	}
	shot.Game = "no such game"
	if _, ok := h.Hint(t.Context(), shot); ok {
		t.Error("control: a game that nobody judges has hints")
	}
}

// Each game has a judge, which gives hints and is the coach afterwards.
func TestEveryGameHasAJudge(t *testing.T) {
	for _, p := range All() {
		if _, ok := Judge(p.Name); !ok {
			t.Errorf("nobody judges %s", p.Title)
		}
	}
}

// TestHintsKnowTheirSeatAlone plays two games that differ only in what red holds and ponders away:
// with the same dice white gets the same hints in both. The control: hints worked out from the true
// state differ somewhere.
func TestHintsKnowTheirSeatAlone(t *testing.T) {
	a, b := councils.Position(t, "white red", nil, nil), councils.Position(t, "white red", nil, nil)
	r := rand.New(rand.NewPCG(1, 12))
	peeked := 0
	for asked := 0; asked < 15; {
		legal := a.State().Legal()
		c := legal[r.IntN(len(legal))]
		d := c
		switch deal, dealt := c.(highcouncil.Deal); {
		case c.By() == "white":
			dice := r.Uint64()
			if hintIn(t, a, a.State(), dice) != hintIn(t, b, b.State(), dice) {
				peeked++
			}
			if one, other := hintIn(t, a, a.Seen("white"), dice), hintIn(t, b, b.Seen("white"), dice); one != other {
				t.Fatalf("white is told %q, but %q if red holds other cards", one, other)
			}
			asked++
		case dealt && deal.To == "red":
			other := b.State().Legal()
			d = other[r.IntN(len(other))]
		case !dealt:
			c, d = highcouncil.Ponder{Seat: "red"}, highcouncil.Ponder{Seat: "red"}
		}
		for s, c := range map[*engine.Session]engine.Command{a: c, b: d} {
			if _, err := s.Do(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	if *a.State().(*highcouncil.State) == *b.State().(*highcouncil.State) || peeked == 0 {
		t.Errorf("control: the games do not differ, or nobody who sees all tells white something else: %d", peeked)
	}
}

// hintIn returns the hint for white in a game, worked out by somebody who is shown a state.
func hintIn(t *testing.T, s *engine.Session, shown engine.State, dice uint64) string {
	t.Helper()
	shot := companion.Snapshot{GameID: "g1", Game: highcouncil.Game.Name, Version: s.Version(), Seat: "white", State: shown}
	for _, c := range engine.BySeat("white", s.Seen("white").Legal()) {
		shot.Legal = append(shot.Legal, companion.LegalCommand{By: "white", Line: notation.Format(c), Command: c})
	}
	h := &Hints{dice: func() *rand.Rand { return rand.New(rand.NewPCG(dice, 0)) }}
	best, ok := h.Hint(t.Context(), shot)
	if !ok {
		t.Fatal("there is no hint")
	}
	return best.Line
}
