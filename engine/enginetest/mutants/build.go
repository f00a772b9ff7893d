package mutants

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A mutant plays scripts by the rules, or by one of the mutations.
type mutant struct{ program string }

// pick is the file that is added to a package, as a format for the package's name.
const pick = `package %s

import (
	"os"
	"strconv"
)

var mutation, _ = strconv.Atoi(os.Getenv("MUTATION"))
`

// newMutant compiles the packages once with all mutations.
func newMutant(t testing.TB, mutations []mutation) (*mutant, error) {
	t.Helper()
	program, err := compile(t, mutations, "./testdata/mutant", "build")
	return &mutant{program}, err
}

// compile compiles a package with all mutations, as go build or go test -c does.
func compile(t testing.TB, mutations []mutation, what string, command ...string) (program string, err error) {
	t.Helper()
	texts, err := mutated(t, mutations)
	if err != nil {
		return "", err
	}
	dir := t.TempDir()
	overlay, err := writeOverlay(dir, texts)
	if err != nil {
		return "", err
	}
	program = filepath.Join(dir, "mutant")
	build := exec.CommandContext(t.Context(), "go", slices.Concat(command, []string{"-trimpath", "-overlay", overlay,
		"-gcflags=arbiter/engine/" + gameName(t) + "/...=-e", "-o", program, what})...)
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the mutations do not compile: %w\n%s", err, out)
	}
	return program, nil
}

// gameName returns the name of the folder of the test.
func gameName(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(dir)
}

// mutated returns the texts of the files that mutations change, and of one additional file in each
// of their packages, by file name.
func mutated(t testing.TB, mutations []mutation) (map[string]string, error) {
	files := map[string][]function{}
	for name, f := range functions(t) {
		if slices.ContainsFunc(mutations, func(m mutation) bool { return m.means(name) }) {
			text, err := f.switched(name, mutations)
			if err != nil {
				return nil, err
			}
			f.body = text
			files[f.file] = append(files[f.file], f)
		}
	}
	texts := map[string]string{}
	for file, changed := range files {
		texts[filepath.Join(filepath.Dir(file), "mutation.go")] = fmt.Sprintf(pick, changed[0].pkg)
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(changed, func(a, b function) int { return b.start - a.start })
		for _, f := range changed {
			text = slices.Concat(text[:f.start], []byte(f.body), text[f.end:])
		}
		texts[file] = string(text)
	}
	return texts, nil
}

// writeOverlay writes the texts to a folder, together with the overlay file for the compiler, and
// returns its path.
func writeOverlay(dir string, texts map[string]string) (string, error) {
	instead := map[string]string{}
	for file, text := range texts {
		here, err := filepath.Abs(file)
		if err != nil {
			return "", err
		}
		instead[here] = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(instead[here]), 0o700); err != nil {
			return "", err
		}
		if err := os.WriteFile(instead[here], []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": instead})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}

// play plays scripts by mutation n, counted from 1, or by the rules if n is 0. For each script it
// says: passes, panics, or fails and where.
func (m *mutant) play(t testing.TB, n int, scripts []string) map[string]string {
	t.Helper()
	// A program that does not end is stopped by its CPU time, which does not depend on how busy the
	// machine is.
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -t 60; exec "$0" "$@"`, m.program)
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
