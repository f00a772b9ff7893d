package words

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// A folder is one package: its constants, and the functions that hand a format on
// to engine.Say, with the place of the format among their arguments.
type folder struct {
	root     string
	fset     *token.FileSet
	engine   bool
	files    []*ast.File
	consts   map[string]string
	wrappers map[string]int
}

func (h *harvest) source(root, dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	f := folder{root: root, fset: token.NewFileSet(), consts: map[string]string{}, wrappers: map[string]int{}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(f.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		f.engine = file.Name.Name == "engine"
		f.files = append(f.files, file)
	}
	h.helpTags(&f)
	h.longerHelp(&f)
	f.constants()
	for known := -1; known != len(f.wrappers); { // wrappers of wrappers
		known = len(f.wrappers)
		f.wrap()
	}
	f.each(func(within *ast.FuncDecl, n ast.Node, format ast.Expr, args []ast.Expr) {
		if _, handed := param(within, format); !handed && !handedToLiteral(within, format) && !kept(format) {
			h.sentence(&f, n, format, args)
		}
	})
	return nil
}

// helpTags collects the help of commands and flags on the command line; their values are filled in.
func (h *harvest) helpTags(f *folder) {
	for _, file := range f.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && field.Tag != nil {
				tag, _ := strconv.Unquote(field.Tag.Value)
				if help := reflect.StructTag(tag).Get("help"); help != "" {
					h.add(f.fset.Position(field.Pos()).String(), strings.ReplaceAll(help, "${default}", "%s"))
				}
			}
			return true
		})
	}
}

// longerHelp collects the longer help of commands, paragraph by paragraph; indented lines are to be
// typed, and are not sentences.
func (h *harvest) longerHelp(f *folder) {
	for _, file := range f.files {
		for _, d := range file.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Recv == nil || method.Name.Name != "Help" {
				continue
			}
			ast.Inspect(method, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok {
					text, _ := f.text(lit)
					for line := range strings.SplitSeq(text, "\n") {
						if line != "" && line[0] != ' ' {
							h.add(f.place(lit), strings.ReplaceAll(line, "%", "%%"))
						}
					}
				}
				return true
			})
		}
	}
}

// place returns the file, relative to the root, and the line.
func (f *folder) place(n ast.Node) string {
	at := f.fset.Position(n.Pos())
	file, err := filepath.Rel(f.root, at.Filename)
	if err != nil {
		file = at.Filename
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(file), at.Line)
}

func (h *harvest) sentence(f *folder, n ast.Node, format ast.Expr, args []ast.Expr) {
	place := f.place(n)
	key, ok := f.text(format)
	if !ok {
		h.faults = append(h.faults, place+": the sentence is not a constant, so nobody can translate it")
		return
	}
	h.add(place, key)
	list, err := placeholders(key)
	switch {
	case err != nil:
		h.faults = append(h.faults, fmt.Sprintf("%s: %v", place, err))
	case args != nil && len(list) != len(args):
		h.faults = append(h.faults, fmt.Sprintf("%s: %q has %d placeholders and %d arguments", place, key, len(list), len(args)))
	}
	for i, a := range args {
		if i < len(list) && strings.HasSuffix(list[i], "d") && wordy(a) {
			h.faults = append(h.faults, fmt.Sprintf("%s: %q: argument %d is no number", place, key, i+1))
		}
	}
}

// wordy reports whether an argument is certainly not a number: a call that makes a Term or a Text.
func wordy(a ast.Expr) bool {
	call, ok := a.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name == "Term" || fun.Name == "Say"
	case *ast.SelectorExpr:
		return fun.Sel.Name == "Term" || fun.Sel.Name == "Say" || fun.Sel.Name == "term" || fun.Sel.Name == "text" || fun.Sel.Name == "word"
	}
	return false
}

