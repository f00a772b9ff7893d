package datadir

import (
	"fmt"
	"path/filepath"

	"arbiter/companion"
)

// An endedFile stores in a folder which game ended last, for as long as it can go on. If the file
// is lost, the game has ended for good.
type endedFile string

func (f endedFile) name() string { return filepath.Join(string(f), endedName) }

// read returns the game.
func (f endedFile) read() companion.Ended {
	e, _ := recall[companion.Ended](f.name())
	return e
}

// keep stores another game.
func (f endedFile) keep(e companion.Ended) error {
	if err := memorize(f.name(), e); err != nil {
		return fmt.Errorf("the game that has ended: %w", err)
	}
	return nil
}
