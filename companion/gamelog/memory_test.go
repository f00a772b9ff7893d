package gamelog

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"arbiter/companion/gamelog/sqlitefile"
)

// Of the files of these tests the longer ones are copied, as those of a hundred games are.
func TestMain(m *testing.M) {
	sqlitefile.MostInMemory = 64 << 10
	os.Exit(m.Run())
}

// Of the games that were played the log keeps the last ones alone, and fewer where they are long.
func TestGamesThatAreKeptAreFew(t *testing.T) {
	db := opened(t, file(t))
	for n := range 3 * mostPlayed {
		created(t, db, fmt.Sprint("short", n))
	}
	if n := len(db.played); n != mostPlayed {
		t.Errorf("%d short games are kept, want %d", n, mostPlayed)
	}
	for n := range 4 {
		db.plays(&Game{id: fmt.Sprint("long", n), rows: make([]Row, mostRows/2)})
	}
	if n := len(db.played); n != 2 {
		t.Errorf("%d long games are kept, want 2", n)
	}
	db.plays(&Game{id: "longer", rows: make([]Row, mostRows+1)})
	if n := len(db.played); n != 1 || db.played[0].id != "longer" {
		t.Errorf("%d games are kept, want the last one alone", n)
	}
	if hidden := db.played[:cap(db.played)]; slices.ContainsFunc(hidden[1:], func(g *Game) bool { return g != nil }) {
		t.Error("a game that is not kept stays in memory")
	}
}
