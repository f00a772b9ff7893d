package main

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

// The test binary is arbiter, too, when it is called so.
func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"arbiter": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }, "keep-games": keepGames, "peak": peak, "crowd": crowds})
}

// Tests share a browser, which ends with them.
type tests struct{ all *testing.M }

func (t tests) Run() int {
	os.Unsetenv("GOGC") // of the programs that tests start: they take what people have
	defer chromium.End()
	for _, name := range []string{"ARBITER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} { // commands answer in English
		if err := os.Unsetenv(name); err != nil {
			panic(err)
		}
	}
	if err := os.Setenv(home.Variable, ""); err != nil { // those of this device are none of theirs
		panic(err)
	}
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given { // most of them wait for something: a port, a browser, a process
		if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	return t.all.Run()
}

// Each command, with good and bad input: testdata/script.
func TestScripts(t *testing.T) {
	tier.Test(t, tier.Program, "whole commands")
	t.Parallel()
	scripts, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	must(t, err)
	testscript.Run(t, testscript.Params{Files: scripts, RequireExplicitExec: true, Setup: func(e *testscript.Env) error {
		e.Setenv(home.Variable, "")
		return nil
	}})
}
