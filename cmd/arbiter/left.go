package main

import (
	"fmt"
	"path/filepath"
	"slices"
)

// A leftFile remembers in a folder which damaged games were left for a new one. Who
// loses it is told of them again.
type leftFile string

func (f leftFile) name() string { return filepath.Join(string(f), "left.json") }

// read returns the games.
func (f leftFile) read() ([]string, error) {
	ids, err := recall[[]string](f.name())
	if err != nil {
		err = fmt.Errorf("games that were left: %w", err)
	}
	return ids, err
}

// keep notes more of them.
func (f leftFile) keep(ids []string) error {
	all, err := f.read()
	if err != nil {
		return err
	}
	if err := memorize(f.name(), slices.Compact(slices.Sorted(slices.Values(append(all, ids...))))); err != nil {
		return fmt.Errorf("games that were left: %w", err)
	}
	return nil
}
