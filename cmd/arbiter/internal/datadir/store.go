package datadir

import (
	"errors"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/engine"
)

// A Store is the log as the running table needs it, with the side files.
type Store struct {
	*gamelog.DB
	Dir string
}

var _ companion.Store = Store{}

// Create starts the log of a new game. A damaged game that would have been resumed is left for it.
func (s Store) Create(h history.Header) (engine.Log, error) {
	_, _, before := s.Unfinished()
	log, err := s.DB.Create(h)
	var d *history.Damage
	if err == nil {
		err = endedFile(s.Dir).keep(companion.Ended{})
	}
	if err == nil && errors.As(before, &d) {
		_ = AdjournedFile(s.Dir).keep(d.Games) // on an error people are told of it again
	}
	return log, err
}

// Conclude stores the result of a game that stays on the table, or takes it back. If the device
// stops between the two writes, the game is no longer on the table.
func (s Store) Conclude(id, result string) error {
	if result == "" {
		if err := endedFile(s.Dir).keep(companion.Ended{}); err != nil {
			return err
		}
		return s.DB.Finish(id, "")
	}
	if err := s.DB.Finish(id, result); err != nil {
		return err
	}
	return endedFile(s.Dir).keep(companion.Ended{ID: id, Result: result, Stays: true})
}

// Finish gives a game its result, unless it has one. The game may be reopened until another begins,
// or not at all if that could not be stored.
func (s Store) Finish(id, result string) error {
	if e := s.Ended(); !e.Stays || e.ID != id || e.Result != result {
		if err := s.DB.Finish(id, result); err != nil {
			return err
		}
	}
	_ = endedFile(s.Dir).keep(companion.Ended{ID: id, Result: result})
	return nil
}

// Ended returns the game that was finished last.
func (s Store) Ended() companion.Ended { return endedFile(s.Dir).read() }

// Reopen takes the result of a game back.
func (s Store) Reopen(id string) (history.Saved, error) {
	if err := s.DB.Finish(id, ""); err != nil {
		return history.Saved{}, err
	}
	g, err := s.Summary(id)
	if err != nil {
		return history.Saved{}, err
	}
	return s.saved(g)
}

// Unfinished returns the game that is over but still on the table, or else the newest unfinished
// one.
func (s Store) Unfinished() (history.Saved, bool, error) {
	if e := s.Ended(); e.Stays {
		g, err := s.Summary(e.ID)
		if err != nil {
			return history.Saved{}, false, s.damage(err)
		}
		saved, err := s.saved(g)
		return saved, err == nil, s.damage(err)
	}
	left, err := AdjournedFile(s.Dir).read()
	if err != nil {
		return history.Saved{}, false, err
	}
	g, ok, err := s.DB.Unfinished(left...)
	if err != nil || !ok {
		return history.Saved{}, false, s.damage(err)
	}
	saved, err := s.saved(g)
	return saved, err == nil, s.damage(err)
}

// damage turns damage of one game into the error that the table expects.
func (s Store) damage(err error) error {
	var d *gamelog.Damage
	if errors.As(err, &d) {
		return &history.Damage{Games: []string{d.Game}, Sound: d.Seq - 1, Err: d}
	}
	err = Damage(err)
	if b := (*history.Damage)(nil); errors.As(err, &b) {
		rows, _ := s.Rows(b.Games[0]) // the sound ones
		b.Sound, b.Beside = len(rows)-1, true
	}
	return err
}

// Damage separates damage of games from that of a whole file.
func Damage(err error) error {
	var b *gamelog.FileDamage
	var d *gamelog.Damage
	switch {
	case errors.As(err, &b) && len(b.Games) > 0:
		return &history.Damage{Games: b.Games, Err: b}
	case errors.As(err, &d):
		return &history.Damage{Games: []string{d.Game}, Err: d}
	}
	return err
}

func (s Store) saved(g history.Summary) (history.Saved, error) {
	setup, entries, err := s.Entries(g.ID, games.Rules)
	if err != nil {
		return history.Saved{}, err
	}
	log, err := s.Game(g.ID)
	if err != nil {
		return history.Saved{}, err
	}
	stands, err := RemediesFile(s.Dir).Read()
	if err != nil {
		return history.Saved{}, err
	}
	concealed, err := concealedFile(s.Dir).read(g.ID)
	if err != nil {
		return history.Saved{}, err
	}
	times, err := s.Times(g.ID)
	if err != nil {
		return history.Saved{}, err
	}
	return history.Saved{Times: times, Clock: Clocks(s.Dir).Clock(g.ID), Header: g.Header(setup), Entries: entries, Log: log, Stands: stands[g.ID], Laying: layingFile(s.Dir).read(g.ID), Concealed: concealed}, nil
}

// Conceal stores how much of a game is covered for each seat.
func (s Store) Conceal(id string, concealed map[engine.Seat]int) error {
	return concealedFile(s.Dir).keep(id, concealed)
}

// Stand stores which entries stand, whatever today's rules say of them.
func (s Store) Stand(id string, entry int) error { return RemediesFile(s.Dir).Keep(id, entry) }
