package enginetest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Refusals reads the refusals of a game from the sources in its folder and subfolders, except some
// files and folders, and looks for each in the answers of its scripts. If there are fewer than
// least, the search itself is broken.
func Refusals(t *testing.T, least int, except ...string) {
	t.Helper()
	answers := answers(t)
	formats := refusals(t, except)
	if len(formats) < least {
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

func shown(format string, answers []string) bool {
	verb := regexp.MustCompile(`%(\[\d\])?[sdv]`)
	pattern := regexp.MustCompile("^" + verb.ReplaceAllString(regexp.QuoteMeta(format), ".+") + "$")
	return slices.ContainsFunc(answers, pattern.MatchString)
}

// answers lists what the scripts answer to commands that are refused.
func answers(t *testing.T) []string {
	t.Helper()
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

func refusals(t *testing.T, except []string) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	inside, _ := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var formats []string
	for _, file := range append(files, inside...) {
		if strings.HasSuffix(file, "_test.go") || slices.Contains(except, file) || slices.Contains(except, filepath.Dir(file)) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if format, ok := refusal(n); ok {
				formats = append(formats, format)
			}
			return true
		})
	}
	return formats
}

// refusal returns the format in a call of Refuse, or of the refuse of a game's rules.
func refusal(n ast.Node) (format string, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	callee := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		callee = f.Sel.Name
	case *ast.Ident:
		callee = f.Name
	}
	first, isText := call.Args[0].(*ast.BasicLit)
	if !isText || callee != "Refuse" && callee != "refuse" {
		return "", false
	}
	format, err := strconv.Unquote(first.Value)
	return format, err == nil
}
