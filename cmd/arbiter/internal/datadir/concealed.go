package datadir

import (
	"fmt"
	"path/filepath"

	"arbiter/engine"
)

// A concealedFile stores in a folder up to which entry of the current game what only a seat knew is
// covered, because somebody else sits there now.
type concealedFile string

type concealment struct {
	Game  string
	Seats map[engine.Seat]int
}

func (f concealedFile) name() string { return filepath.Join(string(f), concealedName) }

// read returns the entries of a game.
func (f concealedFile) read(game string) (map[engine.Seat]int, error) {
	v, err := recall[concealment](f.name())
	if err != nil {
		return nil, fmt.Errorf("veils: %w", err)
	}
	if v.Game != game {
		return nil, nil
	}
	return v.Seats, nil
}

// keep replaces them.
func (f concealedFile) keep(game string, seats map[engine.Seat]int) error {
	if err := memorize(f.name(), concealment{game, seats}); err != nil {
		return fmt.Errorf("veils: %w", err)
	}
	return nil
}
