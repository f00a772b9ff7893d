package service

import (
	"errors"
	"io/fs"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
)

// A History is the past games as the pages show them.
type History struct{ *gamelog.DB }

var _ web.History = History{}

// Find returns those that a search looks for, newest first.
func (h History) Find(s web.Search) (all []web.Past, found int, err error) {
	list, found, err := h.DB.Find(gamelog.Search(s))
	for _, g := range list {
		past := pastOf(g)
		if g.Finished.IsZero() && !h.Plays(g.ID) {
			_, bad := h.Rows(g.ID)
			past.Damaged = errors.As(bad, new(*gamelog.Damage))
		}
		all = append(all, past)
	}
	return all, found, datadir.Damage(err)
}

func pastOf(g gamelog.Summary) web.Past {
	return web.Past{
		ID: g.ID, Game: g.Game, Created: g.Created, Seats: g.Seats, Labels: g.Labels, Bots: g.Bots, Entries: g.Entries,
		Result: g.Result, Program: g.Program, Note: g.Note, Rating: g.Rating,
	}
}

// Past returns one of them.
func (h History) Past(id string) (web.Past, error) {
	g, err := h.Summary(id)
	if errors.Is(err, gamelog.ErrNoGame) {
		err = fs.ErrNotExist
	}
	return pastOf(g), datadir.Damage(err)
}

// Saved returns what was played in one of them.
func (h History) Saved(id string) (companion.Saved, error) {
	g, err := h.Summary(id)
	if errors.Is(err, gamelog.ErrNoGame) {
		return companion.Saved{}, fs.ErrNotExist
	}
	if err != nil {
		return companion.Saved{}, datadir.Damage(err)
	}
	setup, entries, err := h.Entries(id, games.Rules)
	header := companion.Header{ID: g.ID, Created: g.Created, Setup: setup, Labels: g.Labels, Bots: g.Bots, Program: g.Program}
	return companion.Saved{Header: header, Entries: entries}, datadir.Damage(err)
}

var _ session.SeatStore = datadir.SeatFile("")
