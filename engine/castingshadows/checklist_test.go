package castingshadows_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/setups"
)

// told are the facts of the stand-in box, and more.
func told(tb testing.TB, more ...string) []engine.Event {
	tb.Helper()
	lines, err := setups.BoxLines("casting-shadows", "stand-in")
	if err != nil {
		tb.Fatal(err)
	}
	return enginetest.Facts(tb, castingshadows.Game, append(lines, more...)...)
}

// begun is a game with the stand-in box after more facts.
func begun(tb testing.TB, seats string, more ...string) engine.State {
	tb.Helper()
	s, err := castingshadows.Game.New(enginetest.Seats(seats), told(tb, more...))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// TestChecklists compares the setup of each number of seats with a list that a person has
// compared with the rulebook.
func TestChecklists(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct{ seats, fact string }{
		{"kit frill", "dealt hands"}, {"nuzzle haze kit", "dealt hands"}, {"ana bea cleo dan", "dealt hands"}, {"kit frill", "dealt device"},
	} {
		fmt.Fprintf(&b, "== %s; %s ==\n", c.seats, c.fact)
		for i, text := range castingshadows.Game.Checklist(enginetest.Seats(c.seats), told(t, c.fact)) {
			fmt.Fprintf(&b, "%2d. %s\n", i+1, text)
		}
		b.WriteByte('\n')
	}
	golden(t, filepath.Join("testdata", "checklist.golden"), b.String())
}

// TestNoChecklistWithoutAGame: what cannot start is not set up.
func TestNoChecklistWithoutAGame(t *testing.T) {
	if got := castingshadows.Game.Checklist(enginetest.Seats("kit"), told(t)); got != nil {
		t.Errorf("one seat: %v, want nothing", got)
	}
}

// golden compares with a file, or writes it with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
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
