package castingshadows_test

import (
	"fmt"
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
		enginetest.WriteChecklist(&b, c.seats+"; "+c.fact, castingshadows.Game.Checklist(enginetest.Seats(c.seats), told(t, c.fact)))
	}
	enginetest.Golden(t, filepath.Join("testdata", "checklist.golden"), b.String())
}

// TestNoChecklistWithoutAGame: what cannot start is not set up.
func TestNoChecklistWithoutAGame(t *testing.T) {
	if got := castingshadows.Game.Checklist(enginetest.Seats("kit"), told(t)); got != nil {
		t.Errorf("one seat: %v, want nothing", got)
	}
}

// TestHomesAreLacking: the full book needs to know where homes lie, and asks for nothing else
// before it begins; the tracks book needs nothing.
func TestHomesAreLacking(t *testing.T) {
	seats := enginetest.Seats("kit frill")
	for lines, want := range map[string]string{
		"":                           "[seats 2 1 seats 2 2]",
		"seats 2 2 upper-left owner": "[seats 2 1]",
		"seats 2 2 upper-left owner, seats 2 1 lower-right owner": "[]",
		"book tracks": "[]",
	} {
		var asked []string
		more := strings.FieldsFunc(lines, func(r rune) bool { return r == ',' })
		for _, l := range castingshadows.Game.Lacking(seats, enginetest.Facts(t, castingshadows.Game, more...)) {
			asked = append(asked, l.Line)
		}
		if got := fmt.Sprint(asked); got != want {
			t.Errorf("%q: %s, want %s", lines, got, want)
		}
	}
	if crowd := enginetest.Seats("a b c d e f g"); castingshadows.Game.Lacking(crowd, nil) != nil {
		t.Error("seven cannot play, whatever is told")
	}
}
