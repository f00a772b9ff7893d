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
	got, err := scenario.Play("a.txt", head+"ana buy range-1\n    ana wins at once\n", env)
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
		// a setup that no command follows is tried all the same
		"":                                     "line 1: a script begins with the line: game NAME",
		"# a note\nseats ana dario\n":          "line 1: a script begins with the line: game NAME",
		head + "box attic\n# a note\n":         "line 3: there is no box \"attic\"",
		"game council-of-shadows\nseats ana\n": "line 2: one player plays against the Automa",
		head + "given ana level 1\ngiven zed level 1\ngiven phase act":  "line 4: fact zed level 1: zed does not play",
		"game council-of-shadows\ngiven zed level 1\nseats ana dario\n": "line 2: fact zed level 1: zed does not play",
	} {
		_, err := scenario.Play("a.txt", script, env)
		if err == nil || !strings.HasPrefix(err.Error(), "a.txt, "+want) {
			t.Errorf("%q: %v, want %q", script, err, want)
		}
	}
}

// A script of a game that began by older rulings tells each of its facts: with the box none
// it reads not even the rulebook's. The control reads it.
func TestScriptWithoutABox(t *testing.T) {
	for box, want := range map[string]string{"none": "the facts do not tell energy-saver", "rulebook": ""} {
		_, err := scenario.Play("a.txt", head+"box "+box+"\nana pass\n", env)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("box %s: %v, want %q", box, err, want)
		}
	}
}

// A setup without a command is no mistake if the game begins with it.
func TestSetupAlone(t *testing.T) {
	script := head + "given ana level 1\n"
	if got, err := scenario.Play("a.txt", script, env); err != nil || got != script {
		t.Errorf("got %q, %v", got, err)
	}
}

// Two cards were put into the box: who names them in the other order, in a command
// or in an answer, says the same.
func TestRemovedCardsHaveNoOrder(t *testing.T) {
	const opening = head + "box stand-in\ngiven book full\ngiven displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08\n" +
		"given ana at energy 45\ngiven phase act\nana pass\n    ana level 1\n    ana energy -20 level-up\n    ana due dark-tech-1\n"
	for _, c := range []struct {
		command, answer string
		holds           bool
	}{
		{"table remove discoverers empire", "removed discoverers empire", true},
		{"table remove empire discoverers", "removed discoverers empire", true},
		{"table remove discoverers empire", "removed empire discoverers", true},
		{"table remove empire discoverers", "removed empire discoverers", true},
		{"table remove empire discoverers", "removed discoverers energy-saver", false},
	} {
		script := opening + c.command + "\n    " + c.answer + "\n"
		got, err := scenario.Play("a.txt", script, env)
		if err != nil || (got == script) != c.holds {
			t.Errorf("%s, %s: error %v, answers\n%s", c.command, c.answer, err, got)
		}
	}
}

// What cannot be read is named with its line and with what to write instead, and
// everybody else is answered.
func TestMistakesStandAlone(t *testing.T) {
	script := head + "given ana at energy many\nana buy range-1 1/0\n    ana bought range-1 1/0/0\ndario ready\nana pass\ndario convince\ndario pass\n"
	got, err := scenario.Play("a.txt", script, env)
	want := `a.txt, line 3: "ana at energy many": "many" is not a number that fits here
a.txt, line 4: "ana buy range-1 1/0": "1/0" are no gems; write anthracite, gold and transparent ones as 1/0/2
a.txt, line 8: "dario convince" has no verb of this game`
	if err == nil || err.Error() != want {
		t.Errorf("got the error\n%v\nwant\n%s", err, want)
	}
	answered := strings.NewReplacer("dario ready\n", "dario ready\n    no: cards are planned in phase 2; now it is: Phase 1: buy\n",
		"ana pass\n", "ana pass\n    dario turn\n", "dario pass\n", "dario pass\n    phase plan\n").Replace(script)
	if got != answered {
		t.Errorf("got\n%swant\n%s", got, answered)
	}
}
