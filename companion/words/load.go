package words

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"

	"github.com/pelletier/go-toml/v2"
)

// Load reads every *.toml file of f: terms-GAME.toml has terms, the others sentences. The error
// lists each mistake with its file: an unknown language, a duplicate key, placeholders that differ
// from the English ones.
func Load(f fs.FS) (*Catalogue, error) {
	c := &Catalogue{map[string]translations{}, map[engine.Term]translations{}}
	files, err := fs.Glob(f, "*.toml")
	if err != nil {
		return nil, err
	}
	var all []error
	for _, file := range files {
		text, err := fs.ReadFile(f, file)
		if err != nil {
			return nil, err
		}
		all = append(all, c.load(file, text))
	}
	if err := errors.Join(all...); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Catalogue) load(file string, text []byte) error {
	tables := map[string]translations{}
	if err := toml.Unmarshal(notation.Edited(text), &tables); err != nil {
		var wrong *toml.DecodeError
		if errors.As(err, &wrong) {
			row, column := wrong.Position()
			return fmt.Errorf("%s:%d:%d: %s", file, row, column, strings.TrimPrefix(err.Error(), "toml: "))
		}
		return fmt.Errorf("%s: %w", file, err)
	}
	add := c.sentence
	if strings.HasPrefix(file, "terms-") {
		add = c.term
	}
	var all []error
	for _, key := range slices.Sorted(maps.Keys(tables)) {
		if err := errors.Join(languages(tables[key]), add(key, tables[key])); err != nil {
			all = append(all, fmt.Errorf("%s: [%q]: %w", file, key, err))
		}
	}
	return errors.Join(all...)
}

func languages(t translations) error {
	for lang := range t {
		if !slices.Contains(Languages(), lang) {
			return fmt.Errorf("nobody speaks %q here; write one of %s", lang, strings.Join(Languages(), ", "))
		}
	}
	return nil
}

func (c *Catalogue) sentence(key string, t translations) error {
	if _, twice := c.sentences[key]; twice {
		return errors.New("it stands in another file already: remove one")
	}
	if t[English] != "" {
		return errors.New("the key is the English sentence: remove the line en")
	}
	c.sentences[key] = t
	for _, lang := range slices.Sorted(maps.Keys(t)) {
		if err := alike(key, t[lang]); err != nil {
			return fmt.Errorf("%s: %w", lang, err)
		}
	}
	return nil
}

// term adds the words of a term. Games share terms with the same meaning.
func (c *Catalogue) term(key string, t translations) error {
	if before, twice := c.terms[engine.Term(key)]; twice && !maps.Equal(before, t) {
		return errors.New("another game says it in another way: say it alike, or give one of them another name")
	}
	c.terms[engine.Term(key)] = t
	return nil
}
