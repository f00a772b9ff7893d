package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"arbiter/engine"
)

// A harvest has every sentence that the program may say, with the places that say it, and the calls
// that cannot be checked.
type harvest struct {
	keys   map[string][]string
	faults []string
}

// reap collects the sentences of all Go sources and HTML templates under root,
// packages for tests left out.
func reap(t *testing.T, root string) harvest {
	t.Helper()
	h := harvest{keys: map[string][]string{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || path != root && strings.HasPrefix(d.Name(), "test") || strings.HasSuffix(d.Name(), "test")):
			return filepath.SkipDir
		case d.IsDir():
			return h.source(root, path)
		case strings.HasSuffix(path, ".html"):
			return h.template(root, path)
		case d.Name() == "RULES.md":
			return h.rules(root, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *harvest) add(place, key string) { h.keys[key] = append(h.keys[key], place) }

// rules collects the chapters that people look up.
func (h *harvest) rules(root, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	place, err := filepath.Rel(root, path)
	for _, c := range engine.ReadChapters(string(text)) {
		for _, t := range slices.Concat([]engine.Text{c.Title}, c.Cited, c.Sentences) {
			h.add(filepath.ToSlash(place), t.Format)
		}
	}
	return err
}

// template collects {{say "..."}}.
func (h *harvest) template(root, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	tree := parse.New(path)
	tree.Mode = parse.SkipFuncCheck
	set := map[string]*parse.Tree{}
	if _, err := tree.Parse(string(text), "", "", set); err != nil {
		return err
	}
	place, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	for _, t := range set {
		h.nodes(filepath.ToSlash(place), t.Root)
	}
	return nil
}

func (h *harvest) nodes(place string, n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, x := range n.Nodes {
				h.nodes(place, x)
			}
		}
	case *parse.ActionNode:
		h.nodes(place, n.Pipe)
	case *parse.IfNode:
		h.branch(place, &n.BranchNode)
	case *parse.RangeNode:
		h.branch(place, &n.BranchNode)
	case *parse.WithNode:
		h.branch(place, &n.BranchNode)
	case *parse.TemplateNode:
		h.nodes(place, n.Pipe)
	case *parse.PipeNode:
		if n != nil {
			for _, c := range n.Cmds {
				h.command(place, c)
			}
		}
	}
}

func (h *harvest) branch(place string, b *parse.BranchNode) {
	h.nodes(place, b.Pipe)
	h.nodes(place, b.List)
	h.nodes(place, b.ElseList)
}

func (h *harvest) command(place string, c *parse.CommandNode) {
	for i, a := range c.Args {
		h.nodes(place, a)
		id, ok := a.(*parse.IdentifierNode)
		if !ok || id.Ident != "say" || i+1 >= len(c.Args) {
			continue
		}
		if s, ok := c.Args[i+1].(*parse.StringNode); ok {
			h.add(place, s.Text)
			continue
		}
		h.faults = append(h.faults, place+": the sentence is not a constant, so nobody can translate it")
	}
}
