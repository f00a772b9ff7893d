package councilofshadows_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
)

// A combination is how a game is set up, in words for the reader of the list.
type combination struct {
	name  string
	facts []string
}

// combinations lists each combination of modules and books.
func combinations(solo bool) []combination {
	all := []combination{{"tracks book", nil}, {"full book", []string{"book full"}}}
	for _, module := range []combination{
		{"module 1: space stations", []string{"module stations"}},
		{"module 2: leaders", []string{"module leaders"}},
		{"advanced Automa cards", []string{"module advanced"}},
	} {
		if module.name == "advanced Automa cards" && !solo {
			continue
		}
		for _, c := range all {
			all = append(all, combination{c.name + "; " + module.name, append(c.facts[:len(c.facts):len(c.facts)], module.facts...)})
		}
	}
	return all
}

// TestChecklists compares the setup of each number of players, with each
// combination of modules and books, with lists that a person has read.
func TestChecklists(t *testing.T) {
	for file, seats := range map[string]string{"one": "purple automa", "two": "purple red", "three": "purple red green", "four": "purple red green blue"} {
		t.Run(file, func(t *testing.T) {
			var b strings.Builder
			for _, c := range combinations(file == "one") {
				enginetest.WriteChecklist(&b, seats+"; "+c.name, checklist(t, seats, "example", c.facts...))
			}
			enginetest.Golden(t, filepath.Join("testdata", "setup", file+".golden"), b.String())
		})
	}
}

// TestChecklistsOfOtherBoxes: the rulebook box tells no bonus cards; orders and
// civilizations are named if they are known.
func TestChecklistsOfOtherBoxes(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		seats string
		facts []string
	}{
		{"purple automa", []string{"purple order 2", "automa order 1", "purple civilization treton"}},
		{"purple red", []string{"purple order 2", "red order 1", "red civilization avry"}},
		{"purple red green", []string{"module stations", "purple order 3", "red order 1", "green order 2"}},
		{"purple red green blue", []string{"module leaders"}},
	} {
		enginetest.WriteChecklist(&b, "rulebook box; "+c.seats+"; "+strings.Join(c.facts, ", "), checklist(t, c.seats, "rulebook", c.facts...))
	}
	enginetest.Golden(t, filepath.Join("testdata", "setup", "rulebook-box.golden"), b.String())
}

// TestNoChecklistWithoutAGame: what cannot start is not set up.
func TestNoChecklistWithoutAGame(t *testing.T) {
	if got := checklist(t, "purple red", "rulebook", "book full"); got != nil {
		t.Errorf("the full book with an incomplete box: %v, want nothing", got)
	}
	if got := checklist(t, "purple red", "rulebook"); len(got) == 0 {
		t.Error("control: no list for a game that can start")
	}
}

func checklist(t *testing.T, seats, box string, extra ...string) []engine.Text {
	t.Helper()
	return councilofshadows.Game.Checklist(enginetest.Seats(seats), facts(t, box, extra...))
}

// TestChecklistFollowsTheFacts: what the box tells is what the list says.
func TestChecklistFollowsTheFacts(t *testing.T) {
	for _, c := range []struct{ fact, want string }{
		{"stacks device", "The device draws tiles and cards itself: take those that it names, nothing has to be shuffled."},
		{"marked dark-7 4 stand-in", "Put the dark bonus cards marked 4 back into the box: 3."},
		{"covered green rulebook", "Cover green with a cover plate; it is not used."},
		{"green civilization takrill", "green plays takrill"},
	} {
		said := func(extra ...string) bool {
			return slices.ContainsFunc(checklist(t, "purple red green", "example", append(extra, "book full")...), func(text engine.Text) bool { return text.String() == c.want })
		}
		if !said(c.fact) {
			t.Errorf("with the fact %q the list does not say %q", c.fact, c.want)
		}
		if said() {
			t.Errorf("control: without the fact the list says %q, too", c.want)
		}
	}
}
