// Package lessons teaches tags and boxes on this device: the readers and the log as a lesson needs
// them, and the console where somebody teaches.
package lessons

import (
	"log/slog"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/setups"
)

// New returns the lesson for a game; the logger gets faults of the program.
func New(game string, book learning.TagStore, chip learning.TagMemory, playing func() bool, logger *slog.Logger) (*learning.Lesson, error) {
	rules, ok := games.Rules(game)
	if !ok {
		return nil, engine.Refuse("there is no game %q; there is %s", game, games.Names())
	}
	deck, err := setups.CardListOf(game)
	if err != nil {
		return nil, err
	}
	offers, err := companion.Offers(rules)
	if err != nil {
		return nil, err
	}
	return learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: book, Memory: chip, Playing: playing, Logger: logger})
}
