package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Plays come in on the command line, without names unless it says otherwise.
func TestPlaysOnTheCommandLine(t *testing.T) {
	t.Parallel()
	dir, files := t.TempDir(), t.TempDir()
	must(t, openLog(t, dir).Close())
	file := func(name, text string) string {
		path := filepath.Join(files, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	const plays = `<plays><play id="77" date="2026-03-01" quantity="1" length="45" incomplete="0"><item name="%s"/><players><player name="007" win="1" score="9"/><player name="Ben" win="0"/></players></play></plays>`
	one := file("plays.xml", strings.Replace(plays, "%s", "Der Hohe Rat", 1))
	if got := output(t, "games", "import", "--dry-run", one, "--data", dir); !strings.Contains(got, "ok    "+one+": new: 1; known already: 0; ") || strings.Contains(output(t, "games", "list", "--data", dir), "bgg:77") {
		t.Errorf("a dry run: %s", got)
	}
	output(t, "games", "import", one, "--data", dir)
	if got := output(t, "games", "list", "--data", dir); !strings.Contains(got, "bgg:77  2026-03-01  high-council  player-1 (won), player-2  -") {
		t.Errorf("nobody has said that names are taken: %s", got)
	}
	two := file("more.xml", strings.ReplaceAll(strings.Replace(plays, "%s", "Casting Shadows", 1), "77", "78"))
	output(t, "games", "import", "--names", "all", two, "--data", dir)
	if got := output(t, "games", "list", "--data", dir); !strings.Contains(got, "007 (won), Ben") {
		t.Errorf("with all names: %s", got)
	}
	if got := output(t, "games", "import", two, "--data", dir); !strings.Contains(got, "new: 0; known already: 1") {
		t.Errorf("a second time: %s", got)
	}
	three := file("third.xml", strings.NewReplacer("%s", "Casting Shadows", "77", "79", "007", "ben").Replace(plays))
	output(t, "games", "import", "--names", "known", three, "--data", dir)
	if got := output(t, "games", "list", "--data", dir); !strings.Contains(got, "bgg:79  2026-03-01  casting-shadows  player-1 (won), Ben") {
		t.Errorf("with names that are here, of which ben is none: %s", got)
	}
	var out strings.Builder
	bad := file("bad.xml", "<plays>\n<play id=\"1\" date=\"soon\" quantity=\"1\"><item name=\"Casting Shadows\"/></play></plays>")
	if code := run([]string{"games", "import", bad, "--data", dir}, &out, &out); code != exitFailed || !strings.Contains(out.String(), "bad.xml, line 2: “soon” is no date of a play") {
		t.Errorf("exit status %d, %s", code, out.String())
	}
}
