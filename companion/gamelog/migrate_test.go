package gamelog

import (
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"

	"arbiter/engine"

	"github.com/google/go-cmp/cmp"
)

var (
	later  = migration{text: "ALTER TABLE games ADD COLUMN place TEXT NOT NULL DEFAULT 'kitchen';"}
	broken = migration{text: later.text, after: "INSERT INTO nowhere VALUES (1);"}
)

func steps(t *testing.T, more ...migration) []migration {
	t.Helper()
	list, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	return append(list, more...)
}

// fixture makes a file as a program of that format left it.
func fixture(t *testing.T, format int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/format-%d.sql", format))
	if err != nil {
		t.Fatal(err)
	}
	path := file(t)
	db, err := sql.Open("sqlite3", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(string(text)); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFilesOfEveryFormatOpen(t *testing.T) {
	for format := 1; format <= len(steps(t)); format++ {
		path := fixture(t, format)
		_, got := entries(t, opened(t, path), "g1")
		if d := cmp.Diff(played(6), got); d != "" {
			t.Errorf("format %d: -want +got\n%s", format, d)
		}
	}
}

// Files from before there were bots have none.
func TestBotsOfEveryFormat(t *testing.T) {
	for format, want := range []map[engine.Seat]string{1: nil, 2: {"blue": "greedy"}, 3: {"blue": "greedy"}} {
		if format == 0 {
			continue
		}
		db := opened(t, fixture(t, format))
		s, err := db.Summary("g1")
		if d := cmp.Diff(want, s.Bots); d != "" || err != nil {
			t.Errorf("format %d: %v -want +got\n%s", format, err, d)
		}
		h := header("g2")
		h.Bots = map[engine.Seat]string{"red": "random"}
		if _, err := db.Create(h); err != nil {
			t.Fatal(err)
		}
		s, err = db.Summary("g2")
		if d := cmp.Diff(h.Bots, s.Bots); d != "" || err != nil {
			t.Errorf("format %d, a new game: %v -want +got\n%s", format, err, d)
		}
	}
}

func TestOlderFileIsCopiedAndChanged(t *testing.T) {
	path := fixture(t, 4)
	db, err := open(path, steps(t, later))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, got := entries(t, db, "g1")
	if d := cmp.Diff(played(6), got); d != "" {
		t.Errorf("changed file: -want +got\n%s", d)
	}
	var place string
	if err := db.sql.QueryRow("SELECT place FROM games").Scan(&place); err != nil || place != "kitchen" {
		t.Errorf("the new column says %q, %v", place, err)
	}
	_, got = entries(t, opened(t, path+".format-4"), "g1")
	if d := cmp.Diff(played(6), got); d != "" {
		t.Errorf("copy: -want +got\n%s", d)
	}
}

func TestFailedChangeLeavesTheFile(t *testing.T) {
	path := fixture(t, 4)
	if _, err := open(path, steps(t, broken)); err == nil {
		t.Fatal("a broken migration is no error")
	}
	db, err := open(path, steps(t, later)) // the copy from the first try is replaced
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, got := entries(t, db, "g1"); len(got) != 6 {
		t.Errorf("%d entries, want 6", len(got))
	}
}

func TestFailedCopyChangesNothing(t *testing.T) {
	path := fixture(t, 4)
	if err := os.MkdirAll(path+".format-4.part/full", 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "copy before") {
		t.Fatalf("Open = %v, want trouble with the copy", err)
	}
	db, err := sql.Open("sqlite3", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if version, _, err := inspect(t.Context(), db); version != 4 || err != nil {
		t.Errorf("format %d, %v; want 4", version, err)
	}
}

func TestNewerFileIsRefused(t *testing.T) {
	for _, step := range []migration{later, {text: "CREATE TABLE guests (name TEXT)"}} {
		path := file(t)
		newer, err := open(path, steps(t, step))
		if err != nil {
			t.Fatal(err)
		}
		for _, program := range []string{"arbiter v1.0", "arbiter v99.1 linux/arm64"} {
			if step.text != later.text { // the control has no games
				h := header(fmt.Sprint("g", len(program)))
				h.Program = program
				if _, err := newer.Create(h); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := newer.Close(); err != nil {
			t.Fatal(err)
		}
		_, err = Open(path)
		if err == nil || !strings.Contains(err.Error(), "written by a newer program") || !strings.Contains(err.Error(), "update the program") {
			t.Errorf("after %s: Open = %v, want a refusal that says what to do", step.text, err)
		}
		if named := strings.Contains(fmt.Sprint(err), "began with arbiter v99.1 linux/arm64)"); named != (step.text != later.text) {
			t.Errorf("after %s: Open = %v, want the program that the newest game began with, if there is one", step.text, err)
		}
	}
}
