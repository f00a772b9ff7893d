package mutants

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// means reports whether the mutation breaks a function.
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
