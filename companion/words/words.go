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
	return c.At(lang, names, nil)
}

// At is With where things are called by names of the table; those without one by their
// word. Nil has none.
func (c *Catalogue) At(lang string, names func(engine.Seat) string, things func(engine.Term) engine.Text) func(engine.Text) string {
	var say func(engine.Text) string
	word := func(x any) any {
		switch x := x.(type) {
		case engine.Text:
			return say(x)
		case engine.Term:
			if things != nil {
				if name := things(x); !name.IsZero() {
					return capital(c.With(lang, names)(name))
				}
			}
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
		quotes, stops := strings.ContainsAny(format, opening), strings.Contains(format, stop)
		args := make([]any, len(t.Args))
		for i, a := range t.Args {
			args[i] = word(a)
			text, ok := args[i].(string)
			if !ok {
				continue
			}
			if seat, is := a.(engine.Seat); is && i == 0 && names(seat) == "" && strings.HasPrefix(format, "%s ") {
				text = capital(text) // people are called as they write themselves
			}
			switch a.(type) {
			case engine.Text, engine.Term:
				if quotes {
					text = begin + text
				}
			}
			if last, _ := utf8.DecodeLastRuneInString(text); stops && strings.ContainsRune(closing, last) {
				text += end
			}
			args[i] = text
		}
		return finished.Replace(titled(engine.Fill(format, args...)))
	}
	return say
}

const (
	opening = "“„«" // in English, German and Spanish
	closing = ".!?…"
	stop    = "."
	begin   = "\x00" // of a word that comes into a sentence
	end     = "\x01" // of one that ends as a sentence does
)

// finished takes away the full stop after what ends as a sentence does.
var finished = strings.NewReplacer(end+stop, "", end, "")

// titled begins words with a capital letter where they follow an opening quotation mark,
// as the title of a card does.
func titled(said string) string {
	before, rest, found := strings.Cut(said, begin)
	if !found {
		return said
	}
	if last, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune(opening, last) {
		rest = capital(rest)
	}
	return before + titled(rest)
}

// capital is text that begins with a capital letter.
func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
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
