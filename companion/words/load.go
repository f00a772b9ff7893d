package words

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"sync"

	"arbiter/engine"
	"arbiter/engine/notation"

	"github.com/pelletier/go-toml/v2"
)

// Load reads every *.toml file of f: terms-GAME.toml has terms, the others sentences. An error
// names the file and the place. Other mistakes, such as placeholders that differ from the English
// ones, are found by the tests of this package: the words are part of the program.
func Load(f fs.FS) (*Catalogue, error) {
	files, err := fs.Glob(f, "*.toml")
	if err != nil {
		return nil, err
	}
	// The files are read side by side: on a small computer that is half of the time until the
	// first page.
	tables, wrong := make([]map[string]translations, len(files)), make([]error, len(files))
	var all sync.WaitGroup
	for i, file := range files {
		all.Go(func() { tables[i], wrong[i] = read(f, file) })
	}
	all.Wait()
	c := &Catalogue{map[string]translations{}, map[engine.Term]translations{}}
	for i, file := range files {
		if !ofTerms(file) {
			maps.Copy(c.sentences, tables[i])
			continue
		}
		for key, t := range tables[i] {
			c.terms[engine.Term(key)] = t
		}
	}
	return c, errors.Join(wrong...)
}

// ofTerms reports whether a file has terms, not sentences.
func ofTerms(file string) bool { return strings.HasPrefix(file, "terms-") }

func read(f fs.FS, file string) (map[string]translations, error) {
	text, err := fs.ReadFile(f, file)
	if err != nil {
		return nil, err
	}
	tables := map[string]translations{}
	err = toml.Unmarshal(notation.Edited(text), &tables)
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &wrong):
		row, column := wrong.Position()
		return nil, fmt.Errorf("%s:%d:%d: %s", file, row, column, strings.TrimPrefix(err.Error(), "toml: "))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return tables, nil
}
