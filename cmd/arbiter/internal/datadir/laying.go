package datadir

import (
	"path/filepath"

	"arbiter/engine"
)

// A layingFile stores in a folder which seats of the current game lay cards on readers. If it is
// lost, nothing is said about a seat whose cards are all gone.
type layingFile string

func (f layingFile) name() string { return filepath.Join(string(f), layingName) }

// read returns the seats of a game. If the file cannot be read there are none.
func (f layingFile) read(game string) []engine.Seat {
	laying, _ := recall[map[string][]engine.Seat](f.name())
	return laying[game]
}

// keep stores the seats of the current game.
func (f layingFile) keep(game string, seats []engine.Seat) error {
	return memorize(f.name(), map[string][]engine.Seat{game: seats})
}

// Lay stores which seats of a game lay their cards on readers.
func (s Store) Lay(id string, seats []engine.Seat) error { return layingFile(s.Dir).keep(id, seats) }
