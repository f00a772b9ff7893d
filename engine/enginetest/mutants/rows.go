package mutants

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A row is a row of RULES.md: a rule, functions, scripts, mutations.
type row struct {
	line  string
	cells []string
}

// names returns the names in a cell, which stand in backticks.
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

// rows returns the rows of RULES.md.
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

// problem says what is wrong with a row, "" if nothing is.
func (r row) problem(functions map[string]function, mutations []mutation) string {
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

// unnoticed says what is wrong with the scripts and mutations of a row. Each script must pass by
// the rules, each mutation must make a script fail, and each script must fail under a mutation.
func (r row) unnoticed(verdict func(mutation, script string) string) (problems []string) {
	fails := func(name, script string) bool { return strings.HasPrefix(verdict(name, script), "fails") }
	for _, script := range r.names(2) {
		if got := verdict("", script); got != "passes" {
			problems = append(problems, fmt.Sprintf("%s without a mutation %s", script, got))
		}
		for _, name := range r.names(3) {
			if got := verdict(name, script); got != "passes" && !fails(name, script) {
				problems = append(problems, fmt.Sprintf("%s with %s %s", script, name, got))
			}
		}
	}
	for _, name := range r.names(3) {
		if !slices.ContainsFunc(r.names(2), func(script string) bool { return fails(name, script) }) {
			problems = append(problems, "no script notices "+name)
		}
	}
	for _, script := range r.names(2) {
		if !slices.ContainsFunc(r.names(3), func(name string) bool { return fails(name, script) }) {
			problems = append(problems, script+" notices no mutation")
		}
	}
	return problems
}
