// Package setups holds the embedded data that a table is set up with: boxes (what is printed on the
// cardboard), decks (which cards there are and what is asked about them), tables (how a game may
// start), rigs (what is wired where) and words (translations).
//
// It reads and checks files. It knows no game and no hardware: a box is lines of notation, a rig is
// names of ports and pins, and its users bring the vocabulary or the drivers.
package setups

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"arbiter/engine/notation"
)

//go:embed boxes decks tables rigs/*.toml words
var files embed.FS

// Words returns the files with the translations.
func Words() fs.FS { return under(files, "words") }

func under(f fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(f, dir)
	if err != nil {
		panic(err) // dir is a constant
	}
	return sub
}

// names lists the files of a directory with the extension ext, without it, sorted.
func names(f fs.FS, dir, ext string) []string {
	entries, err := fs.ReadDir(f, dir)
	if err != nil {
		return nil
	}
	var list []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ext); ok {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// open reads a file; if it does not exist, the error says which ones do.
func open(f fs.FS, kind, dir, name, ext string) (text []byte, file string, err error) {
	known := names(f, dir, ext)
	if !slices.Contains(known, name) {
		return nil, "", fmt.Errorf("there is no %s %q; there is %s", kind, name, either(known))
	}
	file = path.Join(dir, name+ext)
	text, err = fs.ReadFile(f, file)
	return notation.Edited(text), file, err
}

// either joins words into a choice, for a sentence.
func either(words []string) string {
	switch n := len(words); n {
	case 0:
		return "none"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
}
