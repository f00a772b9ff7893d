package councilofshadows_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRules reads RULES.md: each row names a rule, a function of this package and
// a script, and both exist.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	have := functions(t)
	rows := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| rule |") {
			continue
		}
		rows++
		if problem := rowProblem(line, have); problem != "" {
			t.Errorf("%s: %s", strings.TrimSpace(line), problem)
		}
	}
	if rows < 250 {
		t.Errorf("RULES.md has %d rows; the rulebook has more rules than that", rows)
	}
}

// TestRulesControl: a row that is made up is caught.
func TestRulesControl(t *testing.T) {
	have := functions(t)
	for row, want := range map[string]string{
		"| Gems are eaten. | `State.eatGems` | `full/score-once` |":             "there is no function State.eatGems",
		"| Gems are eaten. | `checkScore` | `full/score-once` |":                "there is no function checkScore",
		"| Gems are eaten. | `State.checkScore` | `full/eating` |":              "there is no script full/eating",
		"| Gems are eaten. | `State.checkScore` |  |":                           "a cell is empty",
		"| Gems are eaten. |  | `full/score-once` |":                            "a cell is empty",
		"|  | `State.checkScore` | `full/score-once` |":                         "a cell is empty",
		"| Gems are eaten. | State.checkScore | `full/score-once` |":            "`State.checkScore` stands in no backticks",
		"| Gems are eaten. | `State.checkScore` |":                              "2 cells, not 3",
		"| A galaxy is scored once. | `State.checkScore` | `full/score-once` |": "",
	} {
		if got := rowProblem(row, have); got != want {
			t.Errorf("%s: got %q, want %q", row, got, want)
		}
	}
}

// rowProblem says what is wrong with a row of RULES.md, "" if nothing is.
func rowProblem(row string, functions map[string]bool) string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
	if len(cells) != 3 {
		return fmt.Sprintf("%d cells, not 3", len(cells))
	}
	for i := range cells {
		if cells[i] = strings.TrimSpace(cells[i]); cells[i] == "" {
			return "a cell is empty"
		}
	}
	for _, kind := range []struct {
		cell, name string
		exists     func(string) bool
	}{
		{cells[1], "function", func(name string) bool { return functions[name] }},
		{cells[2], "script", func(name string) bool {
			_, err := os.Stat(filepath.Join("testdata", name+".txt"))
			return err == nil
		}},
	} {
		for word := range strings.SplitSeq(kind.cell, ", ") {
			name, ok := strings.CutPrefix(strings.TrimSuffix(word, "`"), "`")
			switch {
			case !ok:
				return fmt.Sprintf("`%s` stands in no backticks", word)
			case !kind.exists(name):
				return fmt.Sprintf("there is no %s %s", kind.name, name)
			}
		}
	}
	return ""
}

// functions are the functions of the package; methods stand behind their type.
func functions(t *testing.T) map[string]bool {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				have[receiver(f)+f.Name.Name] = true
			}
		}
	}
	return have
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	typ := f.Recv.List[0].Type
	if pointer, ok := typ.(*ast.StarExpr); ok {
		typ = pointer.X
	}
	return typ.(*ast.Ident).Name + "."
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
