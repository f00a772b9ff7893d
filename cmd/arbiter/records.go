package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"arbiter/companion/gamelog"
	gamerecord "arbiter/companion/record"
	"arbiter/companion/review"
	"arbiter/engine"
)

// record writes an Arbiter game record.
func (g *gamesExport) record(out io.Writer, r *record) error {
	db, err := g.look()
	if err != nil {
		return err
	}
	defer db.Close()
	times, err := db.Times(r.ID)
	if err != nil {
		return err
	}
	all := recorded(r)
	all.Times = times[1:]
	if g.Names {
		all.Names = r.Labels
	}
	return gamerecord.Write(out, all)
}

// recorded is a game as a record tells it, without times and names.
func recorded(r *record) gamerecord.Game {
	return gamerecord.Game{
		ID: r.ID, Created: r.Created, Setup: r.setup, Bots: r.Bots, Program: r.Program, Result: r.Result, Entries: r.entries,
	}
}

// table writes where the markers stood, as everybody may know it.
func (r *record) table(out io.Writer) error {
	film, err := review.Wind(r.game, r.setup, r.entries, review.Spectator)
	if err != nil {
		return err
	}
	return gamerecord.CSV(out, gamerecord.Tracks(film, map[engine.Seat]string{}))
}

type gamesImport struct {
	folder
	Files []string `arg:"" name:"file" help:"Records, as arbiter games export --as record writes them."`
}

// Help is the longer help.
func (gamesImport) Help() string {
	return `Every line is checked, and the rules decide every command anew: a record that was altered is refused, and the line is named. What is here already stays as it is.
Exit status 1: a record was refused.`
}

// Run takes in each record, the later ones even if an earlier one is refused.
func (g *gamesImport) Run(out io.Writer) error {
	dir, err := g.path()
	if err != nil {
		return err
	}
	db, err := create(dir)
	if err != nil {
		return err
	}
	failed := 0
	for _, file := range g.Files {
		id, err := importFile(db.DB, file)
		if err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %v\n", err)
			continue
		}
		fmt.Fprintf(out, "ok    %s: game %s\n", file, id)
	}
	if failed > 0 {
		err = fmt.Errorf("%d of %d records were refused", failed, len(g.Files))
	}
	return errors.Join(err, db.Close())
}

// importFile takes in one record. What is wrong in the file is told as FILE:LINE.
func importFile(db *gamelog.DB, file string) (id string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	g, err := gamerecord.Read(f, rules)
	var fault *gamerecord.Fault
	if errors.As(err, &fault) {
		return "", fmt.Errorf("%s:%d: %s", file, fault.Line, fault.Why)
	}
	if err == nil {
		err = takeIn(db, g)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return g.ID, err
}

// takeIn puts a record that was checked into the log.
func takeIn(db *gamelog.DB, g gamerecord.Game) error {
	return db.Import(gamelog.Header{
		ID: g.ID, Created: g.Created, Setup: g.Setup, Labels: g.Names, Bots: g.Bots, Program: g.Program,
	}, g.Entries, g.Times, g.Result)
}
