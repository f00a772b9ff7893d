package gamelog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
)

// A loss is something that befalls files while a program plays in them.
type loss struct {
	name  string
	do    func(t *testing.T, path string)
	whole bool   // all of it can be saved
	says  string // of what happened
	late  bool   // it is found when the next entry is written, which is saved with the others
}

func overwritten(suffix string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		info, err := os.Stat(path + suffix)
		done(t, err)
		f, err := os.OpenFile(path+suffix, os.O_WRONLY, 0)
		done(t, err)
		_, err = f.Write(make([]byte, info.Size()))
		done(t, errors.Join(err, f.Close()))
	}
}

// someLosses returns the losses that this tier tries.
func someLosses(t *testing.T, quick, test int) []loss {
	t.Helper()
	return losses[:tier.Of(t, tier.Crash, "losses", quick, test, len(losses))]
}

var losses = []loss{
	{"the journal is deleted", func(t *testing.T, path string) { done(t, os.Remove(path+"-wal")) }, true, "the journal of the games is not there any more", false},
	{"the journal is emptied", cutTo(0, "-wal"), true, "were cut or overwritten", false},
	{"the file is emptied", cutTo(0, ""), false, "were cut or overwritten", false},
	{"half of both is cut off", cutTo(0.5, "", "-wal"), false, "were cut or overwritten", false},
	{"the journal is replaced", func(t *testing.T, path string) {
		text, err := os.ReadFile(path + "-wal")
		done(t, errors.Join(err, os.Remove(path+"-wal"), os.WriteFile(path+"-wal", text, 0o600)))
	}, true, "another file lies at", false},
	{"half of the journal is cut off", cutTo(0.5, "-wal"), true, "were cut or overwritten", false},
	{"the journal is overwritten", overwritten("-wal"), true, "were cut or overwritten", true},
	{"the file is deleted", func(t *testing.T, path string) { done(t, os.Remove(path)) }, true, "the file of games is not there any more", false},
	{"half of the file is cut off", cutTo(0.5, ""), false, "were cut or overwritten", false},
	{"the file is overwritten", overwritten(""), false, "were cut or overwritten", false},
	{"both are emptied", cutTo(0, "", "-wal"), false, "were cut or overwritten", false},
	{"both are deleted", func(t *testing.T, path string) { done(t, errors.Join(os.Remove(path), os.Remove(path+"-wal"))) }, true, "is not there any more", false},
	{"the folder is moved", func(t *testing.T, path string) { done(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+"-old")) }, false, "is not there any more", false},
	{"the folder is replaced", func(t *testing.T, path string) {
		dir := filepath.Dir(path)
		done(t, errors.Join(os.Rename(dir, dir+"-old"), os.Mkdir(dir, 0o700)))
	}, true, "is not there any more", false},
	{"the folder is deleted", func(t *testing.T, path string) { done(t, os.RemoveAll(filepath.Dir(path))) }, true, "is not there any more", false},
}

// refused asks for the next entry until the games are saved, and returns the error.
func refused(t *testing.T, g *Game) *Lost {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		var lost *Lost
		err := g.Append(played(g.last + 1)[g.last])
		if !errors.As(err, &lost) {
			t.Fatalf("the next entry: %v, want that files were taken away", err)
		}
		if _, _, busy := lost.Saved(); !busy {
			return lost
		}
		if time.Now().After(deadline) {
			t.Fatal("the games are not saved")
		}
	}
}

// Whatever is done to the files, the next entry is refused with an error that says where the games
// are, and every step acknowledged since the program began is there. The next program goes on with
// them, or says what to put in place.
func TestLossIsNoticedAndSaved(t *testing.T) {
	tier.Unraced(t, "goroutines that save meet in TestLossIsNoticedAtTheEnd and TestLossAtAnyMoment")
	for _, l := range someLosses(t, 4, len(losses)) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			path, db, g := evening(t)
			l.do(t, path)
			n := 30
			if l.late {
				appendAll(t, g, played(31)[30:])
				n = 31
			}
			lost := refused(t, g)
			if !strings.Contains(lost.Error(), l.says) || lost.File == "" || !strings.Contains(lost.Error(), lost.File) {
				t.Fatalf("%v; want that %s, and where the games are", lost, l.says)
			}
			if lost.Whole != l.whole {
				t.Errorf("everything was saved: %v, want %v", lost.Whole, l.whole)
			}
			saved := lookedInto(t, lost.File)
			if again := refused(t, g); again.File != lost.File {
				t.Errorf("it is saved once more in %s", again.File)
			}
			for what, err := range map[string]error{"Remark": db.SetNote("g1", "x", 1), "InPlace": db.InPlace()} {
				if err == nil {
					t.Errorf("%s goes on", what)
				}
			}
			if lost.Whole {
				all(t, saved, "old", oldEntries)
				done(t, saved.Check())
			}
			all(t, saved, "g0", 12)
			all(t, saved, "g1", n)
			if s, err := saved.Summary("g0"); err != nil || s.Result != "blue" || s.Labels["red"] != "Ana María" {
				t.Errorf("the game that is over: %+v, %v", s, err)
			}
			done(t, db.Close())
			goesOn(t, path, lost, n)
		})
	}
}

