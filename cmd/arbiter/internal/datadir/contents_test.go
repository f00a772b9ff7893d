package datadir

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// fateOf returns what a backup does with a file of a data directory; false if Contents does not
// say.
func fateOf(name string) (Fate, bool) {
	for _, c := range Contents {
		if ok, _ := path.Match(c.Pattern, name); ok {
			return c.Fate, true
		}
	}
	return "", false
}

// Contents lists every name under which something is written to a data directory: this package
// joins folders only with its constants, and each constant is in the list.
func TestEveryNameIsInContents(t *testing.T) {
	files, err := filepath.Glob("*.go")
	must(t, err)
	checked := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		must(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, v := range n.Values {
					name := n.Names[i].Name
					lit, ok := v.(*ast.BasicLit)
					if !ok || lit.Kind != token.STRING || !strings.HasSuffix(name, "Name") && name != "LogFile" && name != "Staged" {
						continue
					}
					file, _ := strconv.Unquote(lit.Value)
					if name == "facesName" {
						file = facesFolder + "/" + file
					}
					if _, ok := fateOf(file); !ok {
						t.Errorf("%s = %q stands in no row of Contents: say what becomes of it in a backup", name, file)
					}
					checked++
				}
			case *ast.CallExpr:
				called, ok := n.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if of, is := called.X.(*ast.Ident); is && of.Name == "strings" || called.Sel.Name != "Join" && called.Sel.Name != "OpenFile" && called.Sel.Name != "ReadFile" {
					return true
				}
				for _, a := range n.Args {
					lit, ok := a.(*ast.BasicLit)
					if home := map[string]bool{`".local"`: true, `"share"`: true, `"arbiter"`: true}; ok && lit.Kind == token.STRING && !home[lit.Value] {
						t.Errorf("%s is the name of a file outside of Contents", lit.Value)
					}
				}
			}
			return true
		})
	}
	if checked < 10 {
		t.Errorf("%d names were looked at, so this test sees little", checked)
	}
	if fate, ok := fateOf("notes.json"); ok {
		t.Errorf("control: a new side file is %q", fate)
	}
}
