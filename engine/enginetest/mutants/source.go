package mutants

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A function of the game.
type function struct {
	file       string
	pkg        string // the package
	decl       *ast.FuncDecl
	start, end int    // offsets in the text of the file
	head, body string // the text before the brace, and from there on
}

// functions returns the functions of the package and of the packages in its folder. The latter are
// named with their package, and methods with their type.
func functions(t testing.TB) map[string]function {
	t.Helper()
	all, files := map[string]function{}, []string{}
	for _, pattern := range []string{"*.go", "*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		at := func(p token.Pos) int { return set.Position(p).Offset }
		pkg, behind := parsed.Name.Name, ""
		if filepath.Dir(file) != "." {
			behind = pkg + "."
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				start, brace, end := at(f.Pos()), at(f.Body.Pos()), at(f.End())
				all[behind+receiver(f)+f.Name.Name] = function{file, pkg, f, start, end, head(t, f), string(text[brace:end])}
			}
		}
	}
	return all
}

// head returns a function without its body. A receiver or parameters without names get some, so
// that they can be passed on.
func head(t testing.TB, f *ast.FuncDecl) string {
	t.Helper()
	fields, unnamed := slices.Clone(f.Type.Params.List), 0
	if f.Recv != nil {
		fields = append(fields, f.Recv.List...)
	}
	for _, field := range fields {
		if len(field.Names) == 0 {
			field.Names = []*ast.Ident{ast.NewIdent("_")}
		}
		for _, name := range field.Names {
			if name.Name == "_" {
				unnamed++
				name.Name = fmt.Sprint("unnamed", unnamed)
			}
		}
	}
	var text strings.Builder
	if err := printer.Fprint(&text, token.NewFileSet(), &ast.FuncDecl{Recv: f.Recv, Name: f.Name, Type: f.Type}); err != nil {
		t.Fatal(err)
	}
	return text.String() + " "
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	typ := f.Recv.List[0].Type
	if pointer, ok := typ.(*ast.StarExpr); ok {
		typ = pointer.X
	}
	return typ.(*ast.Ident).Name + "."
}

// numbered returns the name of the function's variant for mutation n; 0 is the original.
func (f function) numbered(n int) string { return fmt.Sprintf("%s_%d", f.decl.Name.Name, n) }

// as returns the head of the function under another name.
func (f function) as(name string) string {
	return strings.Replace(f.head, f.decl.Name.Name+"(", name+"(", 1)
}

// mutated returns the body of the function with a mutation.
func (f function) mutated(m mutation, name string) (string, error) {
	lines := strings.Split(f.body, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	body := strings.Join(lines, "\n")
	for _, h := range m.hunks {
		if h.function != name {
			continue
		}
		if n := strings.Count(body, h.before); n != 1 {
			return "", fmt.Errorf("mutation %s: %q stands %d times in %s, not once; take what stands there now, or more of it", m.name, h.before, n, name)
		}
		body = strings.Replace(body, h.before, h.after, 1)
	}
	return body, nil
}

// switched returns the function in all its variants, behind a switch. In compiler messages, lines
// of a variant have the name of its mutation.
func (f function) switched(name string, mutations []mutation) (string, error) {
	var args []string
	for _, p := range f.decl.Type.Params.List {
		for _, arg := range p.Names {
			args = append(args, arg.Name)
		}
		if _, rest := p.Type.(*ast.Ellipsis); rest {
			args[len(args)-1] += "..."
		}
	}
	call := func(n int) string {
		call := fmt.Sprintf("%s(%s)\n", f.numbered(n), strings.Join(args, ", "))
		if f.decl.Recv != nil {
			call = f.decl.Recv.List[0].Names[0].Name + "." + call
		}
		if f.decl.Type.Results != nil {
			call = "return " + call
		}
		return call
	}
	choice, variants := f.head+"{\nswitch mutation {\n", f.as(f.numbered(0))+f.body+"\n"
	for i, m := range mutations {
		if !m.means(name) {
			continue
		}
		body, err := f.mutated(m, name)
		if err != nil {
			return "", err
		}
		choice += fmt.Sprintf("case %d:\n%s", i+1, call(i+1))
		variants += fmt.Sprintf("\n//line %s:1\n%s%s\n", m.name, f.as(f.numbered(i+1)), body)
	}
	return choice + "default:\n" + call(0) + "}\n}\n\n" + variants, nil
}
