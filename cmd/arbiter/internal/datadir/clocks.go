package datadir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"arbiter/companion/clock"
)

// Clocks keeps the stored clocks of games in a data directory, a file for each game: what its table
// has chosen, and which times count for nobody. Games of older programs have none.
type Clocks string

// Clock returns the clock of a game. If its file is missing or cannot be read, all times count.
func (c Clocks) Clock(game string) (k clock.Kept) {
	text, err := c.read(game)
	if err != nil || json.Unmarshal(text, &k) != nil {
		return clock.Kept{}
	}
	return k
}

func (c Clocks) read(game string) ([]byte, error) {
	if !aName(game) {
		return nil, fs.ErrNotExist
	}
	return readSideFile(filepath.Join(string(c), clocksFolder), game)
}

// Keep replaces the file of a game atomically.
func (c Clocks) Keep(game string, k clock.Kept) error {
	if !aName(game) {
		return fmt.Errorf("clock of game %q: that is no name of a file", game)
	}
	text, err := json.Marshal(k)
	for err == nil && len(text) > SideFileAtMost { // somebody pauses at each step: the shortest pauses matter least
		k = k.WithoutShortest()
		text, err = json.Marshal(k)
	}
	if err == nil {
		err = c.put(game, text)
	}
	if err != nil {
		return fmt.Errorf("clock of game %s: %w", game, err)
	}
	return nil
}

func (c Clocks) put(game string, text []byte) error {
	root, err := folderIn(string(c), clocksFolder)
	if err != nil {
		return err
	}
	defer root.Close()
	return errors.Join(replaceIn(root, game, text), syncRoot(root))
}

// KeepClock stores the clock of a game.
func (s Store) KeepClock(id string, k clock.Kept) error { return Clocks(s.Dir).Keep(id, k) }

// putClocks writes the clocks of a backup. A game that has one already gets that of the backup.
func (a SideFiles) putClocks(dir string) error {
	for game, text := range a.Clocks {
		if err := Clocks(dir).put(game, text); err != nil {
			return fmt.Errorf("clock of game %s: %w", game, err)
		}
	}
	return nil
}
