package gamelog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"arbiter/companion/gamelog/sqlitefile"
)

// Reading while somebody plays finds nothing wrong, and no fewer entries than were acknowledged
// before; a backup from the middle of the game is whole.
func TestLookWhileAGameIsPlayed(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	g := created(t, db, "g1")
	list := played(200)
	acknowledged := make(chan int, len(list))
	failed := make(chan error, 1)
	go func() {
		defer close(acknowledged)
		for _, e := range list {
			if err := g.Append(e); err != nil {
				failed <- err
				return
			}
			acknowledged <- e.Seq
		}
	}()
	looks := 0
	for seq := range acknowledged {
		if seq%10 == 0 {
			looks++
			lookedAt(t, path, seq)
		}
	}
	select {
	case err := <-failed:
		t.Error(err)
	default:
	}
	if looks != 20 {
		t.Errorf("%d looks, want 20", looks)
	}
}

// lookedAt reads games of which at least seq entries were acknowledged, and a backup of them.
func lookedAt(t *testing.T, path string, seq int) {
	t.Helper()
	db, err := look(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	whole(t, db, seq)
	file := fmt.Sprintf("%s-%d", path, seq)
	if err := db.Backup(file, alone); err != nil {
		t.Fatal(err)
	}
	if err := db.Backup(file, alone); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a second backup of that name: %v", err)
	}
	again, err := OpenReadOnly(file)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	whole(t, again, seq)
}

func whole(t *testing.T, db *DB, seq int) {
	t.Helper()
	if err := errors.Join(db.Verify(), db.Check()); err != nil {
		t.Error(err)
	}
	if rows, err := db.Rows("g1"); err != nil || len(rows) < seq+1 {
		t.Errorf("%d rows, %v; want %d at least", len(rows), err, seq+1)
	}
	if s, err := db.Summary("g1"); err != nil || s.Entries < seq {
		t.Errorf("%d entries in the list, %v; want %d at least", s.Entries, err, seq)
	}
}

func TestLookChangesNothing(t *testing.T) {
	path := file(t)
	created(t, opened(t, path), "g1")
	db, err := look(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Rename("g1", "red", "Zoë"); err == nil {
		t.Error("who looks renames players")
	}
	old := fixture(t, 4)
	before, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	older, err := OpenReadOnly(old)
	if err != nil {
		t.Fatalf("Look at an older format: %v", err)
	}
	defer older.Close()
	if _, got := entries(t, older, "g1"); len(got) != 6 {
		t.Errorf("%d entries in an older format, want 6", len(got))
	}
	if after, err := os.ReadFile(old); err != nil || string(after) != string(before) {
		t.Errorf("looking changed the file (%v)", err)
	}
}

// alone says that a backup has no side files.
func alone([]string) ([]SideFile, error) { return nil, nil }

// When a backup is restored, the games that were there are kept whole, with their journal and their
// mark, and the restored ones are whole too.
func TestRestore(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	g := created(t, db, "g1")
	appendAll(t, g, played(5))
	from := filepath.Join(t.TempDir(), "from.db")
	if err := db.Backup(from, alone); err != nil {
		t.Fatal(err)
	}
	for _, e := range played(9)[5:] {
		appendAll(t, g, played(9)[e.Seq-1:e.Seq])
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := Restore(from, path, "today")
	if err != nil || kept != path+".before-today" {
		t.Fatalf("kept %q, %v", kept, err)
	}
	for path, want := range map[string]int{path: 5, kept: 9} {
		if _, got := entries(t, opened(t, path), "g1"); len(got) != want {
			t.Errorf("%s: %d entries, want %d", path, len(got), want)
		}
	}
}

// The same without Restore: the mark tells that an older file was put there.
func TestOlderFileIsNoticed(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	g := created(t, db, "g1")
	appendAll(t, g, played(5))
	older := path + "-older"
	if err := db.Backup(older, alone); err != nil {
		t.Fatal(err)
	}
	appendAll(t, g, played(6)[5:])
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(older, path); err != nil {
		t.Fatal(err)
	}
	_, err := opened(t, path).Rows("g1")
	damage := &Damage{}
	if !errors.As(err, &damage) || damage.Seq != 6 {
		t.Errorf("a game without its last entry: %v, want damage at entry 6", err)
	}
}

// A program does not open its own file a second time: closing that again would drop SQLite's locks,
// so that a second program could write there. The control opens and closes it.
func TestSecondOpenKeepsLocks(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	created(t, db, "g1")
	locked := func() bool { // the bytes locked by everybody who has the file open: https://www.sqlite.org/fileformat2.html
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		all, err := os.ReadFile("/proc/locks")
		if err != nil {
			t.Skipf("the kernel does not tell its locks: %v", err)
		}
		return strings.Contains(string(all), fmt.Sprintf(":%d %d %d\n", info.Sys().(*syscall.Stat_t).Ino, 0x40000002, 0x40000002+509))
	}
	for name, open := range map[string]func(string) (*DB, error){"OpenReadOnly": OpenReadOnly, "OpenAlone": OpenAlone} {
		other, err := open(path)
		if !errors.Is(err, sqlitefile.ErrHeld) {
			t.Errorf("%s: %v, want that this program has the file open", name, err)
		}
		if err == nil {
			other.Close()
		}
		if !locked() {
			t.Errorf("%s: the lock of SQLite is gone", name)
		}
	}
	other, err := look(path)
	if err != nil {
		t.Fatal(err)
	}
	other.Close()
	if locked() {
		t.Error("the control has kept its lock")
	}
}
