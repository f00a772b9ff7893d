// Package words translates texts for the people at the table. Its catalogue is a set of TOML files
// with a table for each English sentence, the format of an engine.Text, and one for each term of a
// game.
//
// It knows no game and has no texts of its own; a sentence without a translation stays English.
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

// Languages returns the languages of the catalogue, English last.
func Languages() []string { return []string{"de", "es", English} }

// A Catalogue holds translations. It does not change after Load and is safe for concurrent use.
type Catalogue struct {
	sentences map[string]translations // by English format
	terms     map[engine.Term]translations
}

// Terms returns the terms that have words, in alphabetical order.
func (c *Catalogue) Terms() []engine.Term { return slices.Sorted(maps.Keys(c.terms)) }

// Knows reports whether a term has a word of its own in a language.
func (c *Catalogue) Knows(lang string, t engine.Term) bool { return c.terms[t].in(lang) != "" }

// translations are the words of each of the Languages.
type translations struct{ De, Es, En string }

// in returns the words of a language; "" if there are none.
func (t translations) in(lang string) string {
	switch lang {
	case "de":
		return t.De
	case "es":
		return t.Es
	case English:
		return t.En
	}
	return ""
}

// Say translates t, with the terms and texts in it. Seats are called by their color. What has no
// translation stays English; it never panics.
func (c *Catalogue) Say(lang string, t engine.Text) string {
	return c.With(lang, func(engine.Seat) string { return "" })(t)
}

// In returns Say for one language.
func (c *Catalogue) In(lang string) func(engine.Text) string {
	return func(t engine.Text) string { return c.Say(lang, t) }
}

// With returns Say for one language and one table: names returns what the player at a seat is
// called; "" means its color.
func (c *Catalogue) With(lang string, names func(engine.Seat) string) func(engine.Text) string {
	return c.At(lang, names, nil)
}

// At is With for a table that has names of its own for things; a thing without one is called by its
// usual word. things may be nil.
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
		if t.Format == "%s" && len(t.Args) == 1 { // most texts are a single word
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
				text = capital(text) // names of people stay as they are written
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
	begin   = "\x00" // marks the beginning of a word inserted in a sentence
	end     = "\x01" // marks its end if it ends like a sentence
)

// finished removes the full stop after something that ends like a sentence.
var finished = strings.NewReplacer(end+stop, "", end, "")

// titled capitalizes words after an opening quotation mark, as in the title of a card.
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

// capital returns text with a capital first letter.
func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// Term returns the word for t in the language, else in English, else t itself.
func (c *Catalogue) Term(lang string, t engine.Term) string {
	for _, l := range []string{lang, English} {
		if word := c.terms[t].in(l); word != "" {
			return word
		}
	}
	return string(t)
}

func (c *Catalogue) format(lang, key string) string {
	if translation := c.sentences[key].in(lang); translation != "" {
		return translation
	}
	return key
}
