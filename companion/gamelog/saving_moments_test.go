package gamelog

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
)

// If files are cut while SQLite writes, this is found before the entry is acknowledged, and the
// entry is saved with the others. SQLite itself says that it is written.
func TestCutWhileWriting(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	defer func(was time.Duration) { saveWait = was }(saveWait)
	saveWait = 5 * time.Minute // a busy machine may need longer than people wait
	cuts := []func(*testing.T, string){cutTo(0, "-wal"), cutTo(0.5, "-wal"), func(t *testing.T, path string) {
		journal, err := os.ReadFile(path + "-wal")
		done(t, err)
		// Zeros at its end come back as a hole when SQLite writes on, so cutting them off is no
		// loss.
		kept := len(bytes.TrimRight(journal, "\x00")) - 1
		done(t, os.Truncate(path+"-wal", int64(kept)))
	}}
	for name, cut := range cuts[:tier.Of(t, tier.Crash, "cuts", 1, len(cuts), len(cuts))] {
		for _, late := range []bool{false, true} {
			path, db, g := evening(t)
			r, err := entryRow(played(31)[30])
			done(t, err)
			r = r.labelled(noon())
			r.hash = r.chain(g.hash)
			done(t, db.ready())
			if !late {
				cut(t, path)
			}
			if _, err := db.insert.Exec(values(g.n, r)...); err != nil {
				t.Fatalf("cut %d: SQLite notices it: %v", name, err)
			}
			if late {
				cut(t, path)
			}
			done(t, db.confirm(g.progress(r)))
			g.reached(r)
			lost := refused(t, g)
			all(t, lookedInto(t, lost.File), "g1", 31)
			done(t, db.Close())
			again := opened(t, path)
			all(t, again, "g1", 31)
			done(t, again.Close())
		}
	}
}

// A program that ends before the next entry has lost nothing.
func TestLossIsNoticedAtTheEnd(t *testing.T) {
	for _, l := range someLosses(t, 1, 5) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			path, db, _ := evening(t)
			l.do(t, path)
			done(t, db.Close())
			saved, err := filepath.Glob(filepath.Dir(path) + "*/games.db" + savedAs + "*")
			if len(saved) != 1 || err != nil {
				t.Fatalf("%q, %v; want one file", saved, err)
			}
			goesOn(t, path, &Lost{File: saved[0], Whole: l.whole}, 30)
		})
	}
}

// If games cannot be saved people are told, and it is tried again; nothing is lost as long as the
// program runs.
func TestSavingIsTriedAgain(t *testing.T) {
	path, db, g := evening(t)
	dir := filepath.Dir(path)
	done(t, errors.Join(os.Remove(path+"-wal"), os.Rename(dir, dir+"-old"), os.WriteFile(dir, nil, 0o600), os.RemoveAll(dir+"-old")))
	if lost := refused(t, g); lost.File != "" || !strings.Contains(lost.Error(), "in the memory of the program and cannot be saved") {
		t.Errorf("%v, want that they cannot be saved", lost)
	}
	done(t, errors.Join(os.Remove(dir), os.Mkdir(dir, 0o700)))
	lost := refused(t, g)
	if !lost.Whole || filepath.Dir(lost.File) != dir {
		t.Fatalf("%v, want that all is saved in %s", lost, dir)
	}
	done(t, db.Close())
	goesOn(t, path, lost, 30)
}

// At any moment while entries are written as fast as possible, some file is cut or deleted. If the
// plug is pulled once an entry is refused, no acknowledged entry is lost. An entry that was refused
// because saving takes long may be there as well, as the last one.
func TestLossAtAnyMoment(t *testing.T) {
	tries, r := tier.Of(t, tier.Crash, "losses at any moment", 2, 15, 1500), rand.New(rand.NewPCG(tier.Seed(t), 5))
	needless := 0
	for range tries {
		l, after := losses[r.IntN(5)], r.IntN(300)
		path := filepath.Join(t.TempDir(), "games.db")
		db := opened(t, path)
		if _, err := db.sql.Exec("PRAGMA wal_autocheckpoint = 24"); err != nil {
			t.Fatal(err)
		}
		done(t, db.Import(header("old"), played(300), nil, "red"))
		g := created(t, db, "g1")
		reached, cut := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(cut)
			<-reached
			l.do(t, path)
		}()
		var lost *Lost
		for n := 0; lost == nil && n < after+100; n++ {
			switch n {
			case after:
				close(reached)
			case after + 99:
				<-cut
			}
			if err := g.Append(played(n + 1)[n]); err != nil && !errors.As(err, &lost) {
				t.Fatalf("%s after %d entries: %v", l.name, after, err)
			}
		}
		plugged := filepath.Join(t.TempDir(), "games")
		saved := g.last
		if lost == nil { // it was cut where SQLite had written everything back
			needless++
		} else {
			slow := lost.File == "" && lost.Err == nil // so the entry may be saved later than people wait
			lost = refused(t, g)
			file := lookedInto(t, lost.File)
			if _, got, err := file.Entries("g1", rules); err == nil && slow && len(got) == g.last+1 {
				saved++
			}
			all(t, file, "g1", saved)
		}
		done(t, os.CopyFS(plugged, os.DirFS(filepath.Dir(path))))
		done(t, db.Close())
		if path = filepath.Join(plugged, "games.db"); lost == nil || lost.Whole {
			all(t, opened(t, path), "g1", saved)
		}
	}
	if needless > tries/2 {
		t.Errorf("%d of %d took nothing away, so this test sees little", needless, tries)
	}
}
