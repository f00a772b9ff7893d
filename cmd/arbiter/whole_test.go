package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/engine"
)

// whole checks a game that was played to its end: the log is what the rules decide,
// all of it, and somebody who played has won.
func whole(t *testing.T, dir, id string, entries int) {
	t.Helper()
	text := output(t, "games", "replay", "--data", dir, id)
	if !strings.Contains(text, fmt.Sprintf("%d entries", entries)) || !strings.Contains(text, "The rules decide every entry") {
		t.Errorf("replay says\n%s", text)
	}
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, err := db.Summary(id)
	if err != nil {
		t.Fatal(err)
	}
	winners := strings.Fields(s.Result)
	if len(winners) == 0 || slices.ContainsFunc(winners, func(w string) bool { return !slices.Contains(s.Seats, engine.Seat(w)) }) {
		t.Errorf("the result of the game is %q, want who has won of %v", s.Result, s.Seats)
	}
}
