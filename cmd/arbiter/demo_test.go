package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/engine/enginetest/tier"
)

// arbiter returns the program as a process of its own, which knows nothing of who runs
// the tests.
func arbiter(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = append([]string{"arbiter"}, args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_RUNTIME_DIR="+home)
	return cmd
}

// output runs the program to its good end.
func output(t *testing.T, args ...string) string {
	t.Helper()
	tier.Unraced(t, "commands, each by itself")
	cmd := arbiter(t, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("arbiter %s: %v\n%s", strings.Join(args, " "), err, errs.String())
	}
	return string(out)
}

// tracks returns the last score board of an output.
func tracks(t *testing.T, text string) string {
	t.Helper()
	i := strings.LastIndex(text, "\nseat ")
	if i < 0 {
		t.Fatalf("no tracks in:\n%s", text)
	}
	var rows []string
	for line := range strings.Lines(text[i+1:]) {
		if len(rows) > 0 && len(strings.Fields(line)) != len(strings.Fields(rows[0])) || len(rows) > 4 {
			break
		}
		rows = append(rows, line)
	}
	return strings.Join(rows, "")
}

func TestDemo(t *testing.T) {
	t.Parallel()
	for people := 1; people <= tier.Of(t, tier.Program, "seats", 1, 2, 4); people++ {
		t.Run(fmt.Sprintf("%d seats", people), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := []string{"demo", "--seats", fmt.Sprint(people), "--seed", fmt.Sprint(40 + people), "--data"}
			checkDemo(t, args, dir)
			checkExport(t, dir, " consumption +")
		})
	}
}

// checkDemo plays a demo twice and compares what it says, its log and its replay.
func checkDemo(t *testing.T, args []string, dir string) {
	t.Helper()
	text := output(t, append(args, dir)...)
	checkFile(t, dir, text)
	if got, want := tracks(t, output(t, "games", "replay", "--data", dir)), tracks(t, text); got != want {
		t.Errorf("replay ends in\n%swant\n%s", got, want)
	}
	if got, want := entriesOf(output(t, append(args, t.TempDir())...)), entriesOf(text); got != want {
		t.Errorf("the same seed plays\n%sand\n%s", got, want)
	}
	if strings.Contains(text, "\x1b") {
		t.Error("progress was printed where there is no terminal")
	}
}

// entriesOf returns an output from its first entry to the last but one line, which
// names a folder.
func entriesOf(text string) string {
	_, text, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, "\nThe log is ")
	return text
}

// checkFile lets SQLite's own program read the log of a demo, and looks for the
// picture.
func checkFile(t *testing.T, dir, text string) {
	t.Helper()
	entries := strings.Count("\n"+text, "\n#")
	want := fmt.Sprintf("ok\n%d\n", entries+1) // and the setup
	out, err := exec.Command("sqlite3", filepath.Join(dir, datadir.LogFile), "PRAGMA integrity_check; SELECT count(*) FROM entries").Output()
	if err != nil {
		t.Fatalf("sqlite3: %v; make test installs it", err)
	}
	if got := string(out); got != want {
		t.Errorf("sqlite3 says %q, want %q", got, want)
	}
	info, err := os.Stat(filepath.Join(dir, demo.PanelFile))
	if err != nil || info.Size() < 500 {
		t.Errorf("picture of the panel: %v, %v", info, err)
	}
}

// checkExport: the exported game is a script that passes, and fails when one
// digit is changed, the last one that follows before.
func checkExport(t *testing.T, dir, before string) {
	t.Helper()
	text := output(t, "games", "export", "--data", dir)
	file := filepath.Join(t.TempDir(), "game.txt")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	output(t, "script", file)
	i := strings.LastIndex(text, before) + len(before)
	changed := text[:i] + string(rune('0'+(text[i]-'0'+1)%10)) + text[i+1:]
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := arbiter(t, "script", file).Run(); err == nil {
		t.Error("a script with a wrong answer passes")
	}
}

func TestSeedsDiffer(t *testing.T) {
	tier.Test(t, tier.Program, "two demos")
	t.Parallel()
	a, b := output(t, "demo", "--seed", "1", "--data", t.TempDir()), output(t, "demo", "--seed", "2", "--data", t.TempDir())
	if tracks(t, a) == tracks(t, b) {
		t.Error("two seeds play the same game: the comparison of seeds says nothing")
	}
}

func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	cmd := arbiter(t, "demo", "--data", t.TempDir())
	terminal, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	defer time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() }).Stop()
	text, err := io.ReadAll(terminal)
	if err != nil && len(text) == 0 {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if got, want := string(text), "\r\x1b[KRound 1, Phase 1: buy, entry 1 "; !strings.Contains(got, want) {
		t.Errorf("no progress %q in the output", want)
	}
}
