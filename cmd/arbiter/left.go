package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A leftFile remembers in a folder which damaged games were left for a new one. Who
// loses it is told of them again.
type leftFile string

func (f leftFile) name() string { return filepath.Join(string(f), "left.json") }

// read returns the games. A file that cannot be read as that counts as none.
func (f leftFile) read() ([]string, error) {
	text, err := os.ReadFile(f.name())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("games that were left: %w", err)
	}
	var ids []string
	if json.Unmarshal(text, &ids) != nil {
		return nil, nil
	}
	return ids, nil
}

// keep notes more of them.
func (f leftFile) keep(ids []string) error {
	all, err := f.read()
	if err != nil {
		return err
	}
	text, err := json.Marshal(slices.Compact(slices.Sorted(slices.Values(append(all, ids...)))))
	if err == nil {
		err = replace(f.name(), text)
	}
	if err != nil {
		return fmt.Errorf("games that were left: %w", err)
	}
	return nil
}
