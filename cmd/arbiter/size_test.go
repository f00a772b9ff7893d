package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The most lines of a command's file, and of all of them.
const (
	mostOfCommand  = 100
	mostOfCommands = 2500
)

// A command is flags, help and Run; what it does stands in a package of internal.
func TestCommandsAreThin(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	must(t, err)
	all := 0
	for _, file := range files {
		if goTest(file) {
			continue
		}
		text, err := os.ReadFile(file)
		must(t, err)
		n := strings.Count(string(text), "\n")
		if all += n; n > mostOfCommand {
			t.Errorf("%s has %d lines, want at most %d: what it does belongs into a package of internal", file, n, mostOfCommand)
		}
	}
	if all > mostOfCommands || all < mostOfCommand {
		t.Errorf("the commands have %d lines, want at most %d", all, mostOfCommands)
	}
}
