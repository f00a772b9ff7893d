package gamelog

import (
	"bytes"
	"database/sql"
	"os"
	"strings"
	"testing"
)

func TestOpenSaysWhatToDo(t *testing.T) {
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
