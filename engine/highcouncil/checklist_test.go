package highcouncil_test

import (
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
)

// TestChecklists compares the setup of each number of seats with a list that a person
// has compared with the rules.
func TestChecklists(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct{ seats, facts string }{
		{"white red", ""}, {"white red yellow blue", ""}, {"ana bea", "hands dealt"}, {"blue white red yellow", "hands held"},
	} {
		enginetest.WriteChecklist(&b, c.seats+"; "+c.facts, highcouncil.Game.Checklist(enginetest.Seats(c.seats), facts(t, c.facts)))
	}
	enginetest.Golden(t, filepath.Join("testdata", "checklist.golden"), b.String())
}

// TestNoChecklistWithoutAGame: what cannot start is not set up.
func TestNoChecklistWithoutAGame(t *testing.T) {
	if got := highcouncil.Game.Checklist(enginetest.Seats("white red yellow"), nil); got != nil {
		t.Errorf("three seats: %v, want nothing", got)
	}
}
