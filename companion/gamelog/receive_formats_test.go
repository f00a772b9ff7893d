package gamelog

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/gamelog/crashtest"
	"arbiter/engine/enginetest/tier"
)

// For SQLite a journal ends at a damaged page. The journal is kept as it was, once, and people are
// told that what came after is missing.
func TestDamagedJournalIsKept(t *testing.T) {
	path := pulled(t, false)
	info, err := os.Stat(path + "-wal")
	done(t, err)
	altered(t, path+"-wal", int(info.Size()/2))
	before := contents(t, filepath.Dir(path))
	db := opened(t, path)
	if _, err := db.Rows("g1"); !errors.As(err, new(*Damage)) {
		t.Errorf("%v, want damage", err)
	}
	if kept := keptIn(t, path); !maps.Equal(kept, before) || !strings.Contains(db.Mended().String(), ".before-") {
		t.Errorf("kept %q (%s), want all of it", slices.Sorted(maps.Keys(kept)), db.Mended())
	}
	done(t, db.Close())
	for name, text := range before {
		done(t, os.WriteFile(filepath.Join(filepath.Dir(path), name), []byte(text), 0o600))
	}
	opened(t, path)
	if kept, err := filepath.Glob(path + keptAs + "*-wal"); err != nil || len(kept) != 1 {
		t.Errorf("the same damage is kept as %q, %v", kept, err)
	}
}

// A file between two formats is not read: SQLite first has to roll back what it had begun.
func TestLookBetweenFormats(t *testing.T) {
	path := fixture(t, 4)
	done(t, os.WriteFile(path+"-journal", []byte("pages as they were"), 0o600))
	if _, err := OpenReadOnly(path); err == nil || !strings.Contains(err.Error(), "start arbiter serve") {
		t.Errorf("%v, want what to do", err)
	}
	done(t, opened(t, path).Close())
	all(t, lookedInto(t, path), "g1", 6)
}

// If games are gone, no new file is begun in their place.
func TestMissingGamesAreNotReplaced(t *testing.T) {
	path := pulled(t, true)
	done(t, errors.Join(os.Truncate(path, 0), os.Remove(path+"-wal")))
	before := contents(t, filepath.Dir(path))
	if _, err := Open(path); !Damaged(err) || !strings.Contains(err.Error(), "games were in it") {
		t.Errorf("%v, want a refusal", err)
	}
	if after := contents(t, filepath.Dir(path)); !maps.Equal(before, after) {
		t.Errorf("files %q, want %q as they were", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
	}
	done(t, os.Remove(ProgressFile(path)))
	opened(t, path) // as the message advises
}

// Whatever a power cut leaves while files are put together or saved ones adopted, every entry is
// there.
func TestPowerCutOfMending(t *testing.T) {
	tier.Test(t, tier.Crash, "2 programs under strace")
	crashtest.Need(t)
	disks, seed := tier.Of(t, tier.Crash, "disks", 0, 60, 3000), tier.Seed(t)
	for _, name := range []string{"put together", "adopted", "adopted where a page is left"} {
		path := pulled(t, true)
		if name != "put together" {
			db, err := OpenReadOnly(path)
			done(t, err)
			done(t, errors.Join(vacuumInto(t.Context(), db.sql, path+savedAs+today()), db.Close(), os.Remove(path+"-wal")))
		}
		if name != "adopted where a page is left" {
			cutTo(0, "")(t, path)
		}
		dir, again := crashtest.Memory(t), crashtest.Memory(t)
		done(t, os.CopyFS(dir, os.DirFS(filepath.Dir(path))))
		child := exec.Command(os.Args[0], "-test.run=^TestChildMigrates$")
		child.Env = append(os.Environ(), "GAMELOG_MIGRATES="+filepath.Join(dir, "games.db"))
		r, err := watched(t, child, dir).Try(crashtest.Trial{
			Seed: seed, Disks: disks, Dir: again, Promised: acknowledged,
			Reopen: func() (int, error) { return mendedEntries(filepath.Join(again, "games.db")) },
		})
		done(t, err)
		t.Logf("%s: %v", name, r)
		if err := r.Whole(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// mendedEntries counts an opened file as one.
func mendedEntries(path string) (int, error) {
	db, err := Open(path)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	for id, n := range map[string]int{"g0": 12, "g1": 30} {
		if rows, err := db.Rows(id); err != nil || len(rows) != n+1 {
			return 0, fmt.Errorf("game %s has %d rows, %w", id, len(rows), err)
		}
	}
	return 1, db.Check()
}
