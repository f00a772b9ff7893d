package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

var (
	cited   = regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
	defined = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(`)
)

// Every test that a page names is there.
func TestNamedTestsExist(t *testing.T) {
	tier.Unraced(t, "reads sources")
	t.Parallel()
	there := map[string]bool{}
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range defined.FindAllSubmatch(text, -1) {
			there[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join("..", "..")
	least := map[string]int{".github/SECURITY.md": 30, "README.md": 8, "setups/debian/README.md": 8, "cmd/arbiter/README.md": 5, "companion/seal/README.md": 4}
	for _, page := range pages(t, root) {
		missing, found := absent(read(t, filepath.Join(root, page)), there)
		if len(missing) > 0 || found < least[page] {
			t.Errorf("%s names %d tests, of which these are not there: %v", page, found, missing)
		}
	}
	if missing, _ := absent("`TestThatNobodyWrote`", there); len(missing) != 1 {
		t.Error("a test that is not there is not missed")
	}
}

// absent lists the tests that a text names and that are not there.
func absent(text string, there map[string]bool) (missing []string, found int) {
	for _, m := range cited.FindAllStringSubmatch(text, -1) {
		found++
		if !there[m[1]] {
			missing = append(missing, m[1])
		}
	}
	return missing, found
}
