package gamelog

import (
	"database/sql"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/engine/enginetest/tier"
)

// pulled returns a folder as it was when the plug was pulled: in the game of saving_test.go, or if
// first in the very first one, when SQLite has not written anything back yet.
func pulled(t *testing.T, first bool) (path string) {
	t.Helper()
	var db *DB
	if first {
		path = filepath.Join(t.TempDir(), "games.db")
		db = opened(t, path)
		appendAll(t, created(t, db, "g0"), played(12))
		finish(t, db, "g0", "blue")
		done(t, db.Name("04A2", []string{"red", "stone"}))
		appendAll(t, created(t, db, "g1"), played(30))
	} else {
		path, _, _ = evening(t)
	}
	dir := filepath.Join(t.TempDir(), "pulled")
	done(t, errors.Join(os.CopyFS(dir, os.DirFS(filepath.Dir(path))), os.Remove(filepath.Join(dir, "games.db-shm"))))
	return filepath.Join(dir, "games.db")
}

func cutTo(share float64, suffixes ...string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		for _, s := range suffixes {
			info, err := os.Stat(path + s)
			done(t, err)
			done(t, os.Truncate(path+s, int64(share*float64(info.Size()))))
		}
	}
}

// oldEntries makes a game larger than SQLite's cache.
const oldEntries = 5000

// evening makes a file with an old game, a game of 12 entries that is over and one of 30 that goes
// on; the last two were played since the program began.
func evening(t *testing.T) (path string, db *DB, g *Game) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games", "games.db")
	done(t, os.Mkdir(filepath.Dir(path), 0o700))
	db = opened(t, path)
	done(t, errors.Join(db.Import(header("old"), played(oldEntries), nil, "red"), db.Close()))
	db = opened(t, path)
	appendAll(t, created(t, db, "g0"), played(12))
	finish(t, db, "g0", "blue")
	g = created(t, db, "g1")
	appendAll(t, g, played(30))
	return path, db, g
}

func lookedInto(t *testing.T, path string) *DB {
	t.Helper()
	db, err := OpenReadOnly(path)
	done(t, err)
	t.Cleanup(func() { db.Close() })
	done(t, db.Verify())
	return db
}

// all checks that a game has its first n entries.
func all(t *testing.T, db *DB, id string, n int) {
	t.Helper()
	_, got, err := db.Entries(id, rules)
	if d := cmp.Diff(played(n), got, cmpopts.EquateEmpty()); d != "" || err != nil {
		t.Errorf("game %s: %v -want +got\n%s", id, err, d)
	}
}

// contents returns all files of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	done(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[filepath.Base(path)] = string(text)
		return err
	}))
	return all
}

// doubtful files, and what can be told of them.
var doubtful = []struct {
	name  string
	first bool
	do    func(*testing.T, string)
	whole bool // nothing is missing
	kept  bool // Open keeps them as they are before it opens them
}{
	{"an empty file, all in the journal", true, cutTo(0, ""), true, true},
	{"no file, all in the journal", true, func(t *testing.T, path string) { done(t, os.Remove(path)) }, true, true},
	{"half a page, all in the journal", true, cutTo(0.5, ""), true, false},
	{"nothing is wrong", false, func(*testing.T, string) {}, true, false},
	{"an empty file", false, cutTo(0, ""), false, false},
	{"no file", false, func(t *testing.T, path string) { done(t, os.Remove(path)) }, false, false},
	{"half a file", false, cutTo(0.5, ""), false, false},
	{"an empty file, the journal has a damaged header", true, func(t *testing.T, path string) {
		cutTo(0, "")(t, path)
		altered(t, path+"-wal", 20)
	}, false, false},
}

func altered(t *testing.T, path string, at int) {
	t.Helper()
	text, err := os.ReadFile(path)
	done(t, err)
	text[at] ^= 1
	done(t, os.WriteFile(path, text, 0o600))
}

