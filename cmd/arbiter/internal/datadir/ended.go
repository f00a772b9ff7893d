package datadir

import (
	"fmt"
	"path/filepath"

	"arbiter/companion"
)

// An endedFile remembers in a folder which game has ended last, for as long as it can
// go on. Who loses it has ended it for good.
type endedFile string

func (f endedFile) name() string { return filepath.Join(string(f), endedName) }

// read returns the game.
func (f endedFile) read() companion.Ended {
	e, _ := recall[companion.Ended](f.name())
	return e
}

// keep notes another one.
func (f endedFile) keep(e companion.Ended) error {
	if err := memorize(f.name(), e); err != nil {
		return fmt.Errorf("the game that has ended: %w", err)
	}
	return nil
}
