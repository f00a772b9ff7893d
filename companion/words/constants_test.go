package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbiter/engine/notation"
)

// constants returns the string constants of a package, and the elements of its
// lists of strings, that can be one word of a line. Types that are told in
// sentences, not in terms, are left out.
func constants(t *testing.T, dir string, without ...string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && !strings.HasSuffix(name, "_test.go") {
				words = append(words, literals(g, without)...)
			}
		}
	}
	return words
}

func literals(g *ast.GenDecl, without []string) []string {
	var words []string
	for _, s := range g.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if t, ok := v.Type.(*ast.Ident); ok && slices.Contains(without, t.Name) {
			continue
		}
		for _, x := range v.Values {
			for _, e := range elements(x) {
				if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.STRING {
					if w, err := strconv.Unquote(b.Value); err == nil && notation.Plain(w) {
						words = append(words, w)
					}
				}
			}
		}
	}
	return words
}

// elements returns the elements of a literal list, or x itself.
func elements(x ast.Expr) []ast.Expr {
	if c, ok := x.(*ast.CompositeLit); ok {
		return c.Elts
	}
	return []ast.Expr{x}
}
