package main

import (
	"os"
	"path/filepath"
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

// Each command, with good and bad input: testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: filepath.Join("testdata", "script"), RequireExplicitExec: true})
}
