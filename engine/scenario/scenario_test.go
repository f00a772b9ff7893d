package scenario_test

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

var env = scenario.Env{Games: []engine.Game{councilofshadows.Game}, Box: setups.BoxLines}

const head = "game council-of-shadows\nseats ana dario\n"

func TestOldAnswersAreReplaced(t *testing.T) {
	got, err := scenario.Play(head+"ana buy range-1\n    ana wins at once\n", env)
	if err != nil {
		t.Fatal(err)
	}
	want := head + "ana buy range-1\n    ana bought range-1\n    ana ranged 1 2\n    ana energy +1 range-1\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestMistakesNameTheLine(t *testing.T) {
	for script, want := range map[string]string{
		"game chess\n":                            "line 1: no game \"chess\"",
		"ana pass\n":                              "line 1: a script begins with the line: game NAME",
		head + "box attic\nana pass\n":            "line 4:",
		head + "given ana dances\n":               "line 3:",
		head + "ana pass now\n":                   "line 3:",
		head + "ana bought ai-01\n":               "line 3: \"ana bought ai-01\" is a fact",
		head + "undo\n":                           "line 3: undo takes the seat",
		head + "why\n":                            "line 3: nothing has happened yet",
		head + "zones\n":                          "line 3: zones takes one seat",
		"game council-of-shadows\nseats ana\nwhy": "line 3: one player plays against the Automa",
	} {
		_, err := scenario.Play(script, env)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", script, err, want)
		}
	}
}
