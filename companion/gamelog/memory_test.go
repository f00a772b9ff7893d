package gamelog

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"arbiter/companion/gamelog/sqlitefile"
)

// TestMain lowers the limit up to which files are read into memory, so that some files of these
// tests are copied instead, as those of a hundred games would be.
func TestMain(m *testing.M) {
	sqlitefile.MostInMemory = 64 << 10
	os.Exit(m.Run())
}

// Only the last played games are kept in memory, and fewer of them if they are long.
func TestFewGamesStayInMemory(t *testing.T) {
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
		t.Errorf("%d games are kept, want only the last one", n)
	}
	if hidden := db.played[:cap(db.played)]; slices.ContainsFunc(hidden[1:], func(g *Game) bool { return g != nil }) {
		t.Error("a game that is not kept stays in memory")
	}
}
