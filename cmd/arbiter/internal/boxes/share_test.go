package boxes

import (
	"strings"
	"testing"

	"arbiter/setups"
)

// Each line of a game's stand-in box could be an owner's, and is accepted alone; the controls are
// lines that no box can have, each refused with its place.
func TestEachFactCanBeShared(t *testing.T) {
	t.Parallel()
	for _, name := range setups.Tables() {
		lines, err := setups.Box(name, "stand-in")
		if err != nil {
			continue // a game without cards of its own
		}
		taken := 0
		for _, l := range lines {
			text, invented := strings.CutSuffix(l.Text, " stand-in")
			if !invented {
				continue
			}
			if _, err := Shared("own.box", setups.Share(name, []string{text + " owner"})); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			taken++
		}
		if taken < 20 {
			t.Errorf("%s: only %d facts were tried", name, taken)
		}
	}
	for _, bad := range []string{"costs bubble-trouble 0/1/0 0/1/0 0 99999 owner", "costs no-such-spell - - 0 0 owner"} {
		if _, err := Shared("own.box", setups.Share("casting-shadows", []string{bad})); err == nil || !strings.Contains(err.Error(), "own.box:4") {
			t.Errorf("%s is taken: %v", bad, err)
		}
	}
}
