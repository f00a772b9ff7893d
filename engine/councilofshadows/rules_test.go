package councilofshadows_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A row of RULES.md: a rule, functions, scripts, mutations.
type row struct {
	line  string
	cells []string
}

// names are those of a cell, in backticks.
func (r row) names(cell int) (all []string) {
	if cell >= len(r.cells) {
		return nil
	}
	for word := range strings.SplitSeq(r.cells[cell], ", ") {
		all = append(all, strings.Trim(word, "`"))
	}
	return all
}

func newRow(line string) row {
	r := row{line: strings.TrimSpace(line)}
	for cell := range strings.SplitSeq(strings.Trim(r.line, "|"), "|") {
		r.cells = append(r.cells, strings.TrimSpace(cell))
	}
	return r
}

// rows are those of RULES.md.
func rows(t testing.TB) (all []row) {
	t.Helper()
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "|---") && !strings.HasPrefix(line, "| rule |") {
			all = append(all, newRow(line))
		}
	}
	return all
}

// TestRules reads RULES.md: each row names a rule, a function of this package, a
// script, and a mutation of the function, and all of them exist.
func TestRules(t *testing.T) {
	functions, mutations := rules(t), catalogue(t)
	all, used := rows(t), map[string]bool{}
	for _, row := range all {
		if problem := row.problem(functions, mutations); problem != "" {
			t.Errorf("%s: %s", row.line, problem)
		}
		for _, name := range row.names(3) {
			used[name] = true
		}
	}
	if len(all) < 250 {
		t.Errorf("RULES.md has %d rows; the rulebook has more rules than that", len(all))
	}
	for _, m := range mutations {
		if !used[m.name] {
			t.Errorf("no row of RULES.md names the mutation %s", m.name)
		}
		for _, h := range m.hunks {
			if _, err := functions[h.function].mutated(m, h.function); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestRulesControl: a row that is made up is caught.
func TestRulesControl(t *testing.T) {
	functions := rules(t)
	mutations := []mutation{{name: "score-again", hunks: []hunk{{function: "Score.check"}}}}
	for line, want := range map[string]string{
		"| Gems are eaten. | `State.eatGems` | `full/score-once` | `score-again` |":        "there is no function State.eatGems",
		"| Gems are eaten. | `score` | `full/score-once` | `score-again` |":                "there is no function score",
		"| Gems are eaten. | `Score.check` | `full/eating` | `score-again` |":              "there is no script full/eating",
		"| Gems are eaten. | `Score.check` | `full/score-once` | `eat` |":                  "there is no mutation eat",
		"| Gems are eaten. | `State.paid` | `full/score-once` | `score-again` |":           "the mutation score-again breaks none of its functions",
		"| Gems are eaten. | `Score.check` |  | `score-again` |":                           "a cell is empty",
		"| Gems are eaten. |  | `full/score-once` | `score-again` |":                       "a cell is empty",
		"|  | `Score.check` | `full/score-once` | `score-again` |":                         "a cell is empty",
		"| Gems are eaten. | Score.check | `full/score-once` | `score-again` |":            "`Score.check` stands in no backticks",
		"| Gems are eaten. | `Score.check` | `full/score-once` |":                          "3 cells, not 4",
		"| A galaxy is scored once. | `Score.check` | `full/score-once` | `score-again` |": "",
	} {
		if got := newRow(line).problem(functions, mutations); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// problem says what is wrong with a row, "" if nothing is.
func (r row) problem(functions map[string]rule, mutations []mutation) string {
	if len(r.cells) != 4 {
		return fmt.Sprintf("%d cells, not 4", len(r.cells))
	}
	if slices.Contains(r.cells, "") {
		return "a cell is empty"
	}
	find := func(name string) *mutation {
		for n := range mutations {
			if mutations[n].name == name {
				return &mutations[n]
			}
		}
		return nil
	}
	kinds := []string{"", "function", "script", "mutation"}
	exists := []func(string) bool{
		1: func(name string) bool { return functions[name].decl != nil },
		2: func(name string) bool {
			_, err := os.Stat(filepath.Join("testdata", name+".txt"))
			return err == nil
		},
		3: func(name string) bool { return find(name) != nil },
	}
	for cell := 1; cell < 4; cell++ {
		for _, name := range r.names(cell) {
			switch {
			case !strings.Contains(r.cells[cell], "`"+name+"`"):
				return fmt.Sprintf("`%s` stands in no backticks", name)
			case !exists[cell](name):
				return fmt.Sprintf("there is no %s %s", kinds[cell], name)
			}
		}
	}
	for _, name := range r.names(3) {
		if !slices.ContainsFunc(r.names(1), find(name).means) {
			return fmt.Sprintf("the mutation %s breaks none of its functions", name)
		}
	}
	return ""
}

// TestEachThingHasAScript looks for the events that show each card, upgrade,
// leader, station, Dark Tech card, bonus card and Automa symbol of the full book.
func TestEachThingHasAScript(t *testing.T) {
	answers := events(t)
	want := map[string][]string{}
	for i := range 25 {
		ai := fmt.Sprintf("ai-%02d", i+1)
		want[ai] = []string{"does * " + ai + " 1", "omits * " + ai + " 1"}
	}
	for _, card := range strings.Fields("discover colonize tower harvest gems upgrade") {
		want[card] = []string{"does * " + card + " 1"}
	}
	for _, upgrade := range strings.Fields("desert volcanic expansion project-1 project-2 project-3 project-4 range-1 range-2 range-3 range-4") {
		want[upgrade] = []string{"bought " + upgrade + " *"}
	}
	for _, leader := range strings.Fields("buteo zoe ava casares s3e3 breish") {
		want[leader] = []string{"led " + leader}
	}
	for _, station := range strings.Fields("station-harvest station-score station-colonize") {
		want[station] = []string{"built " + station + " * *"}
	}
	for _, tech := range strings.Fields("new-stargate gem-refinement discoverers science-settlement empire flexible-colonization energy-saver " +
		"experienced-traveler resource-people perpetual-motion feudalism exploration-trip information-edge dominant-people energy-boost extra-settlement") {
		want[tech] = []string{"chose " + tech}
	}
	for i := range 18 {
		light := fmt.Sprintf("light-%02d", i+1)
		want[light] = []string{"energy * " + light}
	}
	for i := range 9 {
		dark := fmt.Sprintf("dark-%d", i+1)
		want[dark] = []string{"energy * " + dark}
	}
	for _, side := range []string{"left", "right", "skip"} {
		want["the Automa's side "+side] = []string{"did * " + side}
	}
	want["the Automa's flush"] = []string{"cleared"}
	want["a dance"] = []string{"dances"}
	for thing, patterns := range want {
		if got := happens(answers, patterns); got == (thing == "a dance") {
			t.Errorf("%s: shown by a script: %v", thing, got)
		}
	}
}

// events are the answers of the scripts of the full book without the seat.
func events(t *testing.T) [][]string {
	files, err := filepath.Glob("testdata/full/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	var all [][]string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); strings.HasPrefix(line, "    ") && len(words) > 1 {
				all = append(all, words, words[1:])
			}
		}
	}
	return all
}

// happens tells whether an event begins as one of the patterns does; * stands for
// any word.
func happens(events [][]string, patterns []string) bool {
	for _, pattern := range patterns {
		words := strings.Fields(pattern)
		for _, event := range events {
			if len(event) >= len(words) && begins(event, words) {
				return true
			}
		}
	}
	return false
}

func begins(event, pattern []string) bool {
	for i, word := range pattern {
		if word != "*" && word != event[i] {
			return false
		}
	}
	return true
}
