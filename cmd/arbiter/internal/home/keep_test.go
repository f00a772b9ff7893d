package home_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/setups"
)

// A rig is written beside the settings, which name it, and is then loaded; an invalid one is not
// written.
func TestRigIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "arbiter.toml")
	t.Setenv(home.Variable, file)
	rig, err := setups.LoadRig("hat-4.2-four-rc522")
	must(t, err)
	rig.Name = "mine"
	if _, err := home.KeepRig(rig); !errors.Is(err, home.ErrNone) {
		t.Fatalf("without settings: %v", err)
	}
	must(t, os.WriteFile(file, []byte("# mine\nrig = \"screen\"\n"), 0o600))
	got, err := home.KeepRig(rig)
	must(t, err)
	if got != filepath.Join(filepath.Dir(file), "rigs", "mine.toml") {
		t.Errorf("it is in %s", got)
	}
	h, err := home.Load()
	must(t, err)
	read, err := home.LoadRig(h.Rig)
	must(t, err)
	if read.Name != "mine" || len(read.Readers) != len(rig.Readers) {
		t.Errorf("the settings name %q with %d readers", h.Rig, len(read.Readers))
	}
	if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), "# mine\n") {
		t.Errorf("the settings are %s, %v", text, err)
	}
	rig.Name = "../elsewhere"
	if _, err := home.KeepRig(rig); err == nil {
		t.Error("a rig was written elsewhere")
	}
	must(t, home.Change(setups.Setting{Key: "language", Value: "de"}))
	if err := home.Change(setups.Setting{Key: "language", Value: "fr"}); err == nil {
		t.Error("an unknown language was written")
	}
	if h, err = home.Load(); err != nil || h.Language != "de" {
		t.Errorf("the language is %q, %v", h.Language, err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(file), ".arbiter-*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
