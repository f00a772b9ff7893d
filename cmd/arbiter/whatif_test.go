package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/service"
	gamerecord "arbiter/companion/record"
	"arbiter/companion/review"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// What if is a copy: whatever is played in it, from any step, the record's rows
// and every other byte of the file stay as they are.
func TestWhatIfTouchesNothing(t *testing.T) {
	tier.Test(t, tier.Program, "two demos and services")
	t.Parallel()
	for _, args := range [][]string{nil, {"--game", "high-council"}} {
		dir, g := library(t, args...)
		film, err := review.New(g.Rules, g.Setup, g.Entries, review.Everything)
		must(t, err)
		sortedOut(t, dir)
		before := logOf(t, dir, g.ID)
		s := start(t, "--data", dir, "--open")
		bytesBefore := fileOf(t, dir)
		changed := false
		for _, at := range []int{0, 1, film.Last() / 2, film.Last() - 1} {
			state, path := film.Positions[at].State, fmt.Sprintf("games/%s/whatif?at=%d", g.ID, at)
			for n := range 5 {
				legal := state.Legal()
				if len(legal) == 0 {
					break
				}
				c := legal[(n*7+at)%len(legal)]
				status, said := s.form(path, "line", notation.Format(c))
				if status != http.StatusOK {
					t.Fatalf("%s: %s: %d %s", path, notation.Format(c), status, said)
				}
				events, err := state.Decide(c)
				must(t, err)
				state, path = engine.Fold(state, events...), strings.TrimPrefix(said, "/")
				changed = true
			}
			holds(t, path, string(s.get(path)), `id="origin"`, "What happened in the copy")
		}
		if status, said := s.form(fmt.Sprintf("games/%s/whatif?at=1", g.ID), "line", "nobody passes"); status != http.StatusConflict {
			t.Errorf("nonsense is played: %d %s", status, said)
		}
		if !changed {
			t.Error("nothing was played, so this test proves nothing")
		}
		if !bytes.Equal(bytesBefore, fileOf(t, dir)) {
			t.Error("the file of games has changed")
		}
		s.cmd.Process.Kill()
		s.cmd.Wait()
		if after := logOf(t, dir, g.ID); after != before {
			t.Errorf("the record has changed:\n%s", cmp.Diff(before, after))
		}
		seesChanges(t, dir, g, before)
	}
}

// sortedOut finds out before what the program would write down by itself: what seats
// had, for statistics.
func sortedOut(t *testing.T, dir string) {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	if left, err := (service.Notebook{DB: db}).Sort(time.Minute); left != 0 || err != nil {
		t.Fatalf("%d games are left, %v", left, err)
	}
}

// The control: a game that is taken in is seen as a change of the file.
func seesChanges(t *testing.T, dir string, g archive.Game, before string) {
	t.Helper()
	was := fileOf(t, dir)
	db := openLog(t, dir)
	other := gamerecord.Game{ID: g.ID + "-again", Created: g.Created, Setup: g.Setup, Result: g.Result, Entries: g.Entries}
	must(t, archive.Import(db, nil, other))
	must(t, db.Close())
	if bytes.Equal(was, fileOf(t, dir)) || logOf(t, dir, other.ID) == before {
		t.Error("a change is not seen, so this test proves nothing")
	}
}

// fileOf is every byte of the file of games and of what SQLite keeps beside it.
func fileOf(t *testing.T, dir string) []byte {
	t.Helper()
	var all []byte
	for _, name := range []string{datadir.LogFile, datadir.LogFile + "-wal"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return all
}
