package service

import (
	"errors"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/companion/web"
	"arbiter/engine"
)

// OpenedSeals shows seals to the pages.
type OpenedSeals struct {
	DB    *gamelog.DB
	Seals *datadir.Seals
}

var _ web.Seals = OpenedSeals{}

// Hash returns the hash that was fixed before a game whose log does not have it.
func (o OpenedSeals) Hash(game string) string {
	s, ok, err := o.Seals.Secret(game)
	if err != nil {
		o.Seals.Logger.Error("seals", "err", err)
	}
	if !ok {
		return ""
	}
	return s.Hash()
}

// Opened checks a game that is over.
func (o OpenedSeals) Opened(game string) (web.Opening, error) {
	r, err := archive.Open(o.DB, game)
	if err != nil || r.Running() {
		return web.Opening{}, err
	}
	s, ok, err := r.Secret(o.Seals)
	if refusal := (engine.Refusal{}); errors.As(err, &refusal) {
		return web.Opening{Lost: refusal.Text}, nil
	}
	if err != nil || !ok {
		return web.Opening{}, err
	}
	c := r.Drawn(datadir.Mixed(s, r.Setup.Sealed))
	return web.Opening{Secret: s.Open(), Draws: len(c.Draws), Told: c.Told, Differ: len(c.Differ)}, nil
}

// Secret returns the secret of a game that is over, for its record.
func (o OpenedSeals) Secret(game string, how engine.Sealed) string {
	found, err := o.DB.Summary(game)
	if err != nil || found.Finished.IsZero() {
		return ""
	}
	r := archive.Game{Summary: found, Setup: engine.Setup{Sealed: how}}
	if s, ok, err := r.Secret(o.Seals); ok && err == nil {
		return s.Open()
	}
	return ""
}

// Next returns what is fixed for the next game.
func (o OpenedSeals) Next() (hash string, said map[engine.Seat]string) {
	return o.Seals.Announced()
}

// Say adds a word to the next game.
func (o OpenedSeals) Say(hash string, seat engine.Seat, word string) error {
	return o.Seals.Say(hash, seat, word)
}