// Reading changes nothing, whatever state the files are in, and reports that state.
func TestLookAtDoubtfulFilesChangesNothing(t *testing.T) {
	tier.Test(t, tier.Crash, "files in each doubtful state")
	for _, d := range doubtful {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			path := pulled(t, d.first)
			d.do(t, path)
			before := contents(t, filepath.Dir(path))
			db, err := OpenReadOnly(path)
			if err == nil {
				err = db.Verify()
				t.Cleanup(func() { db.Close() })
			}
			if d.whole {
				done(t, err)
				toldOf(t, db, d.first)
				done(t, errors.Join(db.Ping(t.Context()), db.Backup(filepath.Join(t.TempDir(), "backup"), alone)))
			} else {
				saysMissing(t, err)
			}
			if after := contents(t, filepath.Dir(path)); !maps.Equal(before, after) {
				t.Errorf("files %q, want %q as they were", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
			}
		})
	}
}

// toldOf checks that everything is there.
func toldOf(t *testing.T, db *DB, first bool) {
	t.Helper()
	done(t, errors.Join(db.Verify(), db.Check()))
	all(t, db, "g0", 12)
	all(t, db, "g1", 30)
	if !first {
		all(t, db, "old", oldEntries)
	} else if tags, err := db.Tags(); err != nil || len(tags) != 1 {
		t.Errorf("tags %v, %v", tags, err)
	}
}

// saysMissing checks that a refusal says in words what is missing.
func saysMissing(t *testing.T, err error) {
	t.Helper()
	if !Damaged(err) || !strings.Contains(err.Error(), "pages are missing") && !strings.Contains(err.Error(), "no whole transaction") {
		t.Errorf("%v, want what is missing", err)
	}
}

// unhurried gives the disk longer than people wait, for tests on busy machines.
func unhurried(t *testing.T) {
	was := patience
	t.Cleanup(func() { patience = was })
	patience = 5 * time.Minute
}

// Files in doubt are kept as they are before they are opened. If nothing is missing the game goes
// on; otherwise they stay as they are, and the error says what is missing.
func TestDoubtfulFilesAreKept(t *testing.T) {
	tier.Test(t, tier.Crash, "files in each doubtful state")
	unhurried(t)
	for _, d := range doubtful {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			path := pulled(t, d.first)
			d.do(t, path)
			before := contents(t, filepath.Dir(path))
			db, err := Open(path)
			if d.whole != (err == nil) {
				t.Fatalf("Open: %v, want that it is opened: %v", err, d.whole)
			}
			if !d.whole {
				saysMissing(t, err)
				if after := contents(t, filepath.Dir(path)); !maps.Equal(before, after) {
					t.Errorf("files %q, want %q as they were", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
				}
				return
			}
			if kept := keptIn(t, path); d.kept != (len(kept) > 0) || d.kept && !maps.Equal(kept, before) {
				t.Errorf("kept %q (%s), want all of it: %v", slices.Sorted(maps.Keys(kept)), db.Mended(), d.kept)
			}
			toldOf(t, db, d.first)
			g, err := db.Game("g1")
			done(t, err)
			appendAll(t, g, played(31)[30:])
			done(t, db.Close())
			all(t, opened(t, path), "g1", 31)
		})
	}
}

// keptIn returns what was kept of the files at a path, under their original names.
func keptIn(t *testing.T, path string) map[string]string {
	t.Helper()
	kept := map[string]string{}
	for name, text := range contents(t, filepath.Dir(path)) {
		if _, moment, ok := strings.Cut(name, ".before-"); ok {
			kept["games.db"+moment[len(today()):]] = text
		}
	}
	return kept
}

// The control: SQLite deletes the journal beside an empty file.
func TestDoubtfulFilesAreKeptControl(t *testing.T) {
	path := pulled(t, true)
	cutTo(0, "")(t, path)
	done(t, elsewhere(path, "SELECT count(*) FROM sqlite_schema"))
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		t.Error("the journal is still there, so this test sees nothing")
	}
}

// elsewhere runs a statement as another program would.
func elsewhere(path, statement string) error {
	file, err := sql.Open("sqlite3", uri(path, nil))
	if err != nil {
		return err
	}
	_, err = file.Exec(statement)
	return errors.Join(err, file.Close())
}
