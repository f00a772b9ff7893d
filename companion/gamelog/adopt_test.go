package gamelog

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// firstEvening is a file in which nothing was played before: SQLite has written back no more than
// its first page, which knows nothing of games.
func firstEvening(t *testing.T) (path string, db *DB, g *Game) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games", "games.db")
	done(t, os.Mkdir(filepath.Dir(path), 0o700))
	db = opened(t, path)
	g = created(t, db, "g1")
	appendAll(t, g, played(9))
	return path, db, g
}

// asKilled copies a folder as it would be if the program playing there were killed.
func asKilled(t *testing.T, path string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "killed")
	done(t, os.CopyFS(dir, os.DirFS(filepath.Dir(path))))
	return filepath.Join(dir, filepath.Base(path))
}

// lostAndSaved is the first evening after its journal was deleted, its games saved and the program
// killed. saved is the name of the saved file.
func lostAndSaved(t *testing.T) (path, saved string) {
	t.Helper()
	path, _, g := firstEvening(t)
	done(t, os.Remove(path+"-wal"))
	lost := refused(t, g)
	if !lost.Whole {
		t.Fatalf("%v, want that all is saved", lost)
	}
	path = asKilled(t, path)
	return path, filepath.Join(filepath.Dir(path), filepath.Base(lost.File))
}

// adoptedAt opens a file and expects that it goes on with n entries as they were saved, and that
// the old files are kept.
func adoptedAt(t *testing.T, path string, n int) *DB {
	t.Helper()
	before := contents(t, filepath.Dir(path))["games.db"]
	db := opened(t, path)
	if told := db.Mended().String(); !strings.Contains(told, "go on as they were saved") {
		t.Errorf("it says %q", told)
	}
	kept := false // not counting what was kept after an earlier loss
	for name, text := range contents(t, filepath.Dir(path)) {
		kept = kept || strings.Contains(name, keptAs) && text == before
	}
	if !kept {
		t.Error("the old files are not kept")
	}
	all(t, db, "g1", n)
	return db
}

// A journal is lost on the very first evening, twice in a row; each time the next program goes on
// with what was saved.
func TestLossOnTheFirstEvening(t *testing.T) {
	for name, lose := range map[string]func(*testing.T, string){"deleted": losses[0].do, "emptied": losses[1].do} {
		for _, kill := range []bool{true, false} {
			path, db, g := firstEvening(t)
			lose(t, path)
			if lost := refused(t, g); !lost.Whole {
				t.Fatalf("%s: %v, want that all is saved", name, lost)
			}
			if kill {
				path = asKilled(t, path)
			} else {
				done(t, db.Close())
			}
			if kill || name == "emptied" {
				db = adoptedAt(t, path, 9)
			} else { // SQLite could write back the journal that it still had open
				db = opened(t, path)
				all(t, db, "g1", 9)
			}
			g, err := db.Game("g1")
			done(t, err)
			appendAll(t, g, played(12)[9:])
			lose(t, path)
			refused(t, g)
			adoptedAt(t, asKilled(t, path), 12)
			done(t, db.Close())
		}
	}
}

// A loss is noticed even if nobody plays: asking whether all is well has the games saved.
func TestHealthCheckSavesGames(t *testing.T) {
	path, db, _ := firstEvening(t)
	done(t, os.Remove(path+"-wal"))
	for lost, asked := (*Lost)(nil), db.InPlace(); ; asked = db.InPlace() {
		if !errors.As(asked, &lost) {
			t.Fatalf("%v, want that the journal is gone", asked)
		}
		if file, whole, busy := lost.Saved(); !busy && whole && file != "" {
			break
		}
	}
	adoptedAt(t, asKilled(t, path), 9)
}

// A saved file is not adopted if that would lose something, or if no program has saved it. The
// error says why, and everything stays as it is.
func TestWhatIsNotAdopted(t *testing.T) {
	for name, c := range map[string]struct {
		do  func(t *testing.T, path, saved string)
		why string
	}{
		"it is older than the games": {func(t *testing.T, path, saved string) {
			older := filepath.Join(t.TempDir(), "games.db")
			db := opened(t, older)
			appendAll(t, created(t, db, "g1"), played(5))
			done(t, errors.Join(db.Close(), os.Rename(older, saved)))
		}, "the log has 6 entries where 10 were written"},
		"other games are in it": {func(t *testing.T, path, saved string) {
			other := filepath.Join(t.TempDir(), "games.db")
			db := opened(t, other)
			for _, id := range []string{"g7", "g8", "g9"} {
				appendAll(t, created(t, db, id), played(12))
			}
			done(t, errors.Join(db.Close(), os.Rename(other, saved)))
		}, "no such game"},
		"it is damaged": {func(t *testing.T, path, saved string) {
			text, err := os.ReadFile(saved)
			done(t, err)
			done(t, os.WriteFile(saved, bytes.ReplaceAll(text, []byte("red put 7"), []byte("red put 8")), 0o600))
		}, "altered"},
		"half of it is there": {func(t *testing.T, path, saved string) { cutTo(0.5, "")(t, saved) }, "altered"},
		"it is a link": {func(t *testing.T, path, saved string) {
			to := filepath.Join(t.TempDir(), "elsewhere.db")
			done(t, errors.Join(os.Rename(saved, to), os.Symlink(to, saved)))
		}, "it is a link: put the file itself there"},
		"it is a folder": {func(t *testing.T, path, saved string) { done(t, errors.Join(os.Remove(saved), os.Mkdir(saved, 0o700))) }, "it is no file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, saved := lostAndSaved(t)
			c.do(t, path, saved)
			before := contents(t, filepath.Dir(path))
			for range 2 {
				db, err := Open(path)
				if err == nil {
					t.Fatalf("it is opened (%v)", errors.Join(db.Close()))
				}
				if !Damaged(err) || !strings.Contains(err.Error(), saved+" is not taken in its place") || !strings.Contains(err.Error(), c.why) {
					t.Errorf("%v, want that %s is not taken, since %s", err, saved, c.why)
				}
			}
			if after := contents(t, filepath.Dir(path)); !maps.Equal(before, after) {
				t.Error("something was changed")
			}
		})
	}
}

