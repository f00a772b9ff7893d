package gamelog

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"

	"github.com/google/go-cmp/cmp"
)

// laden makes a backup of a game that carries two files.
func laden(t *testing.T) (file string, want []SideFile) {
	t.Helper()
	db := opened(t, filepath.Join(t.TempDir(), "games.db"))
	appendAll(t, created(t, db, "g1"), played(5))
	created(t, db, "g2")
	want = []SideFile{{"seals/g1", []byte("a secret of the first game")}, {"stands.json", []byte{0, 255, '\n'}}}
	file = filepath.Join(t.TempDir(), "copy.db")
	err := db.Backup(file, func(games []string) ([]SideFile, error) {
		if got := strings.Join(games, " "); got != "g1 g2" {
			t.Errorf("the copy has %q, want both games", got)
		}
		return []SideFile{want[1], want[0]}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return file, want
}

func looking(t *testing.T, file string) *DB {
	t.Helper()
	db, err := OpenReadOnly(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// What a backup carries comes back, readable by its owner alone, and playing in a backup that still
// carries it works.
func TestCarried(t *testing.T) {
	file, want := laden(t)
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("the backup: %v, %v, want a file for its owner", info.Mode(), err)
	}
	db := looking(t, file)
	got, err := db.SideFiles()
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v, -want +got\n%s", err, d)
	}
	if err := errors.Join(db.Verify(), db.Check()); err != nil {
		t.Error(err)
	}
	playing := opened(t, file)
	appendAll(t, created(t, playing, "g3"), played(2))
	again := filepath.Join(t.TempDir(), "again.db")
	if err := playing.Backup(again, alone); err != nil {
		t.Fatal(err)
	}
	db = looking(t, again)
	if got, err := db.SideFiles(); len(got) > 0 || err != nil {
		t.Errorf("a backup of a backup carries what the first did: %v, %v", got, err)
	}
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}

// Nothing of what was carried is left in the file, not even in its free pages; the control, which
// removes it carelessly, finds it there.
func TestUnload(t *testing.T) {
	for _, careful := range []bool{true, false} {
		file, want := laden(t)
		db := opened(t, file)
		unload := db.RemoveSideFiles
		if !careful {
			unload = func() error { _, err := db.sql.Exec("PRAGMA secure_delete = OFF; DROP TABLE carried"); return err }
		}
		if err := errors.Join(unload(), db.Close()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil || bytes.Contains(text, want[0].Text) == careful {
			t.Errorf("with care %v: the secret is in the file: %v, %v", careful, !careful, err)
		}
		if !careful {
			continue
		}
		db = opened(t, file)
		if got, err := db.SideFiles(); len(got) > 0 || err != nil {
			t.Errorf("after Unload: %v, %v", got, err)
		}
		if err := errors.Join(db.RemoveSideFiles(), db.Check()); err != nil {
			t.Error(err)
		}
	}
}

// Any change in the table is reported. A backup by a program that carries nothing has neither table
// nor hash.
func TestAlteredCarriage(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	unhurried(t)
	for statement, broken := range map[string]bool{
		`UPDATE carried SET text = x'00' WHERE name = 'stands.json'`:   true,
		`UPDATE carried SET name = 'seals/g2' WHERE name = 'seals/g1'`: true,
		`DELETE FROM carried WHERE name = 'seals/g1'`:                  true,
		`DELETE FROM carried`:                                                     true,
		`INSERT INTO carried VALUES ('seals/g2', x'01')`:                          true,
		`UPDATE carried SET text = zeroblob(20000000) WHERE name = 'stands.json'`: true,
		`DROP TABLE carried`:                                                      true,
		`DELETE FROM sums WHERE what = 'carried'`:                                 true,
		`ALTER TABLE carried RENAME COLUMN text TO words`:                         true,
		`DROP TABLE carried; DELETE FROM sums WHERE what = 'carried'`:             false,
	} {
		file, _ := laden(t)
		executed(t, file, statement)
		db := looking(t, file)
		_, err := db.SideFiles()
		bad := &FileDamage{}
		if errors.As(err, &bad) != broken || !broken && err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		if broken && (db.Check() == nil || len(unexplained(file, err)) > 0) {
			t.Errorf("%s: Check finds nothing, or its error explains nothing: %v", statement, err)
		}
	}
	for _, statement := range []string{
		`DROP TABLE carried; CREATE VIEW carried AS SELECT 'seals/g1' AS name, 'x' AS text`,
		`CREATE TRIGGER more AFTER DELETE ON carried BEGIN DELETE FROM labels; END`,
	} {
		file, _ := laden(t)
		executed(t, file, statement)
		if _, err := OpenReadOnly(file); !errors.As(err, new(*FileDamage)) {
			t.Errorf("%s: Look = %v, want that it is broken", statement, err)
		}
	}
}

func executed(t *testing.T, file, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite3", file)
	if err == nil {
		_, err = db.Exec(statement)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Whatever byte of a backup is altered, either its side files are unchanged or the damage is
// reported. The control reads without our checks, and silently gets something else.
func TestFlippedCarriage(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	file, want := laden(t)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flips := tier.Of(t, tier.Crash, "flips", 60, 240, 5000)
	chance, told, silent := rand.New(rand.NewPCG(tier.Seed(t), 9)), 0, 0
	row := bytes.Index(whole, want[0].Text) - 16 // three of four are flipped there
	for i := range flips {
		text := slices.Clone(whole)
		at := chance.IntN(len(text))
		if i%4 > 0 {
			at = row + chance.IntN(16+len(want[0].Text))
		}
		text[at] ^= byte(1 + chance.IntN(255))
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := rawCarried(file); err == nil && !cmp.Equal(got, want) {
			silent++
		}
		got, err := carriedIn(file)
		switch {
		case err != nil:
			told++
			if wrong := unexplained(file, err); len(wrong) > 0 {
				t.Errorf("byte %d: %v", at, wrong)
			}
		case !cmp.Equal(got, want):
			t.Errorf("byte %d: %q is carried, and nothing is said", at, got)
		}
	}
	t.Logf("of %d flips %d are told; %d would change what is carried without a word", flips, told, silent)
	if told == 0 || silent == 0 {
		t.Error("the test reaches nothing")
	}
}

func carriedIn(file string) (list []SideFile, err error) {
	db, err := OpenReadOnly(file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.SideFiles()
}

// rawCarried reads the side files with SQLite's own checks alone.
func rawCarried(file string) (list []SideFile, err error) {
	db, err := sql.Open("sqlite3", file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.Query(sideFileTable.query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a SideFile
		if err := rows.Scan(&a.Name, &a.Text); err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, rows.Err()
}

// unexplained returns what is wrong with an error that does not name the file or what to do.
func unexplained(path string, err error) []string {
	if strings.Contains(err.Error(), path) && (strings.Contains(err.Error(), "arbiter restore") || strings.Contains(err.Error(), "choose another")) {
		return nil
	}
	return []string{fmt.Sprint("the error is not explained: ", err)}
}

// If the side files are too large or cannot be read, the backup is refused and leaves nothing
// behind.
func TestBackupThatCannotCarry(t *testing.T) {
	db := opened(t, file(t))
	created(t, db, "g1")
	dir := t.TempDir()
	for want, beside := range map[string]func([]string) ([]SideFile, error){
		"more than 32 MiB": func([]string) ([]SideFile, error) { return []SideFile{{"seals/g1", make([]byte, mostSideFiles)}}, nil },
		"no such seal":     func([]string) ([]SideFile, error) { return nil, errors.New("no such seal") },
	} {
		err := db.Backup(filepath.Join(dir, "copy.db"), beside)
		left, _ := os.ReadDir(dir)
		if err == nil || !strings.Contains(err.Error(), want) || len(left) > 0 {
			t.Errorf("%v, want %q; left are %v", err, want, left)
		}
	}
}
