// Package words puts texts into the language of the people at the table. Its
// catalogue is a set of TOML files: one table for each English sentence, the
// format of an engine.Text, and one for each term of a game.
//
// It knows no game and keeps no texts of its own; a sentence that it has no
// translation for stays English.
package words

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"arbiter/engine"
)

// English is the language of the keys. The others are translations.
const English = "en"

// Languages lists the languages of the catalogue, English last.
func Languages() []string { return []string{"de", "es", English} }

// A Catalogue holds translations. It does not change after Load and is safe for
// concurrent use.
type Catalogue struct {
	sentences map[string]translations // by English format
	terms     map[engine.Term]translations
}

// Terms lists the terms that have words, in alphabetical order.
func (c *Catalogue) Terms() []engine.Term { return slices.Sorted(maps.Keys(c.terms)) }

// Knows tells whether a term has a word of its own in a language.
func (c *Catalogue) Knows(lang string, t engine.Term) bool { return c.terms[t][lang] != "" }

// Translations are by language.
type translations map[string]string

// Say puts t into the language: terms and texts within it too. Seats are called
// by their color. What has no translation stays English; nothing panics.
func (c *Catalogue) Say(lang string, t engine.Text) string {
	return c.With(lang, func(engine.Seat) string { return "" })(t)
}

// In returns Say for one language.
func (c *Catalogue) In(lang string) func(engine.Text) string {
	return func(t engine.Text) string { return c.Say(lang, t) }
}

// With returns Say for one language and one table: names tells what the player
// at a seat is called; a seat with the name "" is called by its color.
func (c *Catalogue) With(lang string, names func(engine.Seat) string) func(engine.Text) string {
	var say func(engine.Text) string
	word := func(x any) any {
		switch x := x.(type) {
		case engine.Text:
			return say(x)
		case engine.Term:
			return c.Term(lang, x)
		case engine.Seat:
			if name := names(x); name != "" {
				return name
			}
			return c.Term(lang, engine.Term(x))
		case engine.Refusal:
			return say(x.Text)
		}
		return x
	}
	say = func(t engine.Text) string {
		if t.IsZero() {
			return ""
		}
		if t.Format == "%s" && len(t.Args) == 1 { // most texts are a word
			if text, ok := word(t.Args[0]).(string); ok {
				return text
			}
		}
		format := c.format(lang, t.Format)
		quotes := strings.ContainsAny(format, opening)
		args := make([]any, len(t.Args))
		for i, a := range t.Args {
			if args[i] = word(a); quotes && isTerm(a) {
				args[i] = mark + args[i].(string)
			}
		}
		return quoted(engine.Fill(format, args...))
	}
	return say
}

const (
	opening = "“„«" // in English, German and Spanish
	mark    = "\x00"
)

// isTerm: it is one word of a game, and nothing else.
func isTerm(x any) bool {
	t, is := x.(engine.Text)
	if is {
		return t.Format == "%s" && len(t.Args) == 1 && isTerm(t.Args[0])
	}
	_, is = x.(engine.Term)
	return is
}

// quoted begins marked words with a capital letter where they follow an opening quotation
// mark, as the title of a card does, and takes the marks away.
func quoted(said string) string {
	before, rest, found := strings.Cut(said, mark)
	if !found {
		return said
	}
	if last, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune(opening, last) {
		first, n := utf8.DecodeRuneInString(rest)
		rest = string(unicode.ToUpper(first)) + rest[n:]
	}
	return before + quoted(rest)
}

// Term returns the word for t in the language, else in English, else t itself.
func (c *Catalogue) Term(lang string, t engine.Term) string {
	for _, l := range []string{lang, English} {
		if word := c.terms[t][l]; word != "" {
			return word
		}
	}
	return string(t)
}

func (c *Catalogue) format(lang, key string) string {
	if translation := c.sentences[key][lang]; translation != "" {
		return translation
	}
	return key
}
