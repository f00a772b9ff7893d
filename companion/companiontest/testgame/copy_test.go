package testgame_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// TestCopy: a game that is made of this one, with another name and where games are,
// passes the laws; one that lists what it refuses does not.
func TestCopy(t *testing.T) {
	tier.Test(t, tier.Laws, "a compiler, for two games")
	t.Parallel()
	if out, err := copied(t); err != nil || !strings.Contains(out, "--- PASS: TestLaws") || !strings.Contains(out, "--- PASS: TestLegal") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := copied(t, "c.Check(&s).Allowed()", "true"); err == nil || !strings.Contains(out, "--- FAIL: TestLaws") {
		t.Errorf("control: %v\n%s", err, out)
	}
}

// copied makes the game, with more replacements, and returns what its tests say.
func copied(t *testing.T, more ...string) (string, error) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	must(t, err)
	files, err := filepath.Glob("*.go")
	must(t, err)
	rename := strings.NewReplacer(append(more, "arbiter/companion/companiontest/testgame", "arbiter/engine/tworounds",
		"testgame", "tworounds", `"hush"`, `"two-rounds"`, `"Hush"`, `"Two Rounds"`)...)
	dir, replace := t.TempDir(), map[string]string{}
	for _, file := range files {
		if file == "copy_test.go" {
			continue
		}
		text, err := os.ReadFile(file)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, file), []byte(rename.Replace(string(text))), 0o600))
		replace[filepath.Join(root, "engine", "tworounds", file)] = filepath.Join(dir, file)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600))

	// The folder does not exist, so vet and the tests cannot be run in it.
	build := exec.Command("go", "test", "-c", "-vet=off", "-o", filepath.Join(dir, "laws"), "-overlay", filepath.Join(dir, "overlay.json"), "arbiter/engine/tworounds")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "laws"), "-test.v").CombinedOutput()
	return string(out), err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
