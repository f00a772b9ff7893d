package hw_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unconfirmed lists the values in packages below a folder that only hardware can settle: those
// whose comment says so. Values that share a comment are listed together, as "pkg.a pkg.b".
// Emulators are left out: real hardware takes their place.
func unconfirmed(t *testing.T, root string) (values []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "emu":
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			values = append(values, marked(file.Name.Name, d)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// marked returns the values of a declaration whose own comment has the mark, or all of them
// together if the comment of their group has it.
func marked(pkg string, d ast.Decl) (values []string) {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return nil
	}
	var all []string
	for _, s := range g.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		all = append(all, pkg+"."+v.Names[0].Name)
		if doubted(v.Doc) {
			values = append(values, pkg+"."+v.Names[0].Name)
		}
	}
	if doubted(g.Doc) {
		values = append(values, strings.Join(all, " "))
	}
	return values
}

func doubted(doc *ast.CommentGroup) bool {
	return strings.Contains(strings.ToLower(strings.Join(strings.Fields(doc.Text()), " ")), "hardware must confirm")
}

// TestBenchChecklist: each value that only hardware can settle is in the README's list of what to
// try on a bench.
func TestBenchChecklist(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	names := unconfirmed(t, ".")
	if len(names) < 15 {
		t.Errorf("only %q were found: the search is broken", names)
	}
	for _, name := range names {
		if !slices.ContainsFunc(strings.Fields(name), func(n string) bool { return listed(string(text), n) }) {
			t.Errorf("%s is to be confirmed by hardware, and not in the list of hw/README.md", name)
		}
	}
	if listed(string(text), "rc522.nonsense") {
		t.Error("control: a value that does not exist is in the list")
	}
}

// listed reports whether a row of the list names pkg.value; a row that names several values names
// the package only once.
func listed(text, name string) bool {
	pkg, value, _ := strings.Cut(name, ".")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") && strings.Contains(line, "`"+pkg+".") && strings.Contains(line, fmt.Sprintf("%s`", value)) {
			return true
		}
	}
	return false
}
