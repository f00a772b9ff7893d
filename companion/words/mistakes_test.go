package words

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"arbiter/setups"

	"github.com/pelletier/go-toml/v2"
)

// mistakes lists, with their files, what Load accepts but nobody intends: an unknown language, a
// sentence that occurs twice, placeholders that differ from the English ones.
func mistakes(f fs.FS) error {
	files, err := fs.Glob(f, "*.toml")
	all, before := []error{err}, map[bool]map[string]translations{true: {}, false: {}}
	for _, file := range files {
		text, err := fs.ReadFile(f, file)
		languages := map[string]map[string]string{}
		all = append(all, err, toml.Unmarshal(text, &languages))
		tables, err := read(f, file)
		all = append(all, err)
		for _, key := range slices.Sorted(maps.Keys(tables)) {
			err := errors.Join(known(languages[key]), mistake(ofTerms(file), key, tables[key], before[ofTerms(file)]))
			if err != nil {
				all = append(all, fmt.Errorf("%s: [%q]: %w", file, key, err))
			}
			before[ofTerms(file)][key] = tables[key]
		}
	}
	return errors.Join(all...)
}

func known(t map[string]string) error {
	for lang := range t {
		if !slices.Contains(Languages(), lang) {
			return fmt.Errorf("nobody speaks %q here; write one of %s", lang, strings.Join(Languages(), ", "))
		}
	}
	return nil
}

// mistake says what is wrong with a term, which games may share with the same meaning, or with a
// sentence.
func mistake(term bool, key string, t translations, before map[string]translations) error {
	switch earlier, twice := before[key]; {
	case term && twice && earlier != t:
		return errors.New("another game says it in another way: say it alike, or give one of them another name")
	case term:
		return nil
	case twice:
		return errors.New("it stands in another file already: remove one")
	case t.En != "":
		return errors.New("the key is the English sentence: remove the line en")
	}
	for _, lang := range Languages() {
		if t.in(lang) == "" {
			continue
		}
		if err := alike(key, t.in(lang)); err != nil {
			return fmt.Errorf("%s: %w", lang, err)
		}
	}
	return nil
}

func TestWordsHaveNoMistakes(t *testing.T) {
	if err := mistakes(setups.Words()); err != nil {
		t.Error(err)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no mistake":         {map[string]string{"a.toml": "[\"%s of %d\"]\nde = \"%[2]d mal %[1]s\"\n"}, ""},
		"no TOML":            {map[string]string{"a.toml": "[\"x\"]\nde = \n"}, "a.toml:2:"},
		"a number":           {map[string]string{"a.toml": "[x]\nde = 4\n"}, "a.toml:2:6: "},
		"unknown language":   {map[string]string{"a.toml": "[x]\nfr = \"y\"\n"}, `a.toml: ["x"]: nobody speaks "fr" here; write one of de, es, en`},
		"English twice":      {map[string]string{"a.toml": "[x]\nen = \"y\"\n"}, `a.toml: ["x"]: the key is the English sentence`},
		"sentence twice":     {map[string]string{"a.toml": "[x]\n", "b.toml": "[x]\n"}, `b.toml: ["x"]: it stands in another file already`},
		"term twice":         {map[string]string{"terms-a.toml": "[x]\nde = \"1\"\n", "terms-b.toml": "[x]\nde = \"2\"\n"}, `terms-b.toml: ["x"]: another game says it in another way`},
		"shared term":        {map[string]string{"terms-a.toml": "[x]\nde = \"1\"\n", "terms-b.toml": "[x]\nde = \"1\"\n"}, ""},
		"placeholder gone":   {map[string]string{"a.toml": "[\"%s of %d\"]\nes = \"%s\"\n"}, `a.toml: ["%s of %d"]: es: "%s" has the placeholders [1 s], but its English has [1 s, 2 d]`},
		"placeholder added":  {map[string]string{"a.toml": "[x]\nes = \"%s\"\n"}, "has the placeholders [1 s]"},
		"placeholder order":  {map[string]string{"a.toml": "[\"%s %d\"]\nes = \"%d %s\"\n"}, "has the placeholders [1 d, 2 s]"},
		"placeholder flags":  {map[string]string{"a.toml": "[\"%+d\"]\nes = \"%d\"\n"}, "has the placeholders [1 d]"},
		"broken placeholder": {map[string]string{"a.toml": "[\"%d\"]\nes = \"%d %\"\n"}, "ends in the middle of a placeholder"},
	} {
		err := mistakes(tree(test.files))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s:\n got %v\nwant %s", name, err, test.want)
		}
	}
}
