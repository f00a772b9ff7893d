package datadir

import (
	"fmt"
	"path/filepath"
)

// A TicksFile remembers in a folder which steps of the setup of a game are ticked.
type TicksFile string

// ticked is what stands in the file.
type ticked struct {
	Game  string `json:"game"`
	Steps []int  `json:"steps"`
}

func (f TicksFile) name() string { return filepath.Join(string(f), ticksName) }

// Ticks reads the steps and the game that they are of. Where there are none, all are open.
func (f TicksFile) Ticks() (game string, steps []int, err error) {
	t, err := recall[ticked](f.name())
	if err != nil {
		err = fmt.Errorf("ticks of the setup: %w", err)
	}
	return t.Game, t.Steps, err
}

// KeepTicks replaces the file at one stroke.
func (f TicksFile) KeepTicks(game string, steps []int) error {
	if err := memorize(f.name(), ticked{game, steps}); err != nil {
		return fmt.Errorf("ticks of the setup: %w", err)
	}
	return nil
}
