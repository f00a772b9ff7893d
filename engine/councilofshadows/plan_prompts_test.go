package councilofshadows_test

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
)

// Who has laid all cards is asked whether it is ready, and no longer for cards; nobody else
// reads how far it is.
func TestWhoHasLaidAllIsAskedWhetherItIsReady(t *testing.T) {
	t.Parallel()
	s := fullTable(t)
	known := map[engine.Seat]engine.State{"purple": s, "red": s}
	asked := func(viewer engine.Seat) string {
		for _, p := range known[viewer].View().Prompts {
			if p.Seat == "purple" {
				return p.Text.String()
			}
		}
		return ""
	}
	play := func(lines string) {
		t.Helper()
		for line := range strings.SplitSeq(lines, ";") {
			next, events, err := engine.Step(s, enginetest.Facts(t, councilofshadows.Game, line)[0].(engine.Command))
			if err != nil {
				t.Fatal(err)
			}
			s = next
			for viewer := range known {
				for _, e := range events {
					if seen := engine.SeenBy(viewer, e); seen != nil {
						known[viewer] = known[viewer].Apply(seen)
					}
				}
			}
		}
	}
	play("purple pass;red pass;green pass")
	before := asked("red")
	if before != "Choose a card for each field" {
		t.Errorf("red reads %q", before)
	}
	if got := asked("purple"); got != "Choose a card for each field" {
		t.Errorf("before a card is laid purple is asked %q", got)
	}
	play("purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest")
	if got := asked("purple"); got != "Every field has a card. Ready?" {
		t.Errorf("when all are laid purple is asked %q", got)
	}
	if got := asked("red"); got != before {
		t.Errorf("red read %q, and then %q", before, got)
	}
}
