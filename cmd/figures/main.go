// Command figures tells what a reader of this code has to hold in mind: how much there
// is, where it is crowded, and which exported names only their own package uses.
//
//	go run ./cmd/figures              # all of it
//	go run ./cmd/figures ./engine/... # a part
//
// It judges nothing, and no suite runs it.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/packages"
)

func main() {
	top := flag.Int("top", 8, "how many of the largest are named")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if err := tell(os.Stdout, "", *top, patterns...); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// tell writes the figures of the packages that patterns name in the module at dir, without their
// tests, and lists the top largest of each kind. Uses of names are counted in the whole module,
// whatever patterns name.
func tell(out io.Writer, dir string, top int, patterns ...string) error {
	load := func(mode packages.LoadMode, patterns ...string) ([]*packages.Package, error) {
		ps, err := packages.Load(&packages.Config{Mode: mode | packages.NeedName, Dir: dir}, patterns...)
		for _, p := range ps {
			for _, e := range p.Errors {
				err = errors.Join(err, e)
			}
		}
		return ps, err
	}
	chosen, err := load(0, patterns...)
	if err != nil {
		return err
	}
	all, err := load(packages.NeedTypes|packages.NeedTypesInfo|packages.NeedSyntax|packages.NeedImports|packages.NeedDeps|packages.NeedFiles, "./...")
	if err != nil {
		return err
	}
	f := figures{uses: map[string]int{}, elsewhere: map[string]bool{}, folders: map[string]*folder{}}
	for _, p := range all {
		f.countUses(p)
	}
	for _, p := range all {
		if slices.ContainsFunc(chosen, func(c *packages.Package) bool { return c.PkgPath == p.PkgPath }) {
			f.count(p)
		}
	}
	return f.write(out, top)
}

// A figure is a number, and what it belongs to.
type figure struct {
	n  int
	of string
}

type figures struct {
	uses      map[string]int  // how often a name is used, by the place of its declaration
	elsewhere map[string]bool // whether another package uses it, by the same key

	folders                               map[string]*folder
	functions, fields, arguments, methods []figure
	unused                                []figure // exported names, by package
	onceNamed, onceLines, clauses         int
	exported, documented, usedNowhere     int
}

type folder struct{ files, lines, functions int }

func at(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column)
}

func (f *figures) countUses(p *packages.Package) {
	for _, o := range p.TypesInfo.Uses {
		if o.Pkg() == nil {
			continue
		}
		key := at(p.Fset, origin(o).Pos())
		f.uses[key]++
		if o.Pkg() != p.Types {
			f.elsewhere[key] = true
		}
	}
}

// origin returns the generic function or field that an instance stands for.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

func (f *figures) count(p *packages.Package) {
	c := counted{figures: f, p: p, name: strings.TrimPrefix(p.PkgPath, "arbiter/"), methods: map[string]int{}}
	parts := strings.Split(c.name, "/")
	key := path.Join(parts[:min(2, len(parts))]...)
	if f.folders[key] == nil {
		f.folders[key] = &folder{}
	}
	room := f.folders[key]
	for _, file := range p.Syntax {
		room.files++
		room.lines += p.Fset.File(file.FileStart).LineCount()
		f.clauses++ // the package clause
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				room.functions++
				c.function(d)
			case *ast.GenDecl:
				c.declaration(d)
			}
		}
	}
	for t, n := range c.methods {
		f.methods = append(f.methods, figure{n, c.name + "." + t})
	}
	f.usedNowhere += c.unused
	f.unused = append(f.unused, figure{c.unused, c.name})
}

// counted is a package that is counted.
type counted struct {
	*figures
	p       *packages.Package
	name    string
	methods map[string]int
	unused  int
}

func (c *counted) lines(n ast.Node) int {
	return c.p.Fset.Position(n.End()).Line - c.p.Fset.Position(n.Pos()).Line + 1
}

func (c *counted) function(d *ast.FuncDecl) {
	n, where := c.lines(d), c.name+"."+d.Name.Name
	c.functions = append(c.functions, figure{n, where})
	c.arguments = append(c.arguments, figure{d.Type.Params.NumFields(), where})
	if c.uses[at(c.p.Fset, d.Name.Pos())] == 1 {
		c.onceNamed, c.onceLines = c.onceNamed+1, c.onceLines+n
	}
	if d.Recv == nil {
		c.exports(d.Name, d.Doc)
		return
	}
	c.methods[receiver(d.Recv.List[0].Type)]++
}

func (c *counted) declaration(d *ast.GenDecl) {
	if d.Tok == token.IMPORT {
		c.clauses += c.lines(d)
	}
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			c.exports(s.Name, s.Doc, d.Doc)
			if st, ok := s.Type.(*ast.StructType); ok {
				c.fields = append(c.fields, figure{st.Fields.NumFields(), c.name + "." + s.Name.Name})
			}
		case *ast.ValueSpec:
			for _, id := range s.Names {
				c.exports(id, s.Doc, s.Comment, d.Doc)
			}
		}
	}
}

// exports counts a name if it is exported, with the comments that may document it.
func (c *counted) exports(id *ast.Ident, docs ...*ast.CommentGroup) {
	if !id.IsExported() || c.p.Name == "main" {
		return
	}
	c.exported++
	if slices.ContainsFunc(docs, func(d *ast.CommentGroup) bool { return d != nil }) {
		c.documented++
	}
	if !c.elsewhere[at(c.p.Fset, id.Pos())] {
		c.unused++
	}
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

func (f *figures) write(out io.Writer, top int) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var all folder
	fmt.Fprintln(w, "folder\tfiles\tlines\tfunctions")
	var names []string
	for name := range f.folders {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		r := f.folders[name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", name, r.files, r.lines, r.functions)
		all.files, all.lines, all.functions = all.files+r.files, all.lines+r.lines, all.functions+r.functions
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\n\n", all.files, all.lines, all.functions)
	fmt.Fprintf(w, "package and import clauses\t%d lines\n", f.clauses)
	fmt.Fprintf(w, "functions that are named once\t%d, %d lines\n", f.onceNamed, f.onceLines)
	fmt.Fprintf(w, "exported names\t%d\n  with a comment\t%d\n  that no other package uses\t%d\n", f.exported, f.documented, f.usedNowhere)
	for _, kind := range []struct {
		name string
		of   []figure
	}{
		{"lines of a function", f.functions}, {"arguments of a function", f.arguments}, {"methods of a type", f.methods},
		{"fields of a struct", f.fields}, {"exported names of a package that no other uses", f.unused},
	} {
		if len(kind.of) == 0 {
			continue
		}
		slices.SortFunc(kind.of, func(a, b figure) int { return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.of, b.of)) })
		at := func(of float64) int { return kind.of[int(of*float64(len(kind.of)-1))].n }
		fmt.Fprintf(w, "\n%s\tmedian %d, nine of ten at most %d\n", kind.name, at(.5), at(.1))
		for _, x := range kind.of[:min(top, len(kind.of))] {
			fmt.Fprintf(w, "  %s\t%d\n", x.of, x.n)
		}
	}
	return w.Flush()
}
