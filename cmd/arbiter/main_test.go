package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"arbiter/companion/companiontest/chromium"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is arbiter, too, when it is called so.
func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"arbiter": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }})
}

// Tests share a browser, which ends with them.
type tests struct{ all *testing.M }

func (t tests) Run() int {
	defer chromium.End()
	return t.all.Run()
}

// Each command, with good and bad input: testdata/script. Short runs, which look for
// races, take those alone in which several things run at once.
func TestScripts(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	must(t, err)
	if testing.Short() {
		scripts = slices.DeleteFunc(scripts, func(path string) bool {
			return !slices.Contains([]string{"demo.txtar", "doctor.txtar", "emu.txtar", "serve.txtar"}, filepath.Base(path))
		})
	}
	testscript.Run(t, testscript.Params{Files: scripts, RequireExplicitExec: true})
}
