package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/web"
	"arbiter/engine"
)

// A history is the past games as the pages show them.
type history struct{ *gamelog.DB }

var _ web.History = history{}

// Games lists them, newest first.
func (h history) Games() ([]web.Past, error) {
	list, err := h.DB.Games()
	var all []web.Past
	for _, g := range list {
		all = append(all, web.Past{
			ID: g.ID, Game: g.Game, Created: g.Created, Seats: g.Seats, Labels: g.Labels, Entries: g.Entries, Result: g.Result,
		})
	}
	return all, err
}

// Saved returns one of them.
func (h history) Saved(id string) (companion.Saved, error) {
	g, err := h.Summary(id)
	if errors.Is(err, gamelog.ErrNoGame) {
		return companion.Saved{}, fs.ErrNotExist
	}
	if err != nil {
		return companion.Saved{}, err
	}
	return store(h).saved(g)
}

// A seatFile remembers in a folder who holds which seat.
type seatFile string

var _ web.SeatStore = seatFile("")

func (f seatFile) name() string { return filepath.Join(string(f), "seats.json") }

// Seats reads the marks. A file that cannot be read as marks counts as none:
// then everybody takes a seat again.
func (f seatFile) Seats() (map[engine.Seat]string, error) {
	text, err := os.ReadFile(f.name())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("seats: %w", err)
	}
	var marks map[engine.Seat]string
	if json.Unmarshal(text, &marks) != nil {
		return nil, nil
	}
	return marks, nil
}

// KeepSeats replaces the file at one stroke.
func (f seatFile) KeepSeats(marks map[engine.Seat]string) error {
	text, err := json.Marshal(marks)
	if err != nil {
		return fmt.Errorf("seats: %w", err)
	}
	temporary := f.name() + ".new"
	if err := os.WriteFile(temporary, text, 0o600); err != nil {
		return fmt.Errorf("seats: %w", err)
	}
	return os.Rename(temporary, f.name())
}