// The newest saved file lacks something, and one that is older by its name does not: the clock of a
// small computer may be wrong.
func TestBestSavedFileIsAdopted(t *testing.T) {
	path, saved := lostAndSaved(t)
	done(t, errors.Join(os.Rename(saved, path+savedAs+"20000101-000000"), os.WriteFile(path+savedAs+"20991231-235959", []byte("SQLite"), 0o600)))
	adoptedAt(t, path, 9)
	if _, err := os.Stat(path + savedAs + "20991231-235959"); err != nil {
		t.Error(err)
	}
}

// Somebody takes the saved file away while it is being adopted, or puts a link in its place: what
// was read is adopted, and what is not ours stays where it was put.
func TestSavedFileIsTakenAwayMeanwhile(t *testing.T) {
	for name, take := range map[string]func(t *testing.T, saved string){
		"nothing":    func(*testing.T, string) {},
		"taken away": func(t *testing.T, saved string) { done(t, os.Remove(saved)) },
		"a link": func(t *testing.T, saved string) {
			done(t, errors.Join(os.Remove(saved), os.Symlink("/dev/null", saved)))
		},
		"a file": func(t *testing.T, saved string) {
			done(t, errors.Join(os.Remove(saved), os.WriteFile(saved, []byte("x"), 0o600)))
		},
	} {
		path, saved := lostAndSaved(t)
		list, err := migrations()
		done(t, err)
		m, _, err := readProgress(path)
		done(t, err)
		db := &DB{path: path}
		f, why := db.fitting(t.Context(), saved, m, list)
		if why != "" {
			t.Fatalf("%s: %s", name, why)
		}
		take(t, saved)
		done(t, db.adopt(saved, f, db.mended))
		again := opened(t, path)
		all(t, again, "g1", 9)
		done(t, again.Close())
		_, there := os.Lstat(saved)
		if foreign := name == "a link" || name == "a file"; foreign != (there == nil) {
			t.Errorf("%s: the saved file is there afterwards: %v", name, there)
		}
	}
}

// The program ends between the last two steps of adopting, when the games have two names, or during
// either of them: the next program finds the games.
func TestInterruptedAdoption(t *testing.T) {
	path, saved := lostAndSaved(t)
	done(t, os.Link(saved, saved+".part"))
	db := adoptedAt(t, path, 9)
	done(t, errors.Join(db.Close(), os.Link(path, saved)))
	done(t, opened(t, path).Close())
	left, err := filepath.Glob(path + savedAs + "*")
	if len(left) > 0 || err != nil {
		t.Errorf("left: %q, %v", left, err)
	}
}

// A file too long to be read before it is opened is also replaced by what was saved.
func TestLargeFilesAreAdopted(t *testing.T) {
	t.Cleanup(func(was int64) func() { return func() { mostWeighed = was } }(mostWeighed))
	mostWeighed = 0
	for name, l := range map[string]int{"deleted": 0, "emptied": 1} {
		path, db, g := evening(t)
		losses[l].do(t, path)
		if lost := refused(t, g); !lost.Whole {
			t.Fatalf("%s: %v, want that all is saved", name, lost)
		}
		adoptedAt(t, asKilled(t, path), 30)
		done(t, db.Close())
	}
}

// Nothing was saved: a file of which only the first page is left is not taken for one in which
// nothing was ever played, and stays as it is.
func TestLostGamesAreNotReplaced(t *testing.T) {
	path, _, _ := firstEvening(t)
	path = asKilled(t, path)
	done(t, errors.Join(os.Remove(path+"-wal"), os.Remove(path+"-shm")))
	before := contents(t, filepath.Dir(path))
	if _, err := Open(path); !Damaged(err) || !strings.Contains(err.Error(), "games were in it") {
		t.Errorf("%v, want that games were in it", err)
	}
	if after := contents(t, filepath.Dir(path)); !maps.Equal(before, after) {
		t.Error("something was changed")
	}
}

// If the name for a kept file is taken, for example because opening the files kept something in the
// same second, another one is found.
func TestRestoreAfterALoss(t *testing.T) {
	path, saved := lostAndSaved(t)
	from := filepath.Join(t.TempDir(), "from.db")
	db := opened(t, from)
	appendAll(t, created(t, db, "backup"), played(3))
	done(t, errors.Join(db.Close(), os.WriteFile(path+".before-today", []byte("mine"), 0o600)))
	kept, err := Restore(from, path, "today")
	if err != nil || kept != path+".before-today-2" {
		t.Fatalf("kept as %q, %v", kept, err)
	}
	all(t, opened(t, path), "backup", 3)
	all(t, lookedInto(t, kept), "g1", 9)
	if text, err := os.ReadFile(path + ".before-today"); string(text) != "mine" || err != nil {
		t.Errorf("what had the name is %q, %v", text, err)
	}
	if _, err := os.Stat(saved); !errors.Is(err, os.ErrNotExist) {
		t.Error("what was adopted still waits to be adopted")
	}
}