// each calls say for every place where a format becomes a text: calls of
// engine.Say, engine.Refuse and their wrappers, and literals of engine.Text.
// Args is nil where they are not listed one by one.
func (f *folder) each(say func(within *ast.FuncDecl, n ast.Node, format ast.Expr, args []ast.Expr)) {
	for _, file := range f.files {
		for _, d := range file.Decls {
			within, _ := d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if i, ok := f.speaker(n.Fun); ok && i < len(n.Args) {
						args := append([]ast.Expr{}, n.Args[i+1:]...)
						if n.Ellipsis.IsValid() {
							args = nil
						}
						say(within, n, n.Args[i], args)
					}
				case *ast.CompositeLit:
					if format, ok := f.literal(n); ok {
						say(within, n, format, nil)
					}
				}
				return true
			})
		}
	}
}

// speaker reports whether fun takes a format, and as which of its arguments.
func (f *folder) speaker(fun ast.Expr) (int, bool) {
	switch fun := fun.(type) {
	case *ast.Ident:
		i, ok := f.wrappers[fun.Name]
		return i, ok
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok && (x.Name == "engine" || x.Name == "rule") {
			if fun.Sel.Name == "Asks" {
				return 1, true
			}
			return 0, fun.Sel.Name == "Say" || fun.Sel.Name == "Refuse"
		} else if ok && x.Name == "i18n" {
			return 1, fun.Sel.Name == "Wrap"
		}
		i, ok := f.wrappers["."+fun.Sel.Name]
		return i, ok
	}
	return 0, false
}

// literal returns the format of a literal engine.Text, or of a game's refusal, that
// has one.
func (f *folder) literal(c *ast.CompositeLit) (ast.Expr, bool) {
	switch t := c.Type.(type) {
	case *ast.Ident:
		if t.Name != "refusal" && (!f.engine || t.Name != "Text") {
			return nil, false
		}
	case *ast.SelectorExpr:
		if x, ok := t.X.(*ast.Ident); !ok || x.Name != "engine" || t.Sel.Name != "Text" {
			return nil, false
		}
	default:
		return nil, false
	}
	for i, e := range c.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if k, ok := kv.Key.(*ast.Ident); ok && (k.Name == "Format" || k.Name == "format") {
				return kv.Value, true
			}
		} else if i == 0 {
			return e, true
		}
	}
	return nil, false
}

// wrap notes the functions that pass one of their own arguments on as a format.
func (f *folder) wrap() {
	f.each(func(within *ast.FuncDecl, _ ast.Node, format ast.Expr, _ []ast.Expr) {
		i, ok := param(within, format)
		switch {
		case !ok:
		case within.Recv != nil:
			f.wrappers["."+within.Name.Name] = i
		default:
			f.wrappers[within.Name.Name] = i
		}
	})
}

// kept reports whether e is the format of a refusal, which was collected where it was
// made.
func kept(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "format"
}

// handedToLiteral reports whether e is an argument of a function literal, such as the say of the
// templates, which are searched separately.
func handedToLiteral(within *ast.FuncDecl, e ast.Expr) (handed bool) {
	if within == nil {
		return false
	}
	ast.Inspect(within, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() < e.Pos() && e.End() < lit.End() {
			_, found := among(lit.Type.Params, e)
			handed = handed || found
		}
		return true
	})
	return handed
}

func param(within *ast.FuncDecl, e ast.Expr) (int, bool) {
	if within == nil {
		return 0, false
	}
	return among(within.Type.Params, e)
}

func among(params *ast.FieldList, e ast.Expr) (int, bool) {
	id, ok := e.(*ast.Ident)
	if !ok {
		return 0, false
	}
	n := 0
	for _, field := range params.List {
		for _, name := range field.Names {
			if name.Name == id.Name {
				return n, true
			}
			n++
		}
	}
	return 0, false
}

func (f *folder) constants() {
	for _, file := range f.files {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i, name := range v.Names {
					if i < len(v.Values) {
						if text, ok := f.text(v.Values[i]); ok {
							f.consts[name.Name] = text
						}
					}
				}
			}
		}
	}
}

// text returns the value of a constant string.
func (f *folder) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		s, ok := f.consts[e.Name]
		return s, ok
	case *ast.ParenExpr:
		return f.text(e.X)
	case *ast.BinaryExpr:
		x, okX := f.text(e.X)
		y, okY := f.text(e.Y)
		return x + y, okX && okY && e.Op == token.ADD
	}
	return "", false
}
