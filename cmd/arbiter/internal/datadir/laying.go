package datadir

import (
	"path/filepath"

	"arbiter/engine"
)

// A layingFile remembers in a folder which seats of the game that is on lay their cards
// on readers. Who loses it is told nothing of a seat whose cards are all gone.
type layingFile string

func (f layingFile) name() string { return filepath.Join(string(f), layingName) }

// read returns the seats of a game. What cannot be read counts as none.
func (f layingFile) read(game string) []engine.Seat {
	laying, _ := recall[map[string][]engine.Seat](f.name())
	return laying[game]
}

// keep notes the seats of the game that is on.
func (f layingFile) keep(game string, seats []engine.Seat) error {
	return memorize(f.name(), map[string][]engine.Seat{game: seats})
}

// Lay notes which seats of a game lay their cards on readers.
func (s Store) Lay(id string, seats []engine.Seat) error { return layingFile(s.Dir).keep(id, seats) }
