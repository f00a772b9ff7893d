// Package archive has what commands do with past games: lists, checks, scripts, records,
// differences, seals.
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

// State returns the outcome of a game, or why it cannot go on.
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

// Seats returns the seats of a game with the names of their players.
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

// Outcome returns the outcome in English, with seats called by their color.
func Outcome(s history.Summary) string { return companion.Outcome(s.Result).String() }

// A Selection is the game that a command looks at.
type Selection struct {
	datadir.Dir
	ID string `arg:"" optional:"" help:"Which game, as games list names it; without it, the newest."`
}

// A Game is a game as its log has it.
type Game struct {
	history.Summary
	Rules   engine.Game
	Start   engine.State
	Setup   engine.Setup
	Entries []engine.Entry
}

// Read reads the game from the folder, in which another program may be playing.
func (o *Selection) Read() (Game, error) {
	db, err := o.LookClosely() // also what is sound in a damaged file
	if err != nil {
		return Game{}, err
	}
	defer db.Close()
	return o.In(db)
}

// In reads the game from an open file.
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
		r.Rules, _ = games.Rules(r.Setup.Game) // Entries has found them
		r.Start, err = r.Rules.New(r.Setup.Seats, r.Setup.Facts)
		return err
	})
	return r, err
}

// With reads the game and passes it to do. Panics become errors, as in Contain.
func (o *Selection) With(do func(*Game) error) error {
	r, err := o.Read()
	if err != nil {
		return err
	}
	return r.Contain(func() error { return do(&r) })
}

// Contain runs do. If that panics, the error names the game, an entry and a line of the program,
// but no card.
func (r *Game) Contain(do func() error) error {
	err := contain.Run(do)
	p := contain.Of(err)
	if p == nil {
		return err
	}
	return i18n.Wrap(err, "a fault in the program: it cannot follow game %s at entry %d (%s); the log is kept as it is, and a newer program may go on with it", engine.Term(r.ID), r.fails(), engine.Term(p.Where()))
}

// fails returns the number of the first entry that the rules cannot follow, show or tell, or of the
// last one if they can.
func (r *Game) fails() (seq int) {
	if r.Start == nil {
		return 0
	}
	session, _ := engine.Resume(r.Start, ReadOnlyLog{}) // without entries
	for _, e := range r.Entries {
		seq = e.Seq
		if contain.Run(func() error {
			if e.Command != nil {
				r.Rules.Tell(e.Command)
				_, _ = session.State().Decide(e.Command) // only whether it panics matters
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
	ids, err := db.IDs() // damage of an older game does not matter
	if err == nil && len(ids) == 0 {
		err = engine.Refuse("no game has been played yet")
	}
	if err != nil {
		return history.Summary{}, err
	}
	return db.Summary(ids[0])
}

// Resumed returns the session of the game, which cannot be played on.
func (r *Game) Resumed() (*engine.Session, error) {
	return engine.Resume(r.Start, ReadOnlyLog{}, r.Entries...)
}

// A ReadOnlyLog refuses every entry.
type ReadOnlyLog struct{}

func (ReadOnlyLog) Append(engine.Entry) error { return fmt.Errorf("this log is only read") }

// Running reports whether the game may still have secrets.
func (r *Game) Running() bool { return r.Finished.IsZero() }

// Traits returns what the seats of a game had.
func (r *Game) Traits() []engine.Trait {
	film, err := review.New(r.Rules, r.Setup, r.Entries, review.Everything)
	if err != nil {
		return nil
	}
	return film.Traits()
}
