package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// Each path that CONTRIBUTING.md names exists. A name in capitals stands for one that
// the reader chooses.
func TestContributing(t *testing.T) {
	tier.Unraced(t, "reads sources")
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "CONTRIBUTING.md"))
	must(t, err)
	paths := pathsIn(string(text))
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join("..", "..", path)); err != nil {
			t.Errorf("CONTRIBUTING.md names %s, which does not exist: name what took its place", path)
		}
	}
	if len(paths) < 80 {
		t.Errorf("only %d paths were found", len(paths))
	}
	if got := pathsIn("`a/b.go` and [c](d/e.md), `make test`, `setups/GAME.toml`, `hw.Reader`, `x.toml`"); strings.Join(got, " ") != "a/b.go d/e.md" {
		t.Errorf("control: %q", got)
	}
}

// Each page that a page refers to is there, and so is each heading.
func TestPagesReferToPages(t *testing.T) {
	tier.Unraced(t, "reads sources")
	t.Parallel()
	root, links := filepath.Join("..", ".."), 0
	for _, page := range pages(t, root) {
		n, dead := deadLinks(t, root, page, read(t, filepath.Join(root, page)))
		for _, link := range dead {
			t.Errorf("%s refers to %s, which is not there", page, link)
		}
		links += n
	}
	if links < 40 {
		t.Errorf("only %d links were found", links)
	}
	if _, dead := deadLinks(t, root, "hw/README.md", "[a](nowhere.md) [b](README.md#nothing) [c](README.md#buttons) [d](../LICENSE) [e](https://x.org)"); strings.Join(dead, " ") != "nowhere.md README.md#nothing" {
		t.Errorf("control: %q", dead)
	}
}

// pages lists the pages of the repository.
func pages(t *testing.T, root string) (all []string) {
	t.Helper()
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == "tools" || d.Name() == ".git" || d.Name() == ".deb") {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".md") {
			path, err = filepath.Rel(root, path)
			all = append(all, filepath.ToSlash(path))
		}
		return err
	}))
	return all
}

var (
	linked   = regexp.MustCompile(`\]\(([^)]+)\)`)
	headings = regexp.MustCompile(`(?m)^#+ (.+)$`)
	noAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// deadLinks lists the links of a page that lead nowhere.
func deadLinks(t *testing.T, root, page, text string) (n int, dead []string) {
	t.Helper()
	for _, m := range linked.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], "://") || strings.Contains(m[1], "...") {
			continue
		}
		n++
		file, anchor, _ := strings.Cut(m[1], "#")
		target := filepath.Join(root, filepath.Dir(page), file)
		if file == "" {
			target = filepath.Join(root, page)
		}
		if _, err := os.Stat(target); err != nil || anchor != "" && !hasHeading(read(t, target), anchor) {
			dead = append(dead, m[1])
		}
	}
	return n, dead
}

func hasHeading(text, anchor string) bool {
	return slices.ContainsFunc(headings.FindAllStringSubmatch(text, -1), func(m []string) bool {
		return strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == anchor
	})
}

var named = regexp.MustCompile("`((?:\\w|\\.\\w)[\\w.-]*(?:/[\\w.-]+)+)`|\\]\\(([^):]+)\\)")

func pathsIn(text string) (all []string) {
	for _, found := range named.FindAllStringSubmatch(text, -1) {
		if path := found[1] + found[2]; !strings.Contains(path, "GAME") {
			all = append(all, path)
		}
	}
	return all
}
