package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// What may be how large. Lines are those of production code: no tests, and no package
// that is for tests.
const (
	mostFileLines    = 300
	mostCommandLines = 100 // of a file of this package
	mostFiles        = 25  // of a package
	mostGameFiles    = 60
	mostLines        = 4000 // of a package
	mostMainLines    = 2500
	mostFuncLines    = 40
	mostMedian       = 8 // lines of a function
	mostVerbFiles    = 3 // in which a verb of a game is defined or handled
)

// Games hold the rules, one page for each verb: no switch asks there what a command or
// an event is.
func isGame(dir string) bool {
	return dir == largestGame || dir == "engine/highcouncil"
}

// The largest game is larger than any package may be: it is one page for each verb.
const largestGame = "engine/councilofshadows"

// A survey is what was counted, and what is wrong with it by its subject, such as "file
// hw/watch.go".
type survey struct {
	retired  map[string]string // names without capitals, and what took their place
	packages map[string]*extent
	funcs    []int            // lines of each function
	verbs    map[string]*verb // commands and events of games
	wrong    map[string][]string
}

type extent struct{ files, lines int }

// A verb is a type of a game that tells itself, and the files that define it or ask
// whether something is one.
type verb struct {
	files map[string]bool
	tells bool
}

func (s *survey) verb(dir, path string, e ast.Expr) *verb {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	name, ok := e.(*ast.Ident)
	if !ok {
		return &verb{}
	}
	v := s.verbs[dir+"."+name.Name]
	if v == nil {
		v = &verb{files: map[string]bool{}}
		s.verbs[dir+"."+name.Name] = v
	}
	v.files[path] = true
	return v
}

// game notes where the verbs of a game are, and type switches.
func (s *survey) game(dir, path string, set *token.FileSet, f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSwitchStmt:
			s.fault("switch "+path, "line %d asks what type something has", set.Position(n.Pos()).Line)
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					s.verb(dir, path, e)
				}
			}
		case *ast.TypeSpec:
			s.verb(dir, path, n.Name)
		case *ast.FuncDecl:
			if n.Recv != nil {
				v := s.verb(dir, path, n.Recv.List[0].Type)
				v.tells = v.tells || n.Name.Name == "tell"
			}
		}
		return true
	})
}

func (s *survey) fault(subject, format string, args ...any) {
	s.wrong[subject] = append(s.wrong[subject], fmt.Sprintf(format, args...))
}

// file counts a file of a package.
func (s *survey) file(path, text string) error {
	dir := filepath.ToSlash(filepath.Dir(path))
	if s.packages[dir] == nil {
		s.packages[dir] = &extent{}
	}
	lines := strings.Count(text, "\n")
	s.packages[dir].files++
	s.packages[dir].lines += lines
	switch {
	case dir == "cmd/arbiter" && lines > mostCommandLines:
		s.fault("commands "+dir, "%s has %d lines, at most %d", path, lines, mostCommandLines)
	case lines > mostFileLines:
		s.fault("file "+path, "%d lines, at most %d", lines, mostFileLines)
	}
	s.name(dir, strings.TrimSuffix(filepath.Base(path), ".go"))
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if isGame(dir) {
		s.game(dir, path, set, f)
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.name(dir, d.Name.Name)
			n := set.Position(d.End()).Line - set.Position(d.Pos()).Line + 1
			s.funcs = append(s.funcs, n)
			if n > mostFuncLines {
				s.fault("func "+dir+"."+d.Name.Name, "%d lines, at most %d", n, mostFuncLines)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					s.name(dir, t.Name.Name)
				}
			}
		}
	}
	return nil
}

// name judges the name of a file, a type or a function.
func (s *survey) name(dir, name string) {
	instead, retired := s.retired[strings.ToLower(name)]
	if !retired && strings.HasPrefix(name, "full") && len(name) > len("full") {
		instead, retired = "the chapter", true
	}
	if retired {
		s.fault("names "+dir, "%s is retired for %s", name, instead)
	}
}

// sum judges what was counted.
func (s *survey) sum() {
	for dir, n := range s.packages {
		files, lines := mostFiles, mostLines
		if isGame(dir) {
			files = mostGameFiles
		}
		if dir == "cmd/arbiter" {
			lines = mostMainLines
		}
		if n.files > files {
			s.fault("files "+dir, "%d files, at most %d", n.files, files)
		}
		if n.lines > lines && dir != largestGame {
			s.fault("lines "+dir, "%d lines, at most %d", n.lines, lines)
		}
	}
	for name, v := range s.verbs {
		if v.tells && len(v.files) > mostVerbFiles {
			s.fault("verb "+name, "it is handled in %d files, at most %d: %v", len(v.files), mostVerbFiles, slices.Sorted(maps.Keys(v.files)))
		}
	}
	slices.Sort(s.funcs)
	if n := s.median(); n > mostMedian {
		s.fault("functions median", "the median has %d lines, at most %d", n, mostMedian)
	}
}

func (s *survey) median() int { return s.funcs[len(s.funcs)/2] }

// verbFiles counts in how many files each verb is, in rising order.
func (s *survey) verbFiles() (all []int) {
	for _, v := range s.verbs {
		if v.tells {
			all = append(all, len(v.files))
		}
	}
	slices.Sort(all)
	return all
}

