package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each path that CONTRIBUTING.md names exists. A name in capitals stands for one that
// the reader chooses.
func TestContributing(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "CONTRIBUTING.md"))
	must(t, err)
	paths := pathsIn(string(text))
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join("..", "..", path)); err != nil {
			t.Errorf("CONTRIBUTING.md names %s, which does not exist: name what took its place", path)
		}
	}
	if len(paths) < 80 {
		t.Errorf("only %d paths were found", len(paths))
	}
	if got := pathsIn("`a/b.go` and [c](d/e.md), `make test`, `setups/GAME.toml`, `hw.Reader`, `x.toml`"); strings.Join(got, " ") != "a/b.go d/e.md" {
		t.Errorf("control: %q", got)
	}
}

var named = regexp.MustCompile("`((?:\\w|\\.\\w)[\\w.-]*(?:/[\\w.-]+)+)`|\\]\\(([^):]+)\\)")

func pathsIn(text string) (all []string) {
	for _, found := range named.FindAllStringSubmatch(text, -1) {
		if path := found[1] + found[2]; !strings.Contains(path, "GAME") {
			all = append(all, path)
		}
	}
	return all
}
