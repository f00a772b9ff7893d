package datadir

import (
	"fmt"
	"path/filepath"
)

// A TicksFile stores in a folder which steps of the setup of a game are ticked.
type TicksFile string

// ticked is the content of the file.
type ticked struct {
	Game  string `json:"game"`
	Steps []int  `json:"steps"`
}

func (f TicksFile) name() string { return filepath.Join(string(f), ticksName) }

// Ticks returns the steps and their game. If the file is missing, none is ticked.
func (f TicksFile) Ticks() (game string, steps []int, err error) {
	t, err := recall[ticked](f.name())
	if err != nil {
		err = fmt.Errorf("ticks of the setup: %w", err)
	}
	return t.Game, t.Steps, err
}

// KeepTicks replaces the file atomically.
func (f TicksFile) KeepTicks(game string, steps []int) error {
	if err := memorize(f.name(), ticked{game, steps}); err != nil {
		return fmt.Errorf("ticks of the setup: %w", err)
	}
	return nil
}
