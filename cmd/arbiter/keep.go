package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A history is the past games as the pages show them.
type history struct{ *gamelog.DB }

var _ web.History = history{}

// Find returns those that a search looks for, newest first.
func (h history) Find(s web.Search) (all []web.Past, found int, err error) {
	list, found, err := h.DB.Find(gamelog.Search(s))
	for _, g := range list {
		past := pastOf(g)
		if g.Finished.IsZero() && !h.Plays(g.ID) {
			_, bad := h.Rows(g.ID)
			past.Damaged = errors.As(bad, new(*gamelog.Damage))
		}
		all = append(all, past)
	}
	return all, found, damage(err)
}

func pastOf(g gamelog.Summary) web.Past {
	return web.Past{
		ID: g.ID, Game: g.Game, Created: g.Created, Seats: g.Seats, Labels: g.Labels, Bots: g.Bots, Entries: g.Entries,
		Result: g.Result, Program: g.Program, Note: g.Note, Rating: g.Rating,
	}
}

// Past returns one of them.
func (h history) Past(id string) (web.Past, error) {
	g, err := h.Summary(id)
	if errors.Is(err, gamelog.ErrNoGame) {
		err = fs.ErrNotExist
	}
	return pastOf(g), damage(err)
}

// Saved returns what was played in one of them.
func (h history) Saved(id string) (companion.Saved, error) {
	g, err := h.Summary(id)
	if errors.Is(err, gamelog.ErrNoGame) {
		return companion.Saved{}, fs.ErrNotExist
	}
	if err != nil {
		return companion.Saved{}, damage(err)
	}
	setup, entries, err := h.Entries(id, rules)
	header := companion.Header{ID: g.ID, Created: g.Created, Setup: setup, Labels: g.Labels, Bots: g.Bots, Program: g.Program}
	return companion.Saved{Header: header, Entries: entries}, damage(err)
}

// A seatFile remembers in a folder who holds which seat.
type seatFile string

var _ session.SeatStore = seatFile("")

func (f seatFile) name() string { return filepath.Join(string(f), "seats.json") }

// Seats reads the marks. Where there are none everybody takes a seat again.
func (f seatFile) Seats() (map[engine.Seat]string, error) {
	marks, err := recall[map[engine.Seat]string](f.name())
	if err != nil {
		err = fmt.Errorf("seats: %w", err)
	}
	return marks, err
}

// KeepSeats replaces the file at one stroke, and safely: after a power cut there
// is the old one or the new one.
func (f seatFile) KeepSeats(marks map[engine.Seat]string) error {
	if err := memorize(f.name(), marks); err != nil {
		return fmt.Errorf("seats: %w", err)
	}
	return nil
}
