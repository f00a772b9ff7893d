package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	cited   = regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
	defined = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(`)
)

// Every test that the description of the security and the README name is there.
func TestNamedTestsExist(t *testing.T) {
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
	for file, least := range map[string]int{filepath.Join(".github", "SECURITY.md"): 30, "README.md": 2} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		missing, found := absent(string(text), there)
		if len(missing) > 0 || found < least {
			t.Errorf("%s names %d tests, of which there are none: %v", file, found, missing)
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
