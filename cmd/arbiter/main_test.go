package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is arbiter, too, when it is called so.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"arbiter": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }})
}
