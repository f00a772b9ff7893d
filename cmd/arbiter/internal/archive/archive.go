// Package archive is what commands ask of games that were played: lists, checks, scripts,
// records, differences, seals.
package archive

import (
	"errors"
	"fmt"
	"strings"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/review"
	"arbiter/engine"
	"arbiter/engine/contain"
)

// State is the outcome of a game, or why it does not go on.
func State(db *gamelog.DB, s history.Summary) string {
	var d *gamelog.Damage
	if !s.Finished.IsZero() {
		return Outcome(s)
	}
	if _, err := db.Rows(s.ID); errors.As(err, &d) {
		return fmt.Sprintf("damaged at entry %d", d.Seq)
	}
	return Outcome(s)
}

// Seats names who played, with what they are called.
func Seats(s history.Summary) string {
	list := make([]string, len(s.Seats))
	for i, seat := range s.Seats {
		list[i] = string(seat)
		if label := s.Labels[seat]; label != "" {
			list[i] += " (" + label + ")"
		}
		if bot := s.Bots[seat]; bot != "" {
			list[i] += " (bot " + bot + ")"
		}
	}
	return strings.Join(list, ", ")
}

// Outcome is in English and calls seats by their color.
func Outcome(s history.Summary) string { return companion.Outcome(s.Result).String() }

// Selection is a game that a command looks at.
type Selection struct {
	datadir.Dir
	ID string `arg:"" optional:"" help:"Which game, as games list names it; without it, the newest."`
}

// A Game is a game as its log tells it.
type Game struct {
	history.Summary
	Rules   engine.Game
	Start   engine.State
	Setup   engine.Setup
	Entries []engine.Entry
}

// Read reads it from the folder, in which another program may play.
func (o *Selection) Read() (Game, error) {
	db, err := o.LookClosely() // of a damaged file, what is sound
	if err != nil {
		return Game{}, err
	}
	defer db.Close()
	return o.In(db)
}

// In reads it from games that are open.
func (o *Selection) In(db *gamelog.DB) (Game, error) {
	found, err := o.find(db)
	if err != nil {
		return Game{}, err
	}
	return Read(db, found)
}

// Open reads a game.
func Open(db *gamelog.DB, id string) (Game, error) {
	found, err := db.Summary(id)
	if err != nil {
		return Game{}, err
	}
	return Read(db, found)
}

// Read reads a game that was found, with its rules.
func Read(db *gamelog.DB, found history.Summary) (r Game, err error) {
	r.Summary = found
	err = r.Contain(func() (err error) {
		if r.Setup, r.Entries, err = db.Entries(r.ID, games.Rules); err != nil {
			return err
		}
		r.Rules, _ = games.Rules(r.Setup.Game) // Entries has found it
		r.Start, err = r.Rules.New(r.Setup.Seats, r.Setup.Facts)
		return err
	})
	return r, err
}

// With reads the game and does something with it. A panic is the error of Contain.
func (o *Selection) With(do func(*Game) error) error {
	r, err := o.Read()
	if err != nil {
		return err
	}
	return r.Contain(func() error { return do(&r) })
}

// Contain does something with the game. If that panics, the error names the game, an entry and
// a line of the program, and no card.
func (r *Game) Contain(do func() error) error {
	err := contain.Run(do)
	p := contain.Of(err)
	if p == nil {
		return err
	}
	return i18n.Wrap(err, "a fault in the program: it cannot follow game %s at entry %d (%s); the log is kept as it is, and a newer program may go on with it", engine.Term(r.ID), r.fails(), engine.Term(p.Where()))
}

// fails is the number of the first entry that the rules cannot follow, show or tell; the last
// one, if they can.
func (r *Game) fails() (seq int) {
	if r.Start == nil {
		return 0
	}
	session, _ := engine.Resume(r.Start, ReadOnlyLog{}) // of no entries
	for _, e := range r.Entries {
		seq = e.Seq
		if contain.Run(func() error {
			if e.Command != nil {
				r.Rules.Tell(e.Command)
				_, _ = session.State().Decide(e.Command) // other rules may have decided it
			}
			for _, x := range e.Events {
				r.Rules.Tell(x)
			}
			if err := session.Replay(e); err != nil {
				return err
			}
			session.State().View()
			return nil
		}) != nil {
			break
		}
	}
	return seq
}

func (o *Selection) find(db *gamelog.DB) (history.Summary, error) {
	if o.ID != "" {
		s, err := db.Summary(o.ID)
		if err != nil {
			return s, i18n.Wrap(err, "%s; arbiter games list names them", err)
		}
		return s, nil
	}
	ids, err := db.IDs() // a damaged older one does not matter
	if err == nil && len(ids) == 0 {
		err = engine.Refuse("no game has been played yet")
	}
	if err != nil {
		return history.Summary{}, err
	}
	return db.Summary(ids[0])
}

// Resumed returns the session of the game, which keeps no further log.
func (r *Game) Resumed() (*engine.Session, error) {
	return engine.Resume(r.Start, ReadOnlyLog{}, r.Entries...)
}

// ReadOnlyLog is a log that takes nothing.
type ReadOnlyLog struct{}

func (ReadOnlyLog) Append(engine.Entry) error { return fmt.Errorf("this log is only read") }

// Running tells whether the game may still hold secrets.
func (r *Game) Running() bool { return r.Finished.IsZero() }

// Traits are what the seats of a game had.
func (r *Game) Traits() []engine.Trait {
	film, err := review.New(r.Rules, r.Setup, r.Entries, review.Everything)
	if err != nil {
		return nil
	}
	return film.Traits()
}