// goesOn opens the file again after a loss. The old files stay beside it.
func goesOn(t *testing.T, path string, lost *Lost, n int) {
	t.Helper()
	if !lost.Whole {
		if db, err := Open(path); err == nil { // the older file must not pass silently
			_, err := db.Rows("g1")
			if err == nil {
				t.Error("the file is opened as if nothing were missing")
			}
			done(t, db.Close())
		}
		from := filepath.Join(t.TempDir(), "from.db")
		text, err := os.ReadFile(lost.File)
		done(t, errors.Join(err, os.WriteFile(from, text, 0o600)))
		done(t, os.MkdirAll(filepath.Dir(path), 0o700)) // it may be elsewhere
		_, err = Restore(from, path, "today")
		done(t, err)
	}
	db := opened(t, path)
	all(t, db, "g0", 12)
	all(t, db, "g1", n)
	again, err := db.Game("g1")
	done(t, err)
	appendAll(t, again, played(n + 1)[n:])
	done(t, db.Close())
	all(t, opened(t, path), "g1", n+1)
}

// The control: without the check entries are acknowledged as before, and are lost if the plug is
// pulled then.
func TestLossIsNoticedAndSavedControl(t *testing.T) {
	for _, l := range someLosses(t, 1, 5) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			path, db, g := evening(t)
			held := db.held
			db.held = nil
			l.do(t, path)
			for _, e := range played(35)[30:] {
				if g.Append(e) != nil {
					return // SQLite itself has noticed it
				}
			}
			after := filepath.Join(t.TempDir(), "games")
			if _, err := os.Stat(filepath.Dir(path)); err == nil {
				done(t, os.CopyFS(after, os.DirFS(filepath.Dir(path))))
			}
			if left, err := Open(filepath.Join(after, "games.db")); err == nil {
				if rows, err := left.Rows("g1"); err == nil && len(rows) == 36 {
					t.Error("nothing is lost, so this test sees nothing")
				}
				done(t, left.Close())
			}
			done(t, errors.Join(held.KeepOut(), db.Close(), held.Close()))
		})
	}
}

// Each way of saving has every step played since the program began, whatever the other ways can do.
func TestEachWayOfSaving(t *testing.T) {
	tier.Test(t, tier.Crash, "a loss for each way")
	ways := []struct {
		name string
		cut  func(*testing.T, string)
		lay  func(*DB) func(context.Context, string) error
		old  int
	}{
		{"what half of it lies there", cutTo(0.5, "-wal"), func(db *DB) func(context.Context, string) error { return db.layLying }, oldEntries},
		{"what SQLite reads", losses[0].do, func(db *DB) func(context.Context, string) error { return db.layRead }, oldEntries},
		{"what lies there", cutTo(0, "-wal"), func(db *DB) func(context.Context, string) error { return db.layLying }, oldEntries},
		{"what nothing holds", cutTo(0, "", "-wal"), func(db *DB) func(context.Context, string) error { return db.layMemory }, 0},
	}
	for _, l := range ways[:tier.Of(t, tier.Crash, "ways", 2, len(ways), len(ways))] {
		name := l.name
		path, db, _ := evening(t)
		l.cut(t, path)
		saved := path + savedAs + today()
		if _, err := db.savedAt(t.Context(), saved, l.lay(db)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		from := opened(t, saved)
		done(t, from.Check())
		all(t, from, "g0", 12)
		all(t, from, "g1", 30)
		if l.old > 0 {
			all(t, from, "old", l.old)
		}
		if s, ok, err := from.Unfinished(); !ok || err != nil || s.ID != "g1" || s.Labels["red"] != "Ana María" {
			t.Errorf("%s: %+v, %v, want that g1 goes on", name, s, err)
		}
		done(t, errors.Join(from.Close(), os.Remove(saved), db.Close()))
	}
}

// Files too long to be read at once are watched as well.
func TestLossOfLargeFiles(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	for _, l := range losses[:tier.Of(t, tier.Crash, "losses", 1, 3, 3)] {
		path, db, g := evening(t)
		db.held.Most = 0
		done(t, os.Chtimes(path, noon(), noon())) // this alone is no loss
		appendAll(t, g, played(31)[30:])
		l.do(t, path)
		lost := refused(t, g)
		saved := lookedInto(t, lost.File)
		all(t, saved, "g0", 12)
		all(t, saved, "g1", 31)
		done(t, db.Close())
	}
}

// Touching the files without taking anything away disturbs nobody.
func TestWhatIsNoLoss(t *testing.T) {
	path, db, g := evening(t)
	n := 30
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"the times are changed", func() error { return os.Chtimes(path, noon(), noon()) }},
		{"rights are changed", func() error { return errors.Join(os.Chmod(path, 0o640), os.Chmod(path+"-wal", 0o640)) }},
		{"they have second names", func() error { return errors.Join(os.Link(path, path+"-2"), os.Link(path+"-wal", path+"-wal-2")) }},
		{"they are moved and put back", func() error {
			return errors.Join(os.Rename(path, path+"-3"), os.Rename(path+"-3", path), os.Rename(path+"-wal", path+"-4"), os.Rename(path+"-4", path+"-wal"))
		}},
		{"another program writes the journal back", func() error { return elsewhere(path, "PRAGMA wal_checkpoint(TRUNCATE)") }},
		{"another program writes", func() error { return elsewhere(path, "CREATE TABLE notes (text TEXT)") }},
		{"the index of the journal is deleted", func() error { return os.Remove(path + "-shm") }},
	} {
		done(t, c.do())
		for range 2 {
			if err := g.Append(played(n + 1)[n]); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			n++
		}
	}
	done(t, db.Close())
	all(t, opened(t, path), "g1", n)
	if saved, err := filepath.Glob(path + savedAs + "*"); err != nil || len(saved) > 0 {
		t.Errorf("saved without need: %q, %v", saved, err)
	}
}
