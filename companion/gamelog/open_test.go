package gamelog

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/mattn/go-sqlite3"
)

func TestOpenErrorsSayWhatToDo(t *testing.T) {
	foreign, noise := file(t), file(t)
	db := opened(t, foreign)
	if _, err := db.sql.Exec("PRAGMA user_version = 0"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(noise, []byte(strings.Repeat("this is a letter, not a database\n", 99)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		foreign:               "belongs to another program",
		noise:                 "choose another",
		"/no/such/dir/g.db":   "there is no directory /no/such/dir",
		t.TempDir():           "cannot be opened",
		"/dev/null/nowhere/g": "there is no directory",
	} {
		_, err := Open(path)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%s) = %v, want %q", path, err, want)
		}
	}
}

func TestFileOfAnotherProgramIsLeftAsItWas(t *testing.T) {
	path := file(t)
	db, err := sql.Open("sqlite3", uri(path, nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE recipes (name TEXT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "belongs to another program") {
		t.Errorf("Open = %v, want a refusal", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed (%v)", err)
	}
}

// A trigger that runs when an entry is written could remove what was acknowledged, so a file with
// one is refused. The control writes into one.
func TestNothingActsBehindTheLog(t *testing.T) {
	for _, statement := range []string{
		"CREATE TRIGGER sly AFTER INSERT ON entries BEGIN DELETE FROM entries WHERE place = new.place; END",
		"CREATE TRIGGER sly AFTER UPDATE ON head BEGIN UPDATE labels SET label = 'somebody'; END",
		"CREATE VIEW sly AS SELECT * FROM games",
	} {
		path := file(t)
		db := opened(t, path)
		if _, err := db.sql.Exec(statement); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		for name, open := range map[string]func(string) (*DB, error){"Open": Open, "Look": OpenReadOnly} {
			var broken *FileDamage
			if db, err := open(path); !errors.As(err, &broken) || !strings.Contains(err.Error(), " sly of ") {
				t.Errorf("%s of a file with %s: %v, want that it is damaged", name, statement, err)
				if err == nil {
					db.Close()
				}
			}
		}
	}
}

func TestNothingActsBehindTheLogControl(t *testing.T) {
	db := opened(t, file(t))
	g := created(t, db, "g1")
	for _, statement := range []string{"DROP TRIGGER entries_stay", "CREATE TRIGGER sly AFTER INSERT ON entries BEGIN DELETE FROM entries WHERE place = new.place; END"} {
		if _, err := db.sql.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	appendAll(t, g, played(3)) // which is acknowledged
	var damage *Damage
	if rows, err := db.Rows("g1"); !errors.As(err, &damage) {
		t.Errorf("%d entries, %v: the trigger took nothing away", len(rows), err)
	}
}

// A full disk does not count as a damaged file, whatever SQLite calls it.
func TestSystemErrorsAreExplained(t *testing.T) {
	db := &DB{path: "games.db"}
	for _, x := range []struct {
		err  sqlite3.Error
		want string
	}{
		{sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.ENOSPC}, "the disk is full"},
		{sqlite3.Error{Code: sqlite3.ErrCantOpen, SystemErrno: syscall.EDQUOT}, "the disk is full"},
		{sqlite3.Error{Code: sqlite3.ErrCantOpen, SystemErrno: syscall.EROFS}, "the file cannot be written"},
		{sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.EIO}, "the disk does not work"},
		{sqlite3.Error{Code: sqlite3.ErrCantOpen}, "the file cannot be opened"},
	} {
		if got := db.explain(x.err); !strings.Contains(got.Error(), x.want) {
			t.Errorf("%v (%v): %v, want %q", x.err.Code, x.err.SystemErrno, got, x.want)
		}
	}
}

// A reader refuses an empty file: it holds no games.
func TestReadOnlyRefusesAnEmptyFile(t *testing.T) {
	path := file(t)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if db, err := OpenReadOnly(path); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("Look = %v, %v, want that it is empty", db, err)
	}
	opened(t, path) // for playing it is as good as no file
}

// What root writes beside the games of somebody else belongs to them.
func TestMarkBelongsToTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const owner = 61234
	path := file(t)
	if err := opened(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(ProgressFile(path)), os.Chown(path, owner, owner)); err != nil {
		t.Fatal(err)
	}
	db := opened(t, path)
	for _, name := range []string{ProgressFile(path), path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if of := info.Sys().(*syscall.Stat_t); of.Uid != owner || of.Gid != owner {
			t.Errorf("%s belongs to %d:%d, want the owner of the games", name, of.Uid, of.Gid)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
