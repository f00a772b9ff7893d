package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// A backup that came over the pages is put in place with the next start, once; one that
// is not sound changes nothing, whether it is found out when it comes or when it is put.
func TestStagedBackups(t *testing.T) {
	tier.Test(t, tier.Crash, "whole commands")
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	output(t, "demo", "--data", dir, "--seed", "1")
	output(t, "demo", "--data", other, "--seed", "2")
	copied := filepath.Join(t.TempDir(), "copy.db")
	output(t, "backup", "--data", other, copied)
	here, there := output(t, "games", "list", "--data", dir), output(t, "games", "list", "--data", other)
	put := func() error { return archive.PutStaged(dir, io.Discard, engine.Text.String) }
	shows := func(when, want string) {
		t.Helper()
		if got := output(t, "games", "list", "--data", dir); got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", when, got, want)
		}
	}
	backup, err := os.ReadFile(copied)
	must(t, err)

	most := int64(len(backup))
	if _, err := archive.Stage(dir, strings.NewReader(string(backup[:most/2])), most); err == nil {
		t.Error("half a backup is taken")
	}
	if _, err := archive.Stage(dir, strings.NewReader(string(backup)), most-1); err == nil {
		t.Error("a backup is taken that has more bytes than there is room for")
	}
	must(t, put())
	shows("after refused ones", here)
	must(t, os.WriteFile(filepath.Join(dir, "restore.db"), backup[:most/2], 0o600))
	if err := put(); err == nil {
		t.Error("half a backup is put in place")
	}
	shows("after one that was cut", here)

	if n, err := archive.Stage(dir, strings.NewReader(string(backup)), most); n != 1 || err != nil {
		t.Errorf("a sound backup has %d games, %v", n, err)
	}
	shows("before the start", here)
	must(t, put())
	shows("after the start", there)
	must(t, put())
	shows("after one more", there)
}
