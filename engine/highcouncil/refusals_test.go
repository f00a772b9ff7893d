package highcouncil_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestEachRefusalHasAScript reads the refusals from the source and looks for
// each in the answers of the scripts.
func TestEachRefusalHasAScript(t *testing.T) {
	answers := answers(t)
	formats := refusals(t)
	if len(formats) < 35 {
		t.Fatalf("only %d refusals found: the search is broken", len(formats))
	}
	for _, f := range formats {
		if !shown(f, answers) {
			t.Errorf("no script shows the refusal %q", f)
		}
	}
	if shown("%s may not dance", answers) {
		t.Error("the search finds what no script says")
	}
}

var verb = regexp.MustCompile(`%(\[\d\])?[sdv]`)

func shown(format string, answers []string) bool {
	pattern := regexp.MustCompile("^" + verb.ReplaceAllString(regexp.QuoteMeta(format), ".+") + "$")
	for _, a := range answers {
		if pattern.MatchString(a) {
			return true
		}
	}
	return false
}

func answers(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if answer, ok := strings.CutPrefix(strings.TrimSpace(line), "no: "); ok {
				all = append(all, answer)
			}
		}
	}
	return all
}

func refusals(t *testing.T) []string {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var formats []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || file == "start.go" { // TestSeats shows what refuses to start
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
				sel, isSel := call.Fun.(*ast.SelectorExpr)
				lit, isLit := call.Args[0].(*ast.BasicLit)
				if isSel && isLit && sel.Sel.Name == "Refuse" {
					format, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					formats = append(formats, format)
				}
			}
			return true
		})
	}
	return formats
}
