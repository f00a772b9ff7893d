package gamelog

import (
	"database/sql"
	"errors"
	"os"
	"slices"
	"testing"
)

// alter runs statements that no program of ours would.
func alter(t *testing.T, db *DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.sql.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
}

// The game that goes on is the newest without a result. If that one is damaged it is named, and no
// older one takes its place; damage in older ones does not matter. A game left for another goes on
// only if that other one is gone.
func TestUnfinished(t *testing.T) {
	names := func(err error) []string {
		var b *FileDamage
		errors.As(err, &b)
		return b.games()
	}
	wants := func(db *DB, what, want, broken string, left ...string) {
		t.Helper()
		s, ok, err := db.Unfinished(left...)
		if got := names(err); broken != "" && !slices.Equal(got, []string{broken}) || broken == "" && err != nil {
			t.Errorf("%s: damage of %q (%v), want %q", what, got, err, broken)
		}
		if ok != (want != "") || ok && s.ID != want {
			t.Errorf("%s: %q goes on, %v; want %q", what, s.ID, ok, want)
		}
	}
	db := opened(t, file(t))
	wants(db, "an empty file", "", "")
	created(t, db, "old")
	wants(db, "one game", "old", "")
	created(t, db, "new")
	wants(db, "two games", "new", "")
	alter(t, db, `UPDATE games SET program = 'x' WHERE id = 'old'`)
	wants(db, "the older one is damaged", "new", "")
	alter(t, db, `UPDATE games SET program = 'arbiter test' WHERE id = 'old'`, `UPDATE games SET program = 'x' WHERE id = 'new'`)
	wants(db, "the newer one is damaged", "", "new")
	if err := db.Import(header("from-elsewhere"), played(3), nil, "red"); err != nil {
		t.Fatal(err)
	}
	wants(db, "another game was taken in", "", "new")
	alter(t, db, `UPDATE games SET finished = created, result = 'red' WHERE id = 'new'`)
	wants(db, "the damaged one that was played last seems to be over", "", "new")
	wants(db, "it was left", "old", "", "new")
	wants(db, "both were left", "", "", "new", "old")
	created(t, db, "newest")
	wants(db, "a new game", "newest", "", "new")
	wants(db, "a new game, and it is said to be left", "newest", "", "new", "newest")
	finish(t, db, "newest", "blue")
	wants(db, "the new game is over, both were left", "", "", "new", "old")
}

// A game whose end is missing stays damaged, even after the mark has moved on to another one; the
// log of a game that is itself damaged is not sealed again.
func TestDamageStays(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	appendAll(t, created(t, db, "g1"), played(7))
	for _, c := range []struct {
		name, damage string
		seq, sealed  int
	}{
		{"its end", `DELETE FROM entries WHERE seq > 5`, 6, 7},
		{"in the middle", `UPDATE entries SET by = 'blue' WHERE seq = 3`, 3, 0},
	} {
		copied := file(t)
		mark, err := os.ReadFile(ProgressFile(path))
		if err := errors.Join(err, db.Backup(copied, alone), os.WriteFile(ProgressFile(copied), mark, 0o600)); err != nil {
			t.Fatal(err)
		}
		damageIn(t, copied, c.damage)
		again := opened(t, copied)
		created(t, again, "g2")
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
		again = opened(t, copied)
		var d *Damage
		if _, err := again.Rows("g1"); !errors.As(err, &d) || d.Seq != c.seq {
			t.Errorf("%s: %v, want damage at entry %d", c.name, err, c.seq)
		}
		sealed := 0
		if err := again.sql.QueryRow(`SELECT entries FROM games WHERE id = 'g1'`).Scan(&sealed); err != nil || sealed != c.sealed {
			t.Errorf("%s: sealed up to entry %d, %v, want %d", c.name, sealed, err, c.sealed)
		}
	}
}

// damageIn alters a closed file, leaving its schema as it was.
func damageIn(t *testing.T, path, statement string) {
	t.Helper()
	file, err := sql.Open("sqlite3", uri(path, nil))
	if err != nil {
		t.Fatal(err)
	}
	db := &DB{sql: file}
	defer db.Close()
	var stay, same string
	for name, text := range map[string]*string{"entries_stay": &stay, "entries_stay_as_they_are": &same} {
		if err := db.sql.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, name).Scan(text); err != nil {
			t.Fatal(err)
		}
	}
	alter(t, db, `DROP TRIGGER entries_stay`, `DROP TRIGGER entries_stay_as_they_are`, statement, stay, same)
}

// If SQLite cannot read the log of the unfinished game, the file is not opened for writing: other
// games may be affected.
func TestRuinedFileIsRefused(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	appendAll(t, created(t, db, "g1"), played(40))
	var root, size int64
	if err := errors.Join(
		db.sql.QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = 'entries'`).Scan(&root),
		db.sql.QueryRow(`PRAGMA page_size`).Scan(&size), db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := opened(t, path).Close(); err != nil { // the control
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt(make([]byte, size), (root-1)*size)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, marked := range []bool{true, false} {
		if !marked {
			if err := os.Remove(ProgressFile(path)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Open(path)
		if !Damaged(err) {
			t.Errorf("with a mark %v: %v, want a refusal", marked, err)
		}
	}
	if Damaged(&Damage{File: path, Game: "g1"}) || Damaged(db.wrong("g1")) || Damaged(errors.New("disk I/O error")) {
		t.Error("what concerns one game, or is no damage, ruins the file")
	}
}

func TestNoFileOfGamesIsRefused(t *testing.T) {
	path := file(t)
	if err := os.WriteFile(path, make([]byte, 8192), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !Damaged(err) {
		t.Errorf("%v, want a refusal", err)
	}
}
