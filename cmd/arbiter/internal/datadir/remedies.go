package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A RemediesFile stores in a folder up to which entry the logs of games stand although the rules
// have changed. If it is lost, people are asked again.
type RemediesFile string

func (f RemediesFile) name() string { return filepath.Join(string(f), RemediesName) }

// Read returns the entries by their games.
func (f RemediesFile) Read() (map[string]int, error) {
	stands, err := recall[map[string]int](f.name())
	if err != nil {
		err = fmt.Errorf("what stands of games: %w", err)
	}
	return stands, err
}

// Keep stores the entry for the current game and drops other games, about which nobody asks any
// more.
func (f RemediesFile) Keep(game string, entry int) error {
	if err := memorize(f.name(), map[string]int{game: entry}); err != nil {
		return fmt.Errorf("what stands of games: %w", err)
	}
	return nil
}

// put replaces the file atomically.
func (f RemediesFile) put(text []byte) error {
	if err := replace(f.name(), text); err != nil {
		return fmt.Errorf("what stands of games: %w", err)
	}
	return nil
}

// forget removes the file. When it returns nil, the file is gone from the disk.
func (f RemediesFile) forget() error {
	if err := os.Remove(f.name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("what stands of games: %w", err)
	}
	return syncFolder(string(f))
}
