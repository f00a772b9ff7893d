// Package i18n puts texts into the language that a command was asked for.
package i18n

import (
	"sync"

	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/setups"
)

// A Flag is the language that a command speaks.
type Flag struct {
	Lang string `enum:"de,es,en" default:"en" env:"ARBITER_LANG" placeholder:"de|es|en" help:"The language of all texts; without it, that of the environment, else English."`
}

// Catalogue is all that Arbiter says, which is read once.
var Catalogue = sync.OnceValues(func() (*words.Catalogue, error) { return words.Load(setups.Words()) })

// A Say puts texts into a language.
type Say = func(engine.Text) string

// Say returns what puts a text into the language; labels are what players are
// called.
func (t Flag) Say(labels map[engine.Seat]string) (func(engine.Text) string, error) {
	catalogue, err := Catalogue()
	if err != nil {
		return nil, err
	}
	return catalogue.With(t.Lang, func(s engine.Seat) string { return labels[s] }), nil
}
