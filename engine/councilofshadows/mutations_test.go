package councilofshadows_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// A mutation breaks the package so that one sentence of the rulebook is no longer
// true. It stands in testdata/mutations:
//
//	reach-over: energy that equals consumption is not enough
//	@ player.reached
//	- p.energy >= p.consumption
//	+ p.energy > p.consumption
//
// The lines with a minus stand once in the function, whatever their indentation;
// those with a plus take their place. More functions or lines may follow.
type mutation struct {
	name, words string
	hunks       []hunk
}

type hunk struct{ function, before, after string }

// means tells whether the mutation breaks a function.
func (m mutation) means(function string) bool {
	for _, h := range m.hunks {
		if h.function == function {
			return true
		}
	}
	return false
}

// catalogue reads all mutations.
func catalogue(t testing.TB) (all []mutation) {
	t.Helper()
	files, err := filepath.Glob("testdata/mutations/*.diff")
	if err != nil || len(files) == 0 {
		t.Fatal("no mutations", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		more, err := parseMutations(string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, more...)
	}
	names := map[string]bool{}
	for _, m := range all {
		if names[m.name] {
			t.Errorf("two mutations are called %s", m.name)
		}
		names[m.name] = true
	}
	return all
}

func parseMutations(text string) (all []mutation, err error) {
	add := func(to *string, line string) { *to = strings.TrimPrefix(*to+"\n"+line, "\n") }
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		name, words, titled := strings.Cut(line, ": ")
		sign, rest, _ := strings.Cut(line, " ")
		var m *mutation
		if len(all) > 0 {
			m = &all[len(all)-1]
		}
		switch {
		case line == "":
		case sign == "@" && m != nil:
			m.hunks = append(m.hunks, hunk{function: rest})
		case sign == "-" && m != nil && len(m.hunks) > 0 && m.hunks[len(m.hunks)-1].after == "":
			add(&m.hunks[len(m.hunks)-1].before, rest)
		case sign == "+" && m != nil && len(m.hunks) > 0:
			add(&m.hunks[len(m.hunks)-1].after, rest)
		case titled && !strings.Contains(name, " "):
			all = append(all, mutation{name: name, words: words})
		default:
			return nil, fmt.Errorf("line %d: %q is no line of a mutation", n, line)
		}
	}
	return all, nil
}

// TestMutations breaks the package in each way that RULES.md names, and demands that
// a script of the row notices.
func TestMutations(t *testing.T) {
	all := catalogue(t)
	if tier.Of(t, tier.Laws, "mutations", 0, len(all), len(all)) == 0 {
		t.Skip("test: compiles the package with all mutations")
	}
	t.Parallel()
	all = append(all, mutation{name: "nothing", hunks: []hunk{{"State.rank", "own > best", "own > best"}}})
	m, err := newMutant(t, all)
	if err != nil {
		t.Fatal(err)
	}
	rows, control := rows(t), newRow("| The majority in a galaxy. | `State.rank` | `full/tech-empire` | `nothing` |")
	wanted := map[string][]string{}
	for _, row := range append(rows, control) {
		for _, name := range append(row.names(3), "") {
			wanted[name] = append(wanted[name], row.names(2)...)
		}
	}
	verdicts := map[string]map[string]string{"": m.play(t, 0, wanted[""])}
	for i, mutation := range all {
		if scripts := wanted[mutation.name]; len(scripts) > 0 {
			verdicts[mutation.name] = m.play(t, i+1, scripts)
			if testing.Verbose() {
				t.Log(mutation.name, verdicts[mutation.name])
			}
		}
	}
	verdict := func(name, script string) string { return verdicts[name][script] }
	for _, row := range rows {
		for _, problem := range row.unnoticed(verdict) {
			t.Errorf("%s: %s", row.cells[0], problem)
		}
	}
	if got := control.unnoticed(verdict); !slices.Equal(got, []string{"no script notices nothing", "full/tech-empire notices no mutation"}) {
		t.Errorf("control: a mutation that changes nothing: %q", got)
	}
	misspelt := mutation{name: "misspelt", hunks: []hunk{{"State.rank", "own > best", "own > bst"}}}
	if _, err := newMutant(t, []mutation{misspelt}); err == nil || !strings.Contains(err.Error(), "misspelt:") || !strings.Contains(err.Error(), "undefined: bst") {
		t.Errorf("control: a mutation that does not compile: %v", err)
	}
}

// unnoticed says what is wrong with the scripts and mutations of a row. Each script
// passes by the rules; each mutation makes a script fail, and each script fails by a
// mutation.
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

// TestMutationsControl: mistakes in a catalogue are found.
func TestMutationsControl(t *testing.T) {
	rank := rules(t)["State.rank"]
	for before, want := range map[string]string{
		"own < best":   `mutation m: "own < best" stands 0 times in State.rank, not once; take what stands there now, or more of it`,
		"own":          `mutation m: "own" stands 4 times in State.rank, not once; take what stands there now, or more of it`,
		"return -1\n}": "",
	} {
		m := mutation{name: "m", hunks: []hunk{{"State.rank", before, "own"}}}
		if _, err := rank.mutated(m, "State.rank"); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%q: %v, want %s", before, err, want)
		}
	}
	for text, want := range map[string]string{
		"m: words\n@ State.rank\n- a\n+ b\n- c\n": "line 5: \"- c\" is no line of a mutation",
		"- a\n":                 "line 1: \"- a\" is no line of a mutation",
		"m: words\nelsewhere\n": "line 2: \"elsewhere\" is no line of a mutation",
	} {
		if _, err := parseMutations(text); fmt.Sprint(err) != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	row := newRow("| rule | `State.rank` | `one`, `two` | `m`, `n` |")
	for said, want := range map[string]string{
		"one m fails, two n fails":              "",
		"one m fails, one n fails":              "two notices no mutation",
		"one m fails, two m fails":              "no script notices n",
		"one m fails, two n panics":             "two with n panics; no script notices n; two notices no mutation",
		"one m fails, two n fails, two  fails":  "two without a mutation fails",
		"one m fails, two n fails, one n hangs": "one with n hangs",
	} {
		verdict := func(name, script string) string {
			if _, got, ok := strings.Cut(said, script+" "+name+" "); ok {
				got, _, _ = strings.Cut(got, ",")
				return got
			}
			return "passes"
		}
		if got := strings.Join(row.unnoticed(verdict), "; "); got != want {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}
