// Package i18n translates texts for commands.
package i18n

import (
	"sync"

	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/setups"
)

// A Flag is the language of a command.
type Flag struct {
	Lang string `enum:"de,es,en" default:"en" env:"ARBITER_LANG" placeholder:"de|es|en" help:"The language of all texts; without it, that of the environment, else English."`
}

// Catalogue returns all of Arbiter's words, which are loaded once.
var Catalogue = sync.OnceValues(func() (*words.Catalogue, error) { return words.Load(setups.Words()) })

// A Say translates texts.
type Say = func(engine.Text) string

// Say returns a translator for the language; labels are names of players.
func (t Flag) Say(labels map[engine.Seat]string) (func(engine.Text) string, error) {
	catalogue, err := Catalogue()
	if err != nil {
		return nil, err
	}
	return catalogue.With(t.Lang, func(s engine.Seat) string { return labels[s] }), nil
}

// Later returns a translator that loads the words when it is first called: most commands say
// nothing about themselves.
func Later(lang string) Say {
	say := sync.OnceValue(func() Say {
		say, err := Flag{Lang: lang}.Say(nil)
		if err != nil { // the words are embedded and tested
			panic(err)
		}
		return say
	})
	return func(t engine.Text) string { return say()(t) }
}
