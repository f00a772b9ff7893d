package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A standsFile remembers in a folder up to which entry the logs of games stand,
// although the rules of the program have changed. Who loses it is asked again.
type standsFile string

func (f standsFile) name() string { return filepath.Join(string(f), "stands.json") }

// read returns the entries by their games. A file that cannot be read as that
// counts as none.
func (f standsFile) read() (map[string]int, error) {
	stands := map[string]int{}
	text, err := os.ReadFile(f.name())
	if errors.Is(err, fs.ErrNotExist) {
		return stands, nil
	}
	if err != nil {
		return nil, fmt.Errorf("what stands of games: %w", err)
	}
	if json.Unmarshal(text, &stands) != nil {
		return map[string]int{}, nil
	}
	return stands, nil
}

// keep notes the entry of the game that is on; of other games nobody asks any more.
func (f standsFile) keep(game string, entry int) error {
	text, err := json.Marshal(map[string]int{game: entry})
	if err == nil {
		err = replace(f.name(), text)
	}
	if err != nil {
		return fmt.Errorf("what stands of games: %w", err)
	}
	return nil
}

// replace puts a file that only its owner may read in the place of another at one
// stroke. When it returns nil the file is on the disk.
func replace(path string, text []byte) error {
	temporary := path + ".new"
	f, err := os.OpenFile(temporary, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
