package main

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/engine"
)

var librarySize = flag.Int("library", 300, "how many games TestLibrary looks through; 10000 for the figures")

// Among many games the list, a game's page and its replay come at once. Most of
// the games are short; the one in the middle is a long one of the full book.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("many games")
	}
	t.Parallel()
	dir, long := library(t, "--seats", "4", "--book", "full")
	db := openLog(t, dir)
	for n := range *librarySize {
		g := recorded(&long)
		g.ID, g.Result = fmt.Sprintf("game-%d", n), companion.Abandoned
		g.Created = g.Created.Add(time.Duration(n) * time.Hour)
		g.Names = map[engine.Seat]string{"purple": fmt.Sprintf("Player %d", n%97), "red": "Ben"}
		if n == *librarySize/2 {
			g.Result = long.Result
		} else {
			g.Entries = g.Entries[:2]
		}
		must(t, takeIn(db, g))
	}
	must(t, db.Close())
	s := start(t, "--data", dir, "--open")
	game := fmt.Sprintf("games/game-%d", *librarySize/2)
	for _, path := range []string{
		"games", fmt.Sprintf("games?page=%d", *librarySize/20), "games?player=player+7", "games?player=player+7&result=won", "games?result=decided",
		game, game + "/replay", fmt.Sprintf("%s/replay?at=%d", game, len(long.entries)/2), game + "/panel.png", game + "/whatif?at=100", "",
	} {
		took := s.median(path)
		t.Logf("%8.1f ms  /%s", float64(took.Microseconds())/1000, path)
		if most := 500 * time.Millisecond; took > most { // ten times the aim, for machines that are busy
			t.Errorf("/%s took %v, want less than %v", path, took, most)
		}
	}
}

// median is how long a page takes, from the first byte asked to the last one read.
func (s *served) median(path string) time.Duration {
	s.Helper()
	var all []time.Duration
	for range 9 {
		begin := time.Now()
		s.get(path)
		all = append(all, time.Since(begin))
	}
	slices.Sort(all)
	return all[len(all)/2]
}
