package engine_test

import (
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// TestKnowledgeIsKeptForEachStep: what a seat knew at any step is what it knew then, and
// what was given away stays as it is when steps are taken back.
func TestKnowledgeIsKeptForEachStep(t *testing.T) {
	s := session(t, &log{}, "ana buy range-1", "ana buy range-2")
	dario := engine.Knower{Seat: "dario"}
	known := s.Knows(dario)
	if got := []int{energy(t, known.At(0), "ana"), energy(t, known.At(1), "ana"), energy(t, known.State(), "ana")}; got[1] != energy(t, s.At(1), "ana") || got[2] != energy(t, s.State(), "ana") || got[0] == got[1] || known.Standing() != 2 {
		t.Errorf("energy %v after %d steps, want what the session has", got, known.Standing())
	}
	given := known.Events()
	before := written(given)
	if _, err := s.Undo("ana"); err != nil {
		t.Fatal(err)
	}
	do(t, s, "ana buy project-1")
	if s.Knows(dario) != known || known.Standing() != 2 || slices.Equal(written(known.Events()), before) {
		t.Errorf("another step is not known: %q", written(known.Events()))
	}
	if got := written(given); !slices.Equal(got, before) {
		t.Errorf("what was given away is now %q, was %q", got, before)
	}
	told := 0
	for e, k := range s.Recall(dario) {
		if told++; k.Standing() != []int{1, 2, 1, 2}[e.Seq-1] {
			t.Errorf("%d entries stand after entry %d", k.Standing(), e.Seq)
		}
	}
	if told != 4 || s.Knows(dario) == known || energy(t, s.Seen("dario"), "ana") != energy(t, s.State(), "ana") {
		t.Errorf("%d entries were told, want 4, and what is known is kept anew", told)
	}
}

func written(events []engine.Event) (all []string) {
	for _, e := range events {
		all = append(all, notation.Format(e))
	}
	return all
}
