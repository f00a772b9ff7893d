package main

import (
	"errors"

	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

// A store is the log as the running table wants it, and what is kept beside it.
type store struct {
	*gamelog.DB
	dir string
}

var _ companion.Store = store{}

// Create starts the log of a new game. A damaged game that would have gone on is left
// for it.
func (s store) Create(h companion.Header) (engine.Log, error) {
	_, _, before := s.Unfinished()
	log, err := s.DB.Create(gamelog.Header(h))
	var d *companion.Damage
	if err == nil {
		err = endedFile(s.dir).keep(companion.Ended{})
	}
	if err == nil && errors.As(before, &d) {
		_ = leftFile(s.dir).keep(d.Games) // at worst people are told of it again
	}
	return log, err
}

// Finish gives a game its result. It may go on until another begins; where that
// cannot be noted it has ended for good.
func (s store) Finish(id, result string) error {
	if err := s.DB.Finish(id, result); err != nil {
		return err
	}
	_ = endedFile(s.dir).keep(companion.Ended{ID: id, Result: result})
	return nil
}

// Ended returns the game that was finished last.
func (s store) Ended() companion.Ended { return endedFile(s.dir).read() }

// Reopen takes the result of a game back.
func (s store) Reopen(id string) (companion.Saved, error) {
	g, err := s.Summary(id)
	if err == nil {
		err = s.DB.Finish(id, "")
	}
	if err != nil {
		return companion.Saved{}, err
	}
	return s.saved(g)
}

// Unfinished returns the newest game that goes on.
func (s store) Unfinished() (companion.Saved, bool, error) {
	left, err := leftFile(s.dir).read()
	if err != nil {
		return companion.Saved{}, false, err
	}
	g, ok, err := s.DB.Unfinished(left...)
	if err != nil || !ok {
		return companion.Saved{}, false, s.damage(err)
	}
	saved, err := s.saved(g)
	return saved, err == nil, s.damage(err)
}

// damage is err as the table wants to know it, where it is damage of one game.
func (s store) damage(err error) error {
	var d *gamelog.Damage
	if errors.As(err, &d) {
		return &companion.Damage{Games: []string{d.Game}, Sound: d.Seq - 1, Err: d}
	}
	err = damage(err)
	if b := (*companion.Damage)(nil); errors.As(err, &b) {
		rows, _ := s.Rows(b.Games[0]) // up to where they are sound
		b.Sound, b.Beside = len(rows)-1, true
	}
	return err
}

// damage tells the damage of games from that of a file.
func damage(err error) error {
	var b *gamelog.FileDamage
	var d *gamelog.Damage
	switch {
	case errors.As(err, &b) && len(b.Games) > 0:
		return &companion.Damage{Games: b.Games, Err: b}
	case errors.As(err, &d):
		return &companion.Damage{Games: []string{d.Game}, Err: d}
	}
	return err
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
	veils, err := veilFile(s.dir).read(g.ID)
	if err != nil {
		return companion.Saved{}, err
	}
	h := companion.Header{ID: g.ID, Created: g.Created, Setup: setup, Labels: g.Labels, Bots: g.Bots, Program: g.Program}
	return companion.Saved{Header: h, Entries: entries, Log: log, Stands: stands[g.ID], Laying: layingFile(s.dir).read(g.ID), Veils: veils}, nil
}

// Veil notes what of a game is covered for which seats.
func (s store) Veil(id string, veils map[engine.Seat]int) error {
	return veilFile(s.dir).keep(id, veils)
}

// Stand notes which entries stand, whatever the rules say of them.
func (s store) Stand(id string, entry int) error { return standsFile(s.dir).keep(id, entry) }
