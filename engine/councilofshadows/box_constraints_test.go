package councilofshadows_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/councilofshadows"
)

// Each change of the stand-in box breaks one sentence of the rulebook, and unchanged it
// breaks none.
func TestDoubts(t *testing.T) {
	for _, c := range []struct{ name, change, wrong, open string }{
		{"control", "", "", ""},
		{"a tower more", "effect ai-13 1 1 colonize 3 in-range adapted owner", "2 AI cards colonize with a tower of three: ai-05, ai-13; by the rulebook there is one: check their effects", ""},
		{"no tower", "effect ai-05 1 1 colonize 2 in-range adapted owner", "no AI card colonizes with a tower of three; by the rulebook there is one: check their effects", ""},
		{"one field", "site front 1 red 1 56 86 owner", "galaxy grey, fields on the front of the board: 1; by the rulebook a galaxy has 2 to 5: check the lines site front", ""},
		{"six fields", "site front 11 beige 1 20 45 owner;site front 1 beige 1 56 86 owner;site front 2 red 1 44 86 owner",
			"galaxy beige, fields on the front of the board: 6; by the rulebook a galaxy has 2 to 5: check the lines site front;" +
				"the front of the board has 9 galaxies; by the rulebook there are 10: check the lines site front", ""},
		{"nine galaxies", "site front 1 red 1 56 86 owner;site front 2 blue 1 44 86 owner", "the front of the board has 9 galaxies; by the rulebook there are 10: check the lines site front", ""},
	} {
		wrong, open := councilofshadows.Game.Doubts(facts(t, "stand-in", sentencesOf(c.change)...))
		if got := joined(wrong); got != c.wrong {
			t.Errorf("%s: %q, want %q", c.name, got, c.wrong)
		}
		if got := joined(open); got != c.open {
			t.Errorf("%s: open %q, want %q", c.name, got, c.open)
		}
	}
}

// A box that is told in part is judged as far as can be.
func TestDoubtsOfAPart(t *testing.T) {
	told := facts(t, "rulebook", "site front 1 grey 1 56 86 owner")
	wrong, open := councilofshadows.Game.Doubts(told)
	if len(wrong) > 0 || joined(open) != "fields told of the front of the board: 1 of 31; the galaxies can be counted when all are" {
		t.Errorf("%s; open: %s", joined(wrong), joined(open))
	}
	for n := range 6 {
		told = append(told, facts(t, "rulebook", fmt.Sprintf("site front %d red 2 50 50 owner", n+2))...)
	}
	if wrong, _ = councilofshadows.Game.Doubts(told); !strings.HasPrefix(joined(wrong), "galaxy red, fields on the front of the board: 6;") {
		t.Errorf("six fields of a galaxy: %q", joined(wrong))
	}
	if wrong, open = councilofshadows.Game.Doubts(facts(t, "rulebook")); len(slices.Concat(wrong, open)) > 0 {
		t.Errorf("nothing told: %s %s", joined(wrong), joined(open))
	}
}

func joined[T fmt.Stringer](texts []T) string {
	var all []string
	for _, t := range texts {
		all = append(all, t.String())
	}
	return strings.Join(all, ";")
}
