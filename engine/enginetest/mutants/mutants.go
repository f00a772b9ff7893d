// Package mutants checks that scripts show the rules of a game. A list, RULES.md, has a row for
// each sentence of the rulebook: functions that implement it, scripts that show it, and mutations,
// which are changes to the functions that make it false. Each mutation is made, and a script of its
// row has to fail. The package is for tests in the package of a game; functions of packages in its
// folder are named with their package.
//
// The game's package needs a command in testdata/mutant that calls Play.
package mutants

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
	"arbiter/engine/scenario"
)

// Rules reads RULES.md: each row names a rule, a function of the game, a script, and a mutation of
// the function, and all of them must exist. There must be at least least rows.
func Rules(t *testing.T, least int) {
	t.Helper()
	functions, mutations := functions(t), catalogue(t)
	all, used := rows(t), map[string]bool{}
	for _, row := range all {
		if problem := row.problem(functions, mutations); problem != "" {
			t.Errorf("%s: %s", row.line, problem)
		}
		for _, name := range row.names(3) {
			used[name] = true
		}
	}
	if len(all) < least {
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

// A Control is a script that passes, and an expression in a function that it plays.
type Control struct{ Function, Expression, Script string }

// Mutations breaks the game in the ways that rows of RULES.md name, and demands that a script of
// the row notices. It does so for some of the rows, starting from one that the seed picks, or for
// all. The control has a mutation that changes nothing, and one that does not compile.
func Mutations(t *testing.T, c Control) {
	t.Helper()
	all := catalogue(t)
	rows := rows(t)
	n := tier.Of(t, tier.Referees, "rows with mutations", 0, 40, len(rows))
	if n == 0 {
		t.Skip("test: compiles the package with all mutations")
	}
	t.Parallel()
	rows = spread(rows, min(n, len(rows)), tier.Seed(t))
	all = append(all, mutation{name: "nothing", hunks: []hunk{{c.Function, c.Expression, c.Expression}}})
	m, err := newMutant(t, all)
	if err != nil {
		t.Fatal(err)
	}
	control := newRow(fmt.Sprintf("| Control. | `%s` | `%s` | `nothing` |", c.Function, c.Script))
	verdict := m.verdicts(t, all, append(slices.Clone(rows), control))
	for _, row := range rows {
		for _, problem := range row.unnoticed(verdict) {
			t.Errorf("%s: %s", row.cells[0], problem)
		}
	}
	if got := control.unnoticed(verdict); !slices.Equal(got, []string{"no script notices nothing", c.Script + " notices no mutation"}) {
		t.Errorf("control: a mutation that changes nothing: %q", got)
	}
	misspelt := mutation{name: "misspelt", hunks: []hunk{{c.Function, c.Expression, "mispelled(" + c.Expression + ")"}}}
	if _, err := newMutant(t, []mutation{misspelt}); err == nil || !strings.Contains(err.Error(), "misspelt:") || !strings.Contains(err.Error(), "undefined: mispelled") {
		t.Errorf("control: a mutation that does not compile: %v", err)
	}
}

// Noticed runs the package's own tests that match a pattern, in which a second implementation of
// the rules judges random games, with each mutation. At least least mutations must be noticed, and
// nothing if there is no mutation. Some mutations can never be noticed: those of what no random
// game does, and of what both implementations share.
func Noticed(t *testing.T, pattern string, least int) {
	t.Helper()
	tier.Long(t, tier.Referees, "plays games by each mutation")
	all := catalogue(t)
	program, err := compile(t, all, ".", "test", "-c", "-vet=off")
	if err != nil {
		t.Fatal(err)
	}
	var unnoticed []string
	for n := range len(all) + 1 {
		// A test that does not end is stopped by its CPU time, which does not depend on how busy
		// the machine is, or by its memory.
		cmd := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -t 240; ulimit -v 4000000; exec "$0" -test.short -test.run "$1"`, program, pattern)
		cmd.Env = append(os.Environ(), "MUTATION="+strconv.Itoa(n), "ARBITER_TESTS=")
		out, err := cmd.CombinedOutput()
		switch {
		case n == 0 && err != nil:
			t.Fatalf("without a mutation: %v\n%s", err, out)
		case n > 0 && err == nil:
			unnoticed = append(unnoticed, all[n-1].name)
		}
	}
	t.Logf("%d of %d mutations are noticed; not %v", len(all)-len(unnoticed), len(all), unnoticed)
	if len(all)-len(unnoticed) < least {
		t.Errorf("fewer than %d", least)
	}
}

// spread returns most elements of a list, spaced as widely as possible, from a first one on.
func spread[T any](all []T, n int, first uint64) (some []T) {
	for i := range n {
		some = append(some, all[(int(first%uint64(len(all)))+i*len(all)/n)%len(all)])
	}
	return some
}

// verdicts plays the scripts of the rows by the rules and by each mutation that a row has. It
// returns a function with the verdict on a script.
func (m *mutant) verdicts(t *testing.T, all []mutation, rows []row) func(mutation, script string) string {
	wanted := map[string][]string{}
	for _, row := range rows {
		for _, name := range append(row.names(3), "") {
			wanted[name] = append(wanted[name], row.names(2)...)
		}
	}
	said := map[string]map[string]string{"": m.play(t, 0, wanted[""])}
	for i, mutation := range all {
		if scripts := wanted[mutation.name]; len(scripts) > 0 {
			said[mutation.name] = m.play(t, i+1, scripts)
			if testing.Verbose() {
				t.Log(mutation.name, said[mutation.name])
			}
		}
	}
	return func(mutation, script string) string { return said[mutation][script] }
}

// Play is the main function of a game's command: for each script in its arguments it prints whether
// the script passes. It is built with mutated rules; the environment variable MUTATION picks one.
func Play(env scenario.Env) {
	for _, file := range os.Args[1:] {
		fmt.Println(verdict(file, env))
	}
}

// verdict returns one line: passes, panics, or fails, and why.
func verdict(file string, env scenario.Env) (line string) {
	defer func() {
		if p := recover(); p != nil {
			line = fmt.Sprintf("panics: %v", p)
		}
	}()
	want, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	got, err := scenario.Play(file, string(want), env)
	if err != nil {
		return "fails: " + strings.ReplaceAll(err.Error(), "\n", " ")
	}
	wants := strings.Split(string(want), "\n")
	for n, line := range strings.Split(got, "\n") {
		if n >= len(wants) || line != wants[n] {
			return fmt.Sprintf("fails: line %d is %q", n+1, strings.TrimSpace(line))
		}
	}
	if got != string(want) {
		return "fails: it ends early"
	}
	return "passes"
}
