package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

type gamesCommand struct {
	List   gamesList   `cmd:"" help:"List the games, newest first."`
	Show   gamesShow   `cmd:"" help:"Show what happened in a game, in words."`
	Replay gamesReplay `cmd:"" help:"Play a game again from its log, and say whether the rules still decide everything alike."`
	Verify gamesVerify `cmd:"" help:"Check that what Arbiter drew in a game was sealed before it."`
	Export gamesExport `cmd:"" help:"Write a game as a script, a record or a table."`
	Import gamesImport `cmd:"" help:"Take in games from their records."`
	Check  gamesCheck  `cmd:"" help:"Check that no game was altered or damaged."`
	Rename gamesRename `cmd:"" help:"Rename a player in all games, or delete the name."`
}

type gamesList struct{ datadir.Dir }

// Run prints a line for each game.
func (g *gamesList) Run(out io.Writer) error {
	db, err := g.Look()
	if err != nil {
		return err
	}
	defer db.Close()
	list, unsound := db.Games()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tCREATED\tGAME\tSEATS\tENTRIES\tRESULT")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", s.ID, s.Created.Local().Format("2006-01-02 15:04"), s.Game, seats(s), s.Entries, state(db, s))
	}
	return errors.Join(w.Flush(), unsound)
}

// state is the outcome of a game, or why it does not go on.
func state(db *gamelog.DB, s gamelog.Summary) string {
	var d *gamelog.Damage
	if !s.Finished.IsZero() {
		return outcome(s)
	}
	if _, err := db.Rows(s.ID); errors.As(err, &d) {
		return fmt.Sprintf("damaged at entry %d", d.Seq)
	}
	return outcome(s)
}

func seats(s gamelog.Summary) string {
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

// outcome is in English and calls seats by their color.
func outcome(s gamelog.Summary) string { return companion.Outcome(s.Result).String() }

// one is a game that a command looks at.
type one struct {
	datadir.Dir
	ID string `arg:"" optional:"" help:"Which game, as games list names it; without it, the newest."`
}

// A record is a game as its log tells it.
type record struct {
	gamelog.Summary
	game    engine.Game
	start   engine.State
	setup   engine.Setup
	entries []engine.Entry
}

func (o *one) read() (record, error) {
	db, err := o.LookClosely() // of a damaged file, what is sound
	if err != nil {
		return record{}, err
	}
	defer db.Close()
	found, err := o.find(db)
	if err != nil {
		return record{}, err
	}
	return recordIn(db, found)
}

// recordOf reads a game.
func recordOf(db *gamelog.DB, id string) (record, error) {
	found, err := db.Summary(id)
	if err != nil {
		return record{}, err
	}
	return recordIn(db, found)
}

func recordIn(db *gamelog.DB, found gamelog.Summary) (r record, err error) {
	r.Summary = found
	if r.setup, r.entries, err = db.Entries(r.ID, games.Rules); err != nil {
		return r, err
	}
	r.game, _ = games.Rules(r.setup.Game) // Entries has found it
	r.start, err = r.game.New(r.setup.Seats, r.setup.Facts)
	return r, err
}

func (o *one) find(db *gamelog.DB) (gamelog.Summary, error) {
	if o.ID != "" {
		s, err := db.Summary(o.ID)
		if err != nil {
			return s, fmt.Errorf("%w; arbiter games list names them", err)
		}
		return s, nil
	}
	ids, err := db.IDs() // a damaged older one does not matter
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("no game has been played yet")
	}
	if err != nil {
		return gamelog.Summary{}, err
	}
	return db.Summary(ids[0])
}

// resumed returns the session of the game, which keeps no further log.
func (r *record) resumed() (*engine.Session, error) {
	return engine.Resume(r.start, closed{}, r.entries...)
}

// closed is a log that takes nothing.
type closed struct{}

func (closed) Append(engine.Entry) error { return fmt.Errorf("this log is only read") }

// running tells whether the game may still hold secrets.
func (r *record) running() bool { return r.Finished.IsZero() }
