package gamelog

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"arbiter/companion/gamelog/crashtest"
	"arbiter/engine/enginetest/tier"
)

// Every state of the disk that a power cut may leave has every acknowledged entry, in order, and
// nothing else; and the game goes on. Each log is written back from its journal after a different
// number of pages.
func TestPowerCut(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	crashtest.Need(t)
	logs := tier.Of(t, tier.Crash, "logs", 1, 3, 3)
	entries := tier.Of(t, tier.Crash, "entries", 40, 100, 150)
	disks := tier.Of(t, tier.Crash, "disks", 50, 120, 8000)
	seed := tier.Seed(t)
	for _, pages := range []int{24, 7, 90}[:logs] {
		t.Run(fmt.Sprintf("%d pages", pages), func(t *testing.T) {
			t.Parallel()
			l := cutLog{synchronous: "FULL", pages: pages, entries: entries}
			r := l.tried(t, l.trace(t), seed, disks, nil)
			t.Log(r)
			if err := r.Whole(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The controls: without syncs, or with fewer of them, the same judge finds losses.
func TestPowerCutIsNoticed(t *testing.T) {
	tier.Test(t, tier.Crash, "3 programs under strace")
	crashtest.Need(t)
	seed := tier.Seed(t)
	for _, c := range []struct {
		synchronous string
		deaf        bool
		disks       int
	}{{"OFF", false, 450}, {"NORMAL", false, 50}, {"FULL", true, 50}} {
		var deaf func(path string) bool
		if c.deaf {
			deaf = func(string) bool { return true }
		}
		l := cutLog{synchronous: c.synchronous, pages: 24, entries: 150}
		r := l.tried(t, l.trace(t), seed, c.disks, deaf)
		t.Logf("synchronous=%s, syncs unheard %v: %v", c.synchronous, c.deaf, r)
		if r.Lost == 0 {
			t.Errorf("synchronous=%s, syncs unheard %v: nothing is lost, so this suite sees nothing", c.synchronous, c.deaf)
		}
		if c.synchronous == "OFF" && r.Broken == 0 {
			t.Error("synchronous=OFF: no file is broken, so this suite sees nothing")
		}
	}
}

// A cutLog is a log that a child writes, with settings of SQLite.
type cutLog struct {
	synchronous string
	pages       int // in the journal before SQLite writes them back
	entries     int
}

// trace lets a child write the log.
func (l cutLog) trace(t *testing.T) *crashtest.Trace {
	t.Helper()
	dir := crashtest.Memory(t)
	child := exec.Command(os.Args[0], "-test.run=^TestChildOfPowerCut$")
	child.Env = append(os.Environ(), fmt.Sprintf("GAMELOG_CUT=%s %d %d", l.synchronous, l.pages, l.entries), "GAMELOG_FILE="+filepath.Join(dir, "games.db"))
	return watched(t, child, dir)
}

func watched(t *testing.T, child *exec.Cmd, dir string) *crashtest.Trace {
	t.Helper()
	w, err := crashtest.Under(child, dir)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	trace, err := w.Trace()
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func TestChildOfPowerCut(t *testing.T) {
	var l cutLog
	if _, err := fmt.Sscan(os.Getenv("GAMELOG_CUT"), &l.synchronous, &l.pages, &l.entries); err != nil {
		t.Skip("only as a child of TestPowerCut")
	}
	db := opened(t, os.Getenv("GAMELOG_FILE"))
	// The WAL is written back often, so that a power cut hits such moments.
	if _, err := db.sql.Exec(fmt.Sprintf("PRAGMA wal_autocheckpoint = %d; PRAGMA synchronous = %s", l.pages, l.synchronous)); err != nil {
		t.Fatal(err)
	}
	g := created(t, db, "g1")
	fmt.Println("acknowledged 0")
	for _, e := range played(l.entries) {
		if err := g.Append(e); err != nil {
			t.Fatal(err)
		}
		fmt.Println("acknowledged", e.Seq)
	}
}

// acknowledged counts the start as one.
func acknowledged(said []byte) int {
	number, ok := strings.CutPrefix(strings.TrimSpace(string(said)), "acknowledged ")
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return 0
	}
	return n + 1
}

func (l cutLog) tried(t *testing.T, trace *crashtest.Trace, seed uint64, disks int, deaf func(path string) bool) crashtest.Result {
	t.Helper()
	dir := crashtest.Memory(t)
	start, err := startRow(header("g1"))
	if err != nil {
		t.Fatal(err)
	}
	oracle := []string{rowLine(start)}
	for _, e := range played(l.entries + 1) {
		r, err := entryRow(e)
		if err != nil {
			t.Fatal(err)
		}
		oracle = append(oracle, rowLine(r))
	}
	r, err := trace.Try(crashtest.Trial{
		Seed: seed, Disks: disks, Dir: dir, Deaf: deaf, Promised: acknowledged,
		Reopen: func() (int, error) { return reopened(filepath.Join(dir, "games.db"), oracle) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := l.entries + 1; r.Promised != want {
		t.Errorf("%d entries were seen to be acknowledged, want %d", r.Promised, want)
	}
	return r
}

func rowLine(r Row) string {
	return fmt.Sprint(r.Seq, r.By, r.Command, r.Undoes, r.Events)
}

// reopened opens the file as after a cut, and goes on with the game. It counts the start as an
// entry.
func reopened(path string, oracle []string) (kept int, err error) {
	db, err := Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Check(); err != nil {
		return 0, err
	}
	if _, ok, err := db.Unfinished(); err != nil || !ok {
		return 0, err
	}
	rows, err := db.Rows("g1")
	if err != nil {
		return 0, err
	}
	for i, r := range rows {
		if got := rowLine(r); got != oracle[i] {
			return 0, fmt.Errorf("entry %d is %q, want %q", i, got, oracle[i])
		}
	}
	g, err := db.Game("g1")
	if err != nil {
		return 0, err
	}
	return len(rows), g.Append(played(len(rows))[len(rows)-1])
}
