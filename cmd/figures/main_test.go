package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A module of two packages in which each figure has one thing to count.
var sources = map[string]string{
	"go.mod": "module arbiter\n\ngo 1.26\n",
	"engine/engine.go": `package engine

// State has two fields and two methods.
type State struct{ A, B int }

func (s *State) Step()  { once() }
func (s State) View() int { return s.A + s.B + twice(1, 2, 3) + twice(0, 0, 0) }

func once() {
	// named once, four lines
	println()
}

func twice(a, b, c int) int { return a }

// Used is used by the program.
func Used() {}

func Unused() {}
`,
	"cmd/game/main.go": `package main

import "arbiter/engine"

func main() {
	engine.Used()
	(&engine.State{}).Step()
}
`,
}

func TestFigures(t *testing.T) {
	dir := t.TempDir()
	for name, text := range sources {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		of   []string
		want []string
	}{
		{"all of it", []string{"./..."}, []string{
			"cmd/game 1 8 1", "engine 1 19 6", "all 2 27 7",
			"package and import clauses 3 lines",
			"functions that are named once 3, 6 lines", // Used, Step, once
			"exported names 3", "with a comment 2", "that no other package uses 1",
			"engine.once 4", "engine.twice 3", "engine.State 2",
		}},
		{"a part, used by what is not in it", []string{"./engine"}, []string{"all 1 19 6", "that no other package uses 1"}},
	} {
		var out strings.Builder
		if err := tell(&out, dir, 8, c.of...); err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for line := range strings.Lines(out.String()) {
			said[strings.Join(strings.Fields(line), " ")] = true
		}
		for _, want := range c.want {
			if !said[want] {
				t.Errorf("%s: nothing says %q in\n%s", c.name, want, out.String())
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "engine/broken.go"), []byte("package engine\n\nvar x = y\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := tell(&strings.Builder{}, dir, 8, "./..."); err == nil || !strings.Contains(err.Error(), "broken.go:3") {
		t.Errorf("sources that do not compile: %v, want where", err)
	}
}
