package datadir

import (
	"fmt"
	"path/filepath"

	"arbiter/engine"
)

// A SeatFile stores in a folder who holds which seat.
type SeatFile string

func (f SeatFile) Name() string { return filepath.Join(string(f), SeatsName) }

// Seats reads the marks. If there are none, everybody has to take a seat again.
func (f SeatFile) Seats() (map[engine.Seat]string, error) {
	marks, err := recall[map[engine.Seat]string](f.Name())
	if err != nil {
		err = fmt.Errorf("seats: %w", err)
	}
	return marks, err
}

// KeepSeats replaces the file atomically and durably: after a power cut there is either the old
// file or the new one.
func (f SeatFile) KeepSeats(marks map[engine.Seat]string) error {
	if err := memorize(f.Name(), marks); err != nil {
		return fmt.Errorf("seats: %w", err)
	}
	return nil
}
