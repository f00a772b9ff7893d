package highcouncil_test

import (
	"flag"
	"fmt"
	"os"
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
		fmt.Fprintf(&b, "== %s; %s ==\n", c.seats, c.facts)
		for i, text := range highcouncil.Game.Checklist(enginetest.Seats(c.seats), facts(t, c.facts)) {
			fmt.Fprintf(&b, "%2d. %s\n", i+1, text)
		}
		b.WriteByte('\n')
	}
	golden(t, filepath.Join("testdata", "checklist.golden"), b.String())
}

// TestNoChecklistWithoutAGame: what cannot start is not set up.
func TestNoChecklistWithoutAGame(t *testing.T) {
	if got := highcouncil.Game.Checklist(enginetest.Seats("white red yellow"), nil); got != nil {
		t.Errorf("three seats: %v, want nothing", got)
	}
}

// golden compares with a file, or writes it with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (read it, then -update):\n%s", file, got)
	}
}
