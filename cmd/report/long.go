package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// looksAt says what each part of long covers: a change there makes its line old.
var looksAt = map[string][]string{
	"laws":     {"engine", "setups"},
	"referees": {"engine", "setups"},
	"screens":  {"engine", "setups"},
	"readers":  {"hw", "display"},
	"pages":    {"companion"},
	"crash":    {"companion/gamelog", "cmd/arbiter"},
	"fuzz":     {"engine", "hw", "setups", "companion/words"},
	"package":  {"setups/debian", "go.mod", ".ci/package"},
}

const head = `# What make long last said

One line for each part: when it ran, at which commit (+ with changes that were not
committed), with which first seed, how much it looked at, minutes, verdict. make long
and make long-PART write it. make test tells which lines are older than what they
tested.

| part | commit | date | seed | how much | min:s | verdict |
|---|---|---|---|---|---|---|
`

// keep replaces the line of each suite.
func keep(file string, suites []*suite, now time.Time) error {
	rows := rowsOf(file)
	for _, s := range suites {
		rows[s.name] = fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |\n", s.name, commit(), now.UTC().Format(time.DateOnly),
			strings.Join(slices.Sorted(maps.Keys(s.seeds)), " "), s.muchness(), minutes(s.took), s.verdict())
	}
	text := head
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		text += rows[name]
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// rowsOf returns the lines of such a file by their part.
func rowsOf(file string) map[string]string {
	rows := map[string]string{}
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) == 9 && cells[1] != " part " && cells[1] != "---" {
			rows[strings.TrimSpace(cells[1])] = line
		}
	}
	return rows
}

func (s *suite) muchness() string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(s.figures)) {
		all = append(all, fmt.Sprintf("%d %s", s.figures[what], what))
	}
	if n := s.passed + s.failed; n > 0 {
		all = append(all, fmt.Sprintf("%d tests", n))
	}
	return strings.Join(all, ", ")
}

func commit() string {
	hash := git("rev-parse", "--short", "HEAD")
	if git("status", "--porcelain", "--", ".", ":!.ci/long.md") != "" {
		hash += "+"
	}
	return hash
}

// pictured lists the folders that the pictures of the README show.
var pictured = []string{"companion/web/page", "companion/web/content", "display", "setups/words", "setups/boxes"}

// tellOldPictures lists pictures of the README that are older than what they show.
func tellOldPictures(out io.Writer) {
	made := git("log", "-1", "--format=%h", "--", ".github/pictures")
	if made == "" {
		return
	}
	if last := git(append([]string{"log", "-1", "--format=%h", made + "..HEAD", "--", ":!*_test.go", ":!*.md", ":!*/testdata/*"}, pictured...)...); last != "" {
		fmt.Fprintf(out, "old: the pictures of the README are of %s, and %s has changed what they show: make pictures ONLY=readme\n", made, last)
	}
}

// tellOld lists the parts that last ran before what they cover was changed.
func tellOld(out io.Writer, file string) {
	rows := rowsOf(file)
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		ran := strings.TrimSuffix(strings.TrimSpace(strings.Split(rows[name], "|")[2]), "+")
		paths := looksAt[name]
		if paths == nil {
			paths = []string{"."}
		}
		if git("rev-parse", "--quiet", "--verify", ran+"^{commit}") == "" {
			fmt.Fprintf(out, "old: make long-%s ran at %s, which is no commit here\n", name, ran)
			continue
		}
		last := git(append([]string{"log", "-1", "--format=%h", ran + "..HEAD", "--", ":!*.md"}, paths...)...)
		if last != "" {
			fmt.Fprintf(out, "old: make long-%s ran at %s, and %s has changed what it looks at\n", name, ran, last)
		}
	}
}

// git returns the output of git, or "" if it fails.
func git(args ...string) string {
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
