package datadir

import (
	"fmt"
	"path/filepath"
	"slices"
)

// An AdjournedFile stores in a folder which damaged games were left for a new one. If it is lost,
// people are told of them again.
type AdjournedFile string

func (f AdjournedFile) Name() string { return filepath.Join(string(f), leftName) }

// read returns the games.
func (f AdjournedFile) read() ([]string, error) {
	ids, err := recall[[]string](f.Name())
	if err != nil {
		err = fmt.Errorf("games that were left: %w", err)
	}
	return ids, err
}

// keep adds games.
func (f AdjournedFile) keep(ids []string) error {
	all, err := f.read()
	if err != nil {
		return err
	}
	if err := memorize(f.Name(), slices.Compact(slices.Sorted(slices.Values(append(all, ids...))))); err != nil {
		return fmt.Errorf("games that were left: %w", err)
	}
	return nil
}
