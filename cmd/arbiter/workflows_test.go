package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A workflow is a file of .github/workflows, as far as ours go.
type workflow struct {
	Name        string
	On          map[string]any
	Permissions map[string]string
	Jobs        map[string]struct {
		Needs       string
		RunsOn      string `yaml:"runs-on"`
		Timeout     int    `yaml:"timeout-minutes"`
		Permissions map[string]string
		Steps       []struct {
			Name, Uses, Run string
			With            map[string]any
			Env             map[string]string
		}
	}
}

var (
	madeThere = regexp.MustCompile(`\bmake ([a-z]+)`)
	ranThere  = regexp.MustCompile(`(?m)(?:^|\s)((?:\.ci|setups)/[\w./-]+)`)
	pinned    = regexp.MustCompile(`^[\w-]+/[\w-]+@v\d+$`)
)

// What machines run for a push and for a tag can be read, says how long it may take, and
// names targets of make and files that are there.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	top := filepath.Join("..", "..")
	makefile := read(t, filepath.Join(top, "Makefile"))
	files, err := filepath.Glob(filepath.Join(top, ".github", "workflows", "*.yml"))
	must(t, err)
	made := map[string]bool{}
	for _, file := range files {
		text := read(t, file)
		if wrong := faultsOf(top, makefile, text); len(wrong) > 0 {
			t.Errorf("%s: %q", filepath.Base(file), wrong)
		}
		for _, m := range madeThere.FindAllStringSubmatch(text, -1) {
			made[m[1]] = true
		}
	}
	for _, target := range []string{"package", "release", "image"} {
		if !made[target] {
			t.Errorf("no workflow makes %s", target)
		}
	}
	control := "name: x\non: {push: {}}\npermissions: {contents: read}\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    needs: b\n    steps:\n      - run: make sculptures\n      - run: .ci/nothing\n      - uses: actions/checkout@main\n      - name: idle\n"
	want := []string{"a has no time", "a needs b, which is no job", "a: there is no make sculptures", "a: there is no .ci/nothing", "a: actions/checkout@main is not pinned", "a: a step does nothing, or two things"}
	if got := faultsOf(top, makefile, control); !slices.Equal(got, want) {
		t.Errorf("control: %q, want %q", got, want)
	}
	if got := faultsOf(top, makefile, "name: x\nhour: 1\n"); len(got) != 1 {
		t.Errorf("control: an unknown key: %q", got)
	}
}

// faultsOf lists what is wrong with a workflow.
func faultsOf(top, makefile, text string) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	var w workflow
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&w); err != nil {
		return []string{err.Error()}
	}
	if w.Name == "" || len(w.On) == 0 || w.Permissions == nil {
		say("it has no name, no cause or no permissions")
	}
	for name, j := range w.Jobs {
		if j.RunsOn == "" || j.Timeout == 0 {
			say("%s has no time", name)
		}
		if _, ok := w.Jobs[j.Needs]; !ok && j.Needs != "" {
			say("%s needs %s, which is no job", name, j.Needs)
		}
		for _, s := range j.Steps {
			if (s.Uses == "") == (s.Run == "") {
				say("%s: a step does nothing, or two things", name)
			}
			if s.Uses != "" && !pinned.MatchString(s.Uses) {
				say("%s: %s is not pinned", name, s.Uses)
			}
			for _, m := range madeThere.FindAllStringSubmatch(s.Run, -1) {
				if len(untold("`make "+m[1]+"`", makefile)) > 0 {
					say("%s: there is no make %s", name, m[1])
				}
			}
			for _, m := range ranThere.FindAllStringSubmatch(s.Run, -1) {
				if _, err := os.Stat(filepath.Join(top, m[1])); err != nil {
					say("%s: there is no %s", name, m[1])
				}
			}
		}
	}
	return wrong
}
