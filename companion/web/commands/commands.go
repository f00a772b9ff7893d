// Package commands sorts possible commands: which make the same sentence, how these differ, and
// which are chance.
package commands

import (
	"slices"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// Hole stands in a line for a word that is yet to be chosen.
const Hole = "{}"

// Groups groups commands that make the same sentence, in order of first appearance.
func Groups(legal []companion.LegalCommand) [][]companion.LegalCommand {
	var all [][]companion.LegalCommand
	at := map[string]int{}
	for _, c := range legal {
		key := string(c.By) + " " + c.Text.Format + " " + strconv.Itoa(len(strings.Fields(c.Line)))
		i, ok := at[key]
		if !ok {
			i = len(all)
			at[key], all = i, append(all, nil)
		}
		all[i] = append(all[i], c)
	}
	return all
}

// Varying returns the indexes of the arguments that differ within a group.
func Varying(g []companion.LegalCommand) (at []int) {
	for i, first := range g[0].Text.Args {
		if slices.ContainsFunc(g, func(c companion.LegalCommand) bool { return !Alike(c.Text.Args[i], first) }) {
			at = append(at, i)
		}
	}
	return at
}

// Alike reports whether two arguments are the same.
func Alike(a, b any) bool {
	return engine.Text{Format: "%v", Args: []any{a}}.Equal(engine.Text{Format: "%v", Args: []any{b}})
}

// Differing returns the indexes of the words in which the lines of a group differ.
func Differing(g []companion.LegalCommand) (at []int) {
	first := strings.Fields(g[0].Line)
	for i, w := range first {
		if slices.ContainsFunc(g, func(c companion.LegalCommand) bool { return strings.Fields(c.Line)[i] != w }) {
			at = append(at, i)
		}
	}
	return at
}

// Pattern returns a line with holes.
func Pattern(line string, at []int) string {
	words := strings.Fields(line)
	for _, i := range at {
		words[i] = Hole
	}
	return strings.Join(words, " ")
}

// Among reports whether a line with {} matches a command.
func Among(c companion.LegalCommand, line string) bool {
	words, holes := strings.Fields(c.Line), strings.Fields(line)
	if len(words) != len(holes) {
		return false
	}
	for i, w := range holes {
		if w != Hole && w != words[i] {
			return false
		}
	}
	return true
}

// Gapped puts a command into words, with gaps for some of its arguments.
func Gapped(say func(engine.Text) string, x companion.LegalCommand, gaps []int) string {
	t := x.Text
	t.Args = slices.Clone(t.Args)
	for _, i := range gaps {
		t.Args[i] = engine.Gap
	}
	return say(t)
}
