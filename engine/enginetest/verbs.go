package enginetest

import (
	"os"
	"strings"
	"testing"

	"arbiter/engine"
)

// Verbs guards the format of the log, because old logs must stay readable forever. The verbs and
// fields of the game must be those of testdata/verbs.golden, which -update rewrites.
func Verbs(t *testing.T, g engine.Game) {
	t.Helper()
	const golden = "testdata/verbs.golden"
	got := strings.Join(g.Words.Verbs(), "\n") + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the words of the log have changed: a verb may be added (go test -run Verbs -update), none may change or go; got\n%s", got)
	}
}
