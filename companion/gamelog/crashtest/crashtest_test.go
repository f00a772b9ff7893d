package crashtest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
)

// A child replaces the file "word" in the folder "deep" in one of these ways, and
// says so.
func TestChildReplacesAFile(t *testing.T) {
	dir, way := os.Getenv("POWERCUT_DIR"), os.Getenv("POWERCUT_WAY")
	if dir == "" {
		t.Skip("only as a child of the other tests")
	}
	deep := filepath.Join(dir, "deep")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	name, to := filepath.Join(deep, "word"), filepath.Join(deep, "word.new")
	if strings.Contains(way, "in place") {
		to = name
	}
	f, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(bytes.Repeat([]byte("new "), 300)); err != nil {
		t.Fatal(err)
	}
	closed(t, f, !strings.Contains(way, "no sync of the file"))
	if to != name {
		if err := os.Rename(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for folder, unless := range map[string]string{deep: "no sync of the folder", dir: "no sync above"} {
		f, err := os.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		closed(t, f, !strings.Contains(way, unless))
	}
	os.Stdout.WriteString("done\n")
}

func closed(t *testing.T, f *os.File, synced bool) {
	t.Helper()
	if synced {
		if err := f.Sync(); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func child(dir, way string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChildReplacesAFile$")
	cmd.Env = append(os.Environ(), "POWERCUT_DIR="+dir, "POWERCUT_WAY="+way)
	return cmd
}

// The right way to replace a file is never blamed, and each wrong one is.
func TestReplacedFile(t *testing.T) {
	tier.Test(t, tier.Crash, "8 programs under strace, 300 disks of each")
	Need(t)
	for _, c := range []struct {
		way    string
		old    bool // there is a file before
		broken bool // a file that is neither the old one nor the new one
		lost   bool // it was reported as done, but is not
	}{
		{"all syncs", true, false, false},
		{"all syncs", false, false, false},
		{"no sync of the file", true, true, false},
		{"no sync of the folder", true, false, true},
		{"no sync above", true, false, false},
		{"no sync above", false, false, true},
		{"in place", true, true, false},
		{"in place, no sync of the file", true, true, true},
	} {
		r := replaced(t, c.way, c.old)
		if got, want := [2]bool{r.Broken > 0, r.Lost > 0}, [2]bool{c.broken, c.lost}; got[0] != want[0] || got[1] != want[1] && !c.broken {
			t.Errorf("%s, old file %v: broken and lost %v, want %v: %v", c.way, c.old, got, want, r)
		}
		if r.Promised != 1 {
			t.Errorf("%s: what the child said was not seen", c.way)
		}
	}
}

func replaced(t *testing.T, way string, old bool) Result {
	t.Helper()
	dir, again := Memory(t), Memory(t)
	before := bytes.Repeat([]byte("old "), 400)
	if old {
		if err := os.Mkdir(filepath.Join(dir, "deep"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "deep", "word"), before, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := child(dir, way)
	w, err := Under(cmd, dir)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	trace, err := w.Trace()
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.Try(Trial{
		Seed: 3, Disks: 300, Dir: again,
		Promised: func(said []byte) int { return strings.Count(string(said), "done\n") },
		Reopen: func() (int, error) {
			text, err := os.ReadFile(filepath.Join(again, "deep", "word"))
			switch {
			case err == nil && string(text) == strings.Repeat("new ", 300):
				return 1, nil
			case err == nil && bytes.Equal(text, before) && old, os.IsNotExist(err) && !old:
				return 0, nil
			}
			return 0, fmt.Errorf("the file has %d bytes that nobody wrote; %v", len(text), err)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A transcript that lacks a line is noticed, even if it is only a sync, which leaves no other
// trace; so is one with a line too many.
func TestLostLineIsNoticed(t *testing.T) {
	Need(t)
	dir := Memory(t)
	file := filepath.Join(t.TempDir(), "trace")
	cmd := child(dir, "all syncs")
	if err := Strace(cmd, t.TempDir(), "-o", file, "-C", "-U", "name,calls", "-xx", "-s", "200000", "-e", "trace="+traced); err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := finished(t, file)
	whole := func() string { return strings.Join(lines, "\n") + "\n" }
	if _, err := transcribe(strings.NewReader(whole())); err != nil {
		t.Fatalf("a whole transcript: %v", err)
	}
	tried := 0
	for i, line := range lines {
		if !strings.Contains(line, " fsync(") && !strings.Contains(line, " renameat(") {
			continue
		}
		tried++
		lines[i] = "1 --- SIGURG ---"
		if _, err := transcribe(strings.NewReader(whole())); err == nil {
			t.Errorf("without the line %q: no error", line)
		}
		lines[i] = line
	}
	if tried < 4 {
		t.Errorf("%d lines were left out, want 3 syncs and a new name at least", tried)
	}
	if _, err := transcribe(strings.NewReader("7 something else\n" + whole())); err == nil {
		t.Error("a line that is none of strace's: no error")
	}
}

// finished returns the lines of a transcript, once strace has written its last.
func finished(t *testing.T, file string) []string {
	t.Helper()
	for deadline := time.Now().Add(ending); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) { // until strace has written its last line
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		if strings.HasPrefix(lines[len(lines)-1], "total") {
			return lines
		}
	}
	t.Fatal("strace does not end")
	return nil
}

func TestTranscript(t *testing.T) {
	const end = "syscall calls\n---- ----\nwrite 1\nfsync 1\nclose 1\n---- ----\ntotal 3\n"
	text := `12 write(3, "\x61\x62", 2 <unfinished ...>
13 fsync(4) = 0
12 <... write resumed>) = 2
12 --- SIGURG {si_signo=SIGURG, si_code=SI_TKILL, si_pid=12, si_uid=0} ---
14 ???( <detached ...>
13 close(4)                = -1 EIO (Input/output error) (INJECTED)
15 mmap(NULL, 4096 <unfinished ...>
15 <... mmap resumed>)              = ?
16 mmap(NULL, 4096 <unfinished ...>
16 +++ exited with 0 +++
12 +++ exited with 0 +++
` // strace does not count the last calls, in which the program ended
	got, err := transcribe(strings.NewReader(text + end))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range got.events {
		list = append(list, fmt.Sprint(e.name, e.end))
	}
	if got, want := strings.Join(list, " "), "writefalse fsyncfalse fsynctrue writetrue closefalse closetrue mmapfalse mmaptrue mmapfalse mmaptrue"; got != want {
		t.Errorf("events %s, want %s", got, want)
	}
	w := got.events[3].call
	said, err := w.text(1)
	if err != nil || string(said) != "ab" || w.result != 2 || !got.events[5].failed {
		t.Errorf("write has %q, %v, %d; the close failed: %v", said, err, w.result, got.events[5].failed)
	}
	for _, wrong := range []string{
		"12 <... write resumed>) = 2\n" + text, "no number\n" + text, `12 write(3, "\x61"..., 2) = 2` + "\n" + text,
		"12 write(3, \"\\x61\", 1 <unfinished ...>\n13 write(3, \"\\x61\", 1) = 1\n13 fsync(1) = 0\n13 close(3) = 0\n",
	} {
		if _, err := transcribe(strings.NewReader(wrong + end)); err == nil {
			t.Errorf("no error in\n%s", wrong)
		}
	}
	if _, err := transcribe(strings.NewReader(text)); err == nil {
		t.Error("strace was killed: no error")
	}
}
