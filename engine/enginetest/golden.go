package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/engine"
)

// Golden compares with a file that a person has read, or writes it with -update.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs (read it, then -update):\n%s", file, diff)
	}
}

// WriteChecklist writes the setup of a game under a heading, one step on each line.
func WriteChecklist(b *strings.Builder, heading string, steps []engine.Text) {
	fmt.Fprintf(b, "== %s ==\n", heading)
	for i, text := range steps {
		fmt.Fprintf(b, "%2d. %s\n", i+1, text)
	}
	b.WriteByte('\n')
}
