package councilofshadows_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A rule is a function of the package.
type rule struct {
	file       string
	decl       *ast.FuncDecl
	start, end int    // in the text of the file
	head, body string // the text before the brace, and from there
}

// rules are the functions of the package; methods stand behind their type.
func rules(t testing.TB) map[string]rule {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]rule{}
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
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				start, brace, end := at(f.Pos()), at(f.Body.Pos()), at(f.End())
				all[receiver(f)+f.Name.Name] = rule{file, f, start, end, string(text[start:brace]), string(text[brace:end])}
			}
		}
	}
	return all
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

// numbered is the name of the function as mutation n has it; 0 is none.
func (r rule) numbered(n int) string { return fmt.Sprintf("%s_%d", r.decl.Name.Name, n) }

// as is the head of the function under another name.
func (r rule) as(name string) string {
	return strings.Replace(r.head, r.decl.Name.Name+"(", name+"(", 1)
}

// mutated is the body of the function as a mutation has it.
func (r rule) mutated(m mutation, function string) (string, error) {
	lines := strings.Split(r.body, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	body := strings.Join(lines, "\n")
	for _, h := range m.hunks {
		if h.function != function {
			continue
		}
		if n := strings.Count(body, h.before); n != 1 {
			return "", fmt.Errorf("mutation %s: %q stands %d times in %s, not once; take what stands there now, or more of it", m.name, h.before, n, function)
		}
		body = strings.Replace(body, h.before, h.after, 1)
	}
	return body, nil
}

// switched is the function in all its variants, behind a switch. The compiler calls
// the lines of a variant by the name of its mutation.
func (r rule) switched(function string, mutations []mutation) (string, error) {
	var args []string
	for _, p := range r.decl.Type.Params.List {
		for _, name := range p.Names {
			args = append(args, name.Name)
		}
	}
	call := func(n int) string {
		call := fmt.Sprintf("%s(%s)\n", r.numbered(n), strings.Join(args, ", "))
		if r.decl.Recv != nil {
			call = r.decl.Recv.List[0].Names[0].Name + "." + call
		}
		if r.decl.Type.Results != nil {
			call = "return " + call
		}
		return call
	}
	choice, variants := r.head+"{\nswitch mutation {\n", r.as(r.numbered(0))+r.body+"\n"
	for i, m := range mutations {
		if !m.means(function) {
			continue
		}
		body, err := r.mutated(m, function)
		if err != nil {
			return "", err
		}
		choice += fmt.Sprintf("case %d:\n%s", i+1, call(i+1))
		variants += fmt.Sprintf("\n//line %s:1\n%s%s\n", m.name, r.as(r.numbered(i+1)), body)
	}
	return choice + "default:\n" + call(0) + "}\n}\n\n" + variants, nil
}

// A mutant plays scripts by the rules or by one of the mutations.
type mutant struct{ program string }

// pick is the file that is added to the package.
const pick = `package councilofshadows

import (
	"os"
	"strconv"
)

var mutation, _ = strconv.Atoi(os.Getenv("MUTATION"))
`

// newMutant compiles the package once with all mutations.
func newMutant(t testing.TB, mutations []mutation) (*mutant, error) {
	t.Helper()
	files := map[string][]rule{}
	for function, r := range rules(t) {
		if slices.ContainsFunc(mutations, func(m mutation) bool { return m.means(function) }) {
			text, err := r.switched(function, mutations)
			if err != nil {
				return nil, err
			}
			r.body = text
			files[r.file] = append(files[r.file], r)
		}
	}
	texts := map[string]string{"mutation.go": pick}
	for file, changed := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(changed, func(a, b rule) int { return b.start - a.start })
		for _, r := range changed {
			text = slices.Concat(text[:r.start], []byte(r.body), text[r.end:])
		}
		texts[file] = string(text)
	}
	dir := t.TempDir()
	instead := map[string]string{}
	for file, text := range texts {
		here, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		instead[here] = filepath.Join(dir, file)
		if err := os.WriteFile(instead[here], []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": instead})
	if err != nil {
		return nil, err
	}
	overlay, m := filepath.Join(dir, "overlay.json"), &mutant{filepath.Join(dir, "mutant")}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return nil, err
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-overlay", overlay,
		"-gcflags=arbiter/engine/councilofshadows=-e", "-o", m.program, "./testdata/mutant")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the mutations do not compile: %w\n%s", err, out)
	}
	return m, nil
}

// play plays scripts by mutation n, counted from 1, or by the rules: 0. Of each it
// says: passes, fails and where, or panics.
func (m *mutant) play(t testing.TB, n int, scripts []string) map[string]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, m.program)
	for _, script := range scripts {
		cmd.Args = append(cmd.Args, filepath.Join("testdata", script+".txt"))
	}
	cmd.Env = append(os.Environ(), fmt.Sprint("MUTATION=", n))
	out, err := cmd.Output()
	verdicts := map[string]string{}
	for i, line := range strings.Split(string(out), "\n") {
		if i < len(scripts) {
			verdicts[scripts[i]] = line
		}
	}
	if err != nil {
		verdicts[scripts[len(scripts)-1]] = fmt.Sprint("does not end well: ", err)
	}
	return verdicts
}
