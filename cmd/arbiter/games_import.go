package main

import (
	"errors"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

type gamesImport struct {
	datadir.Dir
	Files  []string `arg:"" name:"file" help:"Records, as arbiter games export --as record writes them; exports of BG Stats (JSON) or plays from BoardGameGeek (XML), which are kept as games without a log."`
	Names  string   `enum:"none,known,all" default:"none" placeholder:"WHICH" help:"Which names of players are taken from plays: none, known (those that are here already), all. Without it: ${default}."`
	Notes  bool     `help:"Take in the notes and places of plays, too, which may name people."`
	Alike  bool     `help:"Take in plays, too, that look like a game or a play that is here."`
	DryRun bool     `help:"Tell what would be added, and add nothing."`
	i18n.Flag
}

// Help returns the detailed help.
func (gamesImport) Help() string {
	return `Every line is checked: a record that was altered is refused, and the line is named. What other rules have decided is taken in as it happened, and it is said. What is here already stays as it is.
Of plays that other programs export it tells how many are new, known or left out.
Exit status 1: a file was refused.`
}

// Run imports each record, the later ones even if an earlier one is refused.
func (g *gamesImport) Run(out io.Writer) error {
	say, err := g.Say(nil)
	if err != nil {
		return err
	}
	dir, err := g.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return err
	}
	failed, seals := 0, datadir.NewSeals(dir, nil)
	for _, file := range g.Files {
		said, err := g.take(db.DB, seals, file, say)
		if err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %v\n", err)
			continue
		}
		fmt.Fprintf(out, "ok    %s: %s\n", file, said)
	}
	if failed > 0 {
		err = engine.Refuse("%d of %d files were refused", failed, len(g.Files))
	}
	return errors.Join(err, db.Close())
}

// take takes in a file, and returns what came of it.
func (g *gamesImport) take(db *gamelog.DB, seals *datadir.Seals, file string, say i18n.Say) (string, error) {
	text, err := archive.PlaysIn(file)
	switch {
	case err != nil:
		return "", err
	case text != nil:
		said, err := archive.ImportPlays(db, file, text, archive.Taking{Names: g.Names, Notes: g.Notes, Alike: g.Alike, Dry: g.DryRun})
		return say(said), err
	case g.DryRun:
		r, err := archive.ReadRecord(file)
		return "game " + r.ID, err
	}
	id, err := archive.ImportFile(db, seals, file)
	if err != nil {
		return "", err
	}
	return "game " + id + archive.ByOthers(db, id), nil
}