// production reports whether a file is part of the program.
func production(path string) bool {
	return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") &&
		!slices.ContainsFunc(strings.Split(filepath.ToSlash(filepath.Dir(path)), "/"), func(dir string) bool {
			return strings.HasSuffix(dir, "test") || strings.HasPrefix(dir, "test") || strings.HasPrefix(dir, ".")
		})
}

func surveyed(t *testing.T, root string) *survey {
	t.Helper()
	s := &survey{retired: map[string]string{}, packages: map[string]*extent{}, verbs: map[string]*verb{}, wrong: map[string][]string{}}
	for name, instead := range pairs(t, filepath.Join(root, ".ci", "retired"), 1) {
		s.retired[strings.ToLower(name)] = instead
	}
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		file, relative := filepath.Rel(root, path)
		if err := cmp.Or(err, relative); err != nil || d.IsDir() || !production(file) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return s.file(filepath.ToSlash(file), string(text))
	}))
	s.sum()
	return s
}

// pairs reads a file of lines: a subject of so many words, and what is said of it.
func pairs(t *testing.T, file string, words int) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	said := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if all := strings.Fields(line); len(all) > 0 && !strings.HasPrefix(line, "#") {
			n := min(words, len(all))
			said[strings.Join(all[:n], " ")] = strings.Join(all[n:], " ")
		}
	}
	return said
}

// TestSizesAndNames: files, packages and functions keep their sizes, and no name is a
// retired one, but for the exceptions in .ci/sizes. An exception that is none any more
// has to go. With -v it prints what was counted.
func TestSizesAndNames(t *testing.T) {
	tier.Unraced(t, "reads sources")
	t.Parallel()
	root := filepath.Join("..", "..")
	s := surveyed(t, root)
	reasons := pairs(t, filepath.Join(root, ".ci", "sizes"), 2)
	for _, subject := range slices.Sorted(maps.Keys(s.wrong)) {
		if reasons[subject] == "" {
			t.Errorf("%s: %s; mend it, or give the reason in .ci/sizes", subject, strings.Join(s.wrong[subject], "; "))
		}
	}
	for subject := range reasons {
		if s.wrong[subject] == nil {
			t.Errorf(".ci/sizes: %q is no exception any more: remove it", subject)
		}
	}
	total := 0
	for _, dir := range slices.Sorted(maps.Keys(s.packages)) {
		n := s.packages[dir]
		total += n.lines
		t.Logf("%5d lines in %2d files: %s", n.lines, n.files, dir)
	}
	t.Logf("%d lines; %d functions, the median has %d lines, the longest %d", total, len(s.funcs), s.median(), s.funcs[len(s.funcs)-1])
	verbs := s.verbFiles()
	t.Logf("%d verbs of games, the median is in %d files, the most in %d", len(verbs), verbs[len(verbs)/2], verbs[len(verbs)-1])
	if n := verbs[len(verbs)/2]; n > 1 {
		t.Errorf("the median of the verbs is in %d files, at most 1", n)
	}
	if total < 30000 || len(verbs) < 100 || len(s.packages) < 40 {
		t.Errorf("only %d lines of %d packages were counted", total, len(s.packages))
	}
}

// The control: what is too large, or has a retired name, is seen.
func TestSizesAreSeen(t *testing.T) {
	s := &survey{retired: map[string]string{"warden": "watchdog"}, packages: map[string]*extent{}, verbs: map[string]*verb{}, wrong: map[string][]string{}}
	long := "package x\n\nfunc long(x any) {\n" + strings.Repeat("\t_ = x\n", mostFileLines) + "\tswitch x.(type) {\n\t}\n}\n"
	must(t, s.file(largestGame+"/x.go", long))
	for _, file := range []string{"a", "b", "c", "d"} {
		must(t, s.file(largestGame+"/"+file+".go", "package x\n\nfunc (c Plan) tell() {}\n"))
	}
	must(t, s.file("cmd/arbiter/warden.go", "package main\n\ntype Warden int\n"+strings.Repeat("\n", mostMainLines)))
	for n := range mostFiles + 1 {
		must(t, s.file(fmt.Sprintf("hw/%d.go", n), "package hw\n\nfunc fullOf() {}\n"+strings.Repeat("\n", mostLines/mostFiles)))
	}
	s.sum()
	want := []string{
		"commands cmd/arbiter", "file " + largestGame + "/x.go", "files hw", "func " + largestGame + ".long",
		"lines cmd/arbiter", "lines hw", "names cmd/arbiter", "names hw", "switch " + largestGame + "/x.go",
		"verb " + largestGame + ".Plan",
	}
	if got := slices.Sorted(maps.Keys(s.wrong)); !slices.Equal(got, want) {
		t.Errorf("seen: %q, want %q", got, want)
	}
	for file, want := range map[string]bool{"hw/watch.go": true, "hw/watch_test.go": false, "engine/enginetest/laws.go": false, ".ci/x.go": false, "x/testdata/y.go": false} {
		if production(file) != want {
			t.Errorf("%s: production is %t", file, !want)
		}
	}
}
