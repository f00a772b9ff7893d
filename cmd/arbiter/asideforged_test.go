package main

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/engine/enginetest/tier"
)

// A backup that somebody has made to write elsewhere, or too much, is refused, and so
// is one that was altered: nothing is written then. The control is forged alike and
// harmless.
func TestForgedBackups(t *testing.T) {
	tier.Test(t, tier.Program, "twenty commands")
	t.Parallel()
	g, file := sealedBackup(t)
	for _, name := range []string{
		"../x", "x", "/tmp/x", "seals/../../x", "seals/" + g.id + "/../../x", "seals/", "seals/.", "seals", "seals/unknown", "seals//" + g.id,
		"games.db", "authority.pem", "seats.json", ".lock", "./stands.json", "",
	} {
		notRestored(t, forged(t, file, name, "x"), "the backup carries "+fmt.Sprintf("%q", name))
	}
	notRestored(t, forged(t, file, "seals/"+g.id, strings.Repeat("x", datadir.SideFileAtMost+1)), "more than such a file has")
	notRestored(t, altered(t, file, `DELETE FROM carried WHERE name LIKE 'seals/%'`), "carried: what is kept there does not fit its hash")
	notRestored(t, altered(t, file, `DROP TABLE carried`), "the table of what is carried beside the games is not what it was")
	dir := t.TempDir()
	output(t, "restore", "--data", dir, forged(t, file, "seals/"+g.id, "forged"))
	text, err := os.ReadFile(filepath.Join(dir, "seals", g.id))
	if err != nil || string(text) != "forged" {
		t.Errorf("control: %q, %v, want what was forged", text, err)
	}
}

// notRestored expects that a backup is not put in place, and that nothing is left of it.
func notRestored(t *testing.T, file, why string) {
	t.Helper()
	above := t.TempDir()
	dir := filepath.Join(above, "data")
	out, err := arbiter(t, "restore", "--data", dir, file).CombinedOutput()
	if err == nil || !strings.Contains(string(out), why) {
		t.Errorf("%v, %s, want %q", err, out, why)
	}
	var left []string
	must(t, filepath.WalkDir(above, func(path string, _ fs.DirEntry, err error) error { left = append(left, path); return err }))
	if want := []string{above, dir, filepath.Join(dir, ".lock")}; !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

// Root writes to no place that the owner of a folder has led it to: neither the folder
// of seals nor a file that is made in passing is a way out.
func TestRestoreFollowsNoLinks(t *testing.T) {
	tier.Test(t, tier.Program, "six commands")
	t.Parallel()
	g, file := sealedBackup(t)
	for name, lead := range map[string]func(dir, out string) error{
		"seals": func(dir, out string) error { return os.Symlink(out, filepath.Join(dir, "seals")) },
		"stands.json.new": func(dir, out string) error {
			return os.Symlink(filepath.Join(out, "x"), filepath.Join(dir, "stands.json.new"))
		},
		"stands.json.new hard": func(dir, out string) error {
			return os.Link(filepath.Join(out, "x"), filepath.Join(dir, "stands.json.new"))
		},
	} {
		dir, out := t.TempDir(), t.TempDir()
		must(t, os.WriteFile(filepath.Join(out, "x"), []byte("mine"), 0o644))
		must(t, lead(dir, out))
		said, err := arbiter(t, "restore", "--data", dir, file).CombinedOutput()
		if refuses := name == "seals"; refuses != (err != nil) {
			t.Errorf("%s: %v, %s", name, err, said)
		}
		text, err := os.ReadFile(filepath.Join(out, "x"))
		left, _ := os.ReadDir(out)
		if err != nil || string(text) != "mine" || len(left) != 1 {
			t.Errorf("%s: %q, %v, %v: somebody else's folder was written to", name, text, left, err)
		}
		if name != "seals" {
			must(t, g.kept(dir))
		}
	}
}

// altered is a copy of a backup in which somebody has done something.
func altered(t *testing.T, backup, statement string, args ...any) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "altered.db")
	must(t, archive.CopyFile(backup, file))
	db, err := sql.Open("sqlite3", file)
	must(t, err)
	_, err = db.Exec(statement, args...)
	must(t, errors.Join(err, db.Close()))
	return file
}

// forged is a copy of a backup that carries one thing more, with a hash that fits.
func forged(t *testing.T, backup, name, text string) string {
	t.Helper()
	file := altered(t, backup, `INSERT OR REPLACE INTO carried VALUES (?, ?)`, name, []byte(text))
	db, err := sql.Open("sqlite3", file)
	must(t, err)
	defer db.Close()
	rows, err := db.Query(`SELECT name, text FROM carried ORDER BY name`)
	must(t, err)
	sum := sha256.New()
	fmt.Fprintln(sum, "carried")
	for rows.Next() {
		var name, text string
		must(t, rows.Scan(&name, &text))
		fmt.Fprintf(sum, "%q %q\n", name, text)
	}
	must(t, rows.Close())
	_, err = db.Exec(`UPDATE sums SET sum = ? WHERE what = 'carried'`, sum.Sum(nil))
	must(t, err)
	return file
}
