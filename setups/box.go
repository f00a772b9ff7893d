package setups

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"arbiter/engine/notation"
)

// A Line is a fact of a box and where it was written.
type Line struct {
	File string
	N    int // from 1
	Text string
}

// Place returns the file and the number of the line.
func (l Line) Place() string { return fmt.Sprintf("%s:%d", l.File, l.N) }

// Boxes lists the boxes of a game.
func Boxes(game string) []string { return names(files, path.Join("boxes", game), ".box") }

// Box returns the facts of a box, one for each line that has one. Text after # is a comment.
func Box(game, box string) ([]Line, error) { return BoxIn(files, game, box) }

// BoxLines is Box without the places.
func BoxLines(game, box string) ([]string, error) { return boxLines(files, game, box) }

func boxLines(f fs.FS, game, box string) ([]string, error) {
	lines, err := BoxIn(f, game, box)
	if err != nil {
		return nil, err
	}
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = l.Text
	}
	return list, nil
}

// BoxLinesFrom is BoxLines for boxes in folders, as boxes/GAME/BOX.box. The first folder that has
// the box wins, and the embedded boxes come last.
func BoxLinesFrom(folders ...string) func(game, box string) ([]string, error) {
	return func(game, box string) ([]string, error) {
		for _, folder := range folders {
			if f := os.DirFS(folder); slices.Contains(names(f, path.Join("boxes", game), ".box"), box) {
				return boxLines(f, game, box)
			}
		}
		return BoxLines(game, box)
	}
}

// BoxIn is Box for files other than the embedded ones: boxes/GAME/BOX.box in f.
func BoxIn(f fs.FS, game, box string) ([]Line, error) {
	text, file, err := open(f, "box", path.Join("boxes", game), box, ".box")
	if err != nil {
		return nil, err
	}
	return Lines(file, string(text)), nil
}

// Lines splits the text of a box into facts.
func Lines(file, text string) []Line {
	var list []Line
	n := 0
	for line := range strings.Lines(notation.Edited(text)) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			list = append(list, Line{file, n, strings.Join(words, " ")})
		}
	}
	return list
}

// ruling reports whether a line of the rulebook's box chooses a reading of something that the
// rulebook leaves open. Such a line is not a value, and has no origin.
func ruling(l Line) bool {
	return path.Base(l.File) == "rulebook.box" && strings.HasPrefix(l.Text, "ruling ")
}

// Check returns everything that is wrong with the lines of a box: a line that the game's words
// cannot read, that does not say where its value comes from, that occurs twice, or that does not
// fit (Misfit), and invented values in a box named rulebook. Each error names the place and what to
// do.
func Check(lines []Line, words notation.Vocabulary) error {
	var all []error
	seen := map[string]Line{}
	for _, l := range lines {
		if text := fault(l, words, seen); text != "" {
			all = append(all, &Fault{File: l.File, Line: l.N, Text: text})
		}
		seen[l.Text] = l
	}
	return errors.Join(all...)
}

func fault(l Line, words notation.Vocabulary, seen map[string]Line) string {
	fact, err := words.Parse(l.Text)
	origin := notation.OriginIn(l.Text)
	before, twice := seen[l.Text]
	switch {
	case err != nil && !known(l.Text, words):
		return fmt.Sprintf("%v; a fact is one of: %s", err, strings.Join(words.Verbs(), "; "))
	case err != nil:
		return err.Error()
	case ruling(l):
		return ""
	case new(notation.Origin).UnmarshalText([]byte(origin)) != nil:
		return fmt.Sprintf("%q does not say where it comes from: end it with rulebook, public:SOURCE, owner or stand-in", l.Text)
	case path.Base(l.File) == "rulebook.box" && origin != notation.Rulebook:
		return fmt.Sprintf("%q does not come from the rulebook: move it to another box", l.Text)
	case twice:
		return fmt.Sprintf("%q stands in line %d already: remove one", l.Text, before.N)
	}
	if n := len(origin.Parts()); n > 1 && n != values(fact) {
		return fmt.Sprintf("%q has %d origins and %d values that may come from several places: end it with one origin, or one for each value", l.Text, n, values(fact))
	}
	if err := Misfit(fact); err != nil {
		return fmt.Sprintf("%q: %v", l.Text, err)
	}
	return ""
}

// Misfit returns what is wrong with a fact by itself, nil if nothing is: what its game refuses (its
// Misfit), and what would never have an effect (its Idle).
func Misfit(fact any) error {
	if m, ok := fact.(interface{ Misfit() error }); ok && m.Misfit() != nil {
		return m.Misfit()
	}
	if m, ok := fact.(interface{ Idle() error }); ok {
		return m.Idle()
	}
	return nil
}

// values returns how many values of a fact may each have an origin: its Values, or 1.
func values(fact any) int {
	if f, ok := fact.(interface{ Values() int }); ok {
		return f.Values()
	}
	return 1
}

// Told returns what the rulebook says about the things of a game: the facts of its box, and facts
// of other boxes with some values from the rulebook.
func Told(game string) ([]string, error) {
	var all []string
	for _, box := range Boxes(game) {
		lines, err := BoxLines(game, box)
		if err != nil {
			return nil, err
		}
		all = append(all, slices.DeleteFunc(lines, func(l string) bool {
			return box != "rulebook" && len(notation.OriginIn(l).Parts()) == 1
		})...)
	}
	return all, nil
}

func known(line string, words notation.Vocabulary) bool {
	list := strings.Fields(line)
	return slices.ContainsFunc(list[:min(2, len(list))], words.Knows)
}
