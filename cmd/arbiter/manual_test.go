package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"arbiter/engine/enginetest/tier"
)

// The manual page names every command and every variable of the environment.
func TestManual(t *testing.T) {
	tier.Unraced(t, "reads sources")
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "setups", "debian", "arbiter.1"))
	if err != nil {
		t.Fatal(err)
	}
	manual := string(page)
	parser, err := kong.New(&program{})
	if err != nil {
		t.Fatal(err)
	}
	for _, missing := range unnamed(parser.Model.Node, manual) {
		t.Errorf("arbiter.1 does not name %s", missing)
	}
	without := strings.ReplaceAll(manual, ".B demo\n", "")
	if got := unnamed(parser.Model.Node, without); len(got) != 1 || got[0] != "demo" {
		t.Errorf("of a page without the demo %q is missing, want the demo alone", got)
	}
}

func unnamed(top *kong.Node, manual string) (missing []string) {
	for _, c := range top.Children {
		if !strings.Contains(manual, ".B "+c.Name+"\n") && !strings.Contains(manual, ".BR "+c.Name+" ") {
			missing = append(missing, c.Name)
		}
		for _, f := range c.Flags {
			for _, v := range f.Envs {
				if !strings.Contains(manual, ".B "+v+"\n") {
					missing = append(missing, v)
				}
			}
		}
	}
	return missing
}
