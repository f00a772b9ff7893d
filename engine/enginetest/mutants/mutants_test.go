package mutants

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestRows: a row that is made up is caught.
func TestRows(t *testing.T) {
	functions := functions(t)
	mutations := []mutation{{name: "never", hunks: []hunk{{function: "row.problem"}}}}
	for line, want := range map[string]string{
		"| Rows are read. | `row.eat` | `rules/once` | `never` |":                "there is no function row.eat",
		"| Rows are read. | `problem` | `rules/once` | `never` |":                "there is no function problem",
		"| Rows are read. | `row.problem` | `rules/eating` | `never` |":          "there is no script rules/eating",
		"| Rows are read. | `row.problem` | `rules/once` | `eat` |":              "there is no mutation eat",
		"| Rows are read. | `row.names` | `rules/once` | `never` |":              "the mutation never breaks none of its functions",
		"| Rows are read. | `row.problem` |  | `never` |":                        "a cell is empty",
		"| Rows are read. |  | `rules/once` | `never` |":                         "a cell is empty",
		"|  | `row.problem` | `rules/once` | `never` |":                          "a cell is empty",
		"| Rows are read. | row.problem | `rules/once` | `never` |":              "`row.problem` stands in no backticks",
		"| Rows are read. | `row.problem` | `rules/once` |":                      "3 cells, not 4",
		"| What is wrong with a row. | `row.problem` | `rules/once` | `never` |": "",
	} {
		if got := newRow(line).problem(functions, mutations); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// TestCatalogue: mistakes in a list of mutations are found.
func TestCatalogue(t *testing.T) {
	f := functions(t)["parseMutations"]
	for before, want := range map[string]string{
		"len(all) < 0":       `mutation m: "len(all) < 0" stands 0 times in parseMutations, not once; take what stands there now, or more of it`,
		"line":               "stands 11 times in parseMutations, not once",
		"return all, nil\n}": "",
	} {
		m := mutation{name: "m", hunks: []hunk{{"parseMutations", before, "own"}}}
		if _, err := f.mutated(m, "parseMutations"); (err != nil || want != "") && !strings.Contains(fmt.Sprint(err), want) {
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
}

// TestUnnamed: a receiver and arguments without names are passed on to the variant.
func TestUnnamed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc (idle) rests(int, ...byte) bool { return true }", 0)
	if err != nil {
		t.Fatal(err)
	}
	decl := file.Decls[0].(*ast.FuncDecl)
	f := function{decl: decl, head: head(t, decl), body: "{ return true }"}
	got, err := f.switched("idle.rests", []mutation{{name: "wakes", hunks: []hunk{{"idle.rests", "true", "false"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+got, 0); err != nil {
		t.Errorf("%v in\n%s", err, got)
	}
	for _, call := range []string{"return unnamed3.rests_1(unnamed1, unnamed2...)", "return unnamed3.rests_0(unnamed1, unnamed2...)"} {
		if !strings.Contains(got, call) {
			t.Errorf("no %q in\n%s", call, got)
		}
	}
}

// TestUnnoticed: each mutation has to be noticed, and each script has to notice one.
func TestUnnoticed(t *testing.T) {
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

// Rows that are broken lie as far apart as they can, and none comes twice.
func TestSpread(t *testing.T) {
	if got, want := spread([]int{0, 1, 2, 3, 4, 5}, 3, 7), []int{1, 3, 5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
