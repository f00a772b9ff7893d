package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// Among many games the list, a game's page and its replay are told, and how long each
// takes. Most of the games are short; the one in the middle is a long one of the full
// book.
func TestLibrary(t *testing.T) {
	tier.Long(t, tier.Program, "many games")
	t.Parallel()
	games := tier.Of(t, tier.Program, "games", 0, 0, 3000)
	dir, long := library(t, "--seats", "4", "--book", "full")
	db := openLog(t, dir)
	for n := range games {
		g := long.Recorded(datadir.NewSeals(t.TempDir(), nil))
		g.ID, g.Result = fmt.Sprintf("game-%d", n), companion.Abandoned
		g.Created = g.Created.Add(time.Duration(n) * time.Hour)
		g.Names = map[engine.Seat]string{"purple": fmt.Sprintf("Player %d", n%97), "red": "Ben"}
		if n == games/2 {
			g.Result = long.Result
		} else {
			g.Entries = g.Entries[:2]
		}
		must(t, archive.Import(db, nil, g))
	}
	must(t, db.Close())
	s := start(t, "--data", dir, "--open")
	game := fmt.Sprintf("games/game-%d", games/2)
	for _, path := range []string{
		"games", fmt.Sprintf("games?page=%d", games/20), "games?player=player+7", "games?player=player+7&result=won", "games?result=decided",
		game, game + "/replay", fmt.Sprintf("%s/replay?at=%d", game, len(long.Entries)/2), game + "/panel.png", game + "/whatif?at=100", "",
	} {
		took := s.median(path)
		t.Logf("%8.1f ms  /%s", float64(took.Microseconds())/1000, path)
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
