package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// downTo are what takes a file of format 4 back to what each older one had.
var downTo = map[int]string{
	4: "",
	3: "DROP TABLE remarks; DROP TABLE sorted; DROP TABLE traits; DROP TRIGGER traits_follow_the_result; DROP INDEX games_by_day; DROP INDEX labels_by_label;",
	2: "DROP TABLE tokens;",
	1: "DROP TABLE bots;",
}

// A whole game of each older format is read, checked, and played again to its end, and
// stays as it is.
func TestOldGamesAreReplayed(t *testing.T) {
	tier.Test(t, tier.Program, "eight commands")
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "format-4.sql"))
	must(t, err)
	down := ""
	for format := 4; format >= 1; format-- {
		dir := t.TempDir()
		down += downTo[format]
		tamper(t, dir, string(text)+down+fmt.Sprintf("PRAGMA user_version = %d", format))
		before := folderOf(t, dir)
		if got := output(t, "games", "check", "--data", dir); !strings.HasSuffix(got, ": 169 entries, won by Purple\n1 game, sound.\n") {
			t.Errorf("format %d: %q, want a sound game of 169 entries that purple won", format, got)
		}
		if got, want := output(t, "games", "replay", "--data", dir), "The rules decide every entry as it was decided then.\n"; !strings.HasSuffix(got, want) {
			t.Errorf("format %d: %q, want %q at its end", format, got, want)
		}
		sameFolder(t, fmt.Sprintf("format %d", format), before, folderOf(t, dir))
		if format < 4 {
			continue
		}
		script := filepath.Join(t.TempDir(), "old.txt")
		must(t, os.WriteFile(script, []byte(output(t, "games", "export", "--data", dir)), 0o600))
		output(t, "script", script)
	}
}

// What was altered before the format changed is found afterwards, at the same entry.
func TestOldDamageIsNotHidden(t *testing.T) {
	tier.Unraced(t, "commands, each by itself")
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "format-4.sql"))
	must(t, err)
	altered := bytes.Replace(text, []byte("'purple pass'"), []byte("'purple slide'"), 1)
	dir := t.TempDir()
	tamper(t, dir, string(altered))
	out, err := arbiter(t, "games", "check", "--data", dir).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "has been altered or damaged: it does not fit its hash") {
		t.Errorf("an altered game of format 4: %v\n%s", err, out)
	}
	openLog(t, dir).Close()
	out, err = arbiter(t, "games", "check", "--data", dir).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "has been altered or damaged: it does not fit its hash") {
		t.Errorf("the same, brought up to date: %v\n%s", err, out)
	}
}
