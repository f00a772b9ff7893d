// Package enginetest checks what must be true of every game. It is for tests.
package enginetest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine/scenario"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect")

// Scripts plays every script in testdata and its folders, and compares the
// answers. With -update it rewrites them; read them before you believe them.
func Scripts(t *testing.T, env scenario.Env) {
	var files []string
	for _, pattern := range []string{"testdata/*.txt", "testdata/*/*.txt"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	if len(files) == 0 {
		t.Fatal("no scripts in testdata")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { script(t, file, env) })
	}
}

func script(t *testing.T, file string, env scenario.Env) {
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := scenario.Play(file, string(want), env)
	if err != nil {
		t.Error(err)
	}
	switch {
	case got == string(want):
	case *update && err == nil:
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s differs; got\n%s", file, got)
	}
}
