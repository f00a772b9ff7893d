package games

import (
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/notation"
)

// A hint is one of the commands of the seat, the same one until the game has gone on; where
// people hold the stacks there is none.
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
		t.Error("one moment is thought of twice")
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
