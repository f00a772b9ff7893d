package main

import (
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

// A store is the log as the running table wants it, and what is kept beside it.
type store struct {
	*gamelog.DB
	dir   string
	seals *sealbox // nil where chance is not sealed
}

var _ companion.Store = store{}

// Create starts the log of a new game. What chance will bring is sealed before.
func (s store) Create(h companion.Header) (engine.Log, error) {
	if s.seals != nil {
		if err := s.seals.seal(h.ID); err != nil {
			return nil, err
		}
	}
	return s.DB.Create(gamelog.Header(h))
}

// Unfinished returns the newest game that goes on.
func (s store) Unfinished() (companion.Saved, bool, error) {
	list, err := s.DB.Unfinished()
	if err != nil || len(list) == 0 {
		return companion.Saved{}, false, err
	}
	saved, err := s.saved(list[0])
	return saved, err == nil, err
}

func (s store) saved(g gamelog.Summary) (companion.Saved, error) {
	setup, entries, err := s.Entries(g.ID, rules)
	if err != nil {
		return companion.Saved{}, err
	}
	log, err := s.Game(g.ID)
	if err != nil {
		return companion.Saved{}, err
	}
	stands, err := standsFile(s.dir).read()
	if err != nil {
		return companion.Saved{}, err
	}
	h := companion.Header{ID: g.ID, Created: g.Created, Setup: setup, Labels: g.Labels, Bots: g.Bots, Program: g.Program}
	return companion.Saved{Header: h, Entries: entries, Log: log, Stands: stands[g.ID]}, nil
}

// Stand notes which entries stand, whatever the rules say of them.
func (s store) Stand(id string, entry int) error { return standsFile(s.dir).keep(id, entry) }
