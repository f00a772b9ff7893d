package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// A habit is something that no line of a test may have.
type habit struct {
	what  string
	of    func(file string) bool
	has   *regexp.Regexp
	but   *regexp.Regexp // unless the line has this, too; nil: there is no excuse
	holds string         // a line that has it, as the control
}

func goTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

var habits = []habit{
	{
		"it sleeps, and no comment behind it says what it waits for",
		goTest, regexp.MustCompile(`\btime\.Sleep\(`), regexp.MustCompile(`// \S`), "\ttime.Sleep(time.Second)",
	},
	{
		"it asks testing.Short: engine/enginetest/tier says how much a test does",
		goTest, regexp.MustCompile(`\btesting\.Short\(\)`), nil, "\tif testing.Short() {",
	},
	{
		"it listens at a port that others may have: 127.0.0.1:0 gives it one of its own",
		goTest, regexp.MustCompile(`(net\.Listen\w*\("tcp\d?", |"-?-(tls-)?(addr|metrics)", |--(tls-)?(addr|metrics) )"?(\[?[\w.:]*\]?):[1-9]\d*\b`),
		regexp.MustCompile(`choose another port: `), `	start(t, "--addr", "localhost:8080")`,
	},
	{
		"it serves without --addr 127.0.0.1:0, at a port that others may have",
		func(file string) bool { return strings.HasSuffix(file, ".txtar") },
		regexp.MustCompile(`\bexec arbiter (serve\b|--(rig|data|open|tls|lang)\b|emu\b)`), regexp.MustCompile(`--addr (127\.0\.0\.1:0|nowhere)|--bare|--help`),
		"! exec arbiter serve --rig nonsense",
	},
}

// found lists the lines of a text that have the habit.
func (h habit) found(file, text string) (all []string) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if h.has.MatchString(line) && (h.but == nil || !h.but.MatchString(line)) {
			all = append(all, fmt.Sprintf("%s:%d: %s", file, n, h.what))
		}
	}
	return all
}

// No test waits by the clock without saying for what, decides by itself how much it
// does, or takes a port that somebody else may have.
func TestHabitsOfTests(t *testing.T) {
	tier.Unraced(t, "reads sources")
	t.Parallel()
	root, free, looked := filepath.Join("..", ".."), []string{"cmd/arbiter/tiers_test.go", "engine/enginetest/tier/tier_test.go"}, 0
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		file, err := filepath.Rel(root, path)
		if err != nil || slices.Contains(free, filepath.ToSlash(file)) || !slices.ContainsFunc(habits, func(h habit) bool { return h.of(file) }) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		looked++
		for _, h := range habits {
			if h.of(file) {
				for _, line := range h.found(file, string(text)) {
					t.Error(line)
				}
			}
		}
		return nil
	}))
	if looked < 200 {
		t.Errorf("only %d files of tests were looked at", looked)
	}
	for _, h := range habits {
		if got := h.found("x", "one\n"+h.holds+"\n"); len(got) != 1 || !strings.HasPrefix(got[0], "x:2: ") {
			t.Errorf("control: %q is found %d times: %s", h.holds, len(got), h.what)
		}
	}
	for _, line := range []string{
		"time.Sleep(time.Second) // bubble: a second", `start(t, "--addr", "127.0.0.1:0")`, `net.Listen("tcp", "127.0.0.1:0")`,
		"exec arbiter emu --rig two-seats-hubs --data d --addr 127.0.0.1:0", "exec arbiter demo --data d",
	} {
		for _, h := range habits {
			if got := h.found("x", line); len(got) > 0 {
				t.Errorf("control: %q is no fault: %v", line, got)
			}
		}
	}
}
