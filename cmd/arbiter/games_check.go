package main

import (
	"fmt"
	"io"
	"strings"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/setups"
)

type gamesCheck struct {
	datadir.Dir
	i18n.Flag
	File string `arg:"" optional:"" type:"existingfile" help:"A backup or the record of a game (.jsonl) to check; without it, the games of the folder."`
}

// Help returns the detailed help.
func (gamesCheck) Help() string {
	return `Every byte is read, every hash is checked, and every game is played again from its log; a table may play meanwhile. A record is checked from the file alone, what was drawn by its seal included.
Exit status 1: something was altered or damaged. What is sound can be taken out with arbiter games export, or a backup be put in place with arbiter restore.`
}

// Run prints a line for each game.
func (g *gamesCheck) Run(out io.Writer) error {
	say, err := g.Say(nil)
	if err != nil {
		return err
	}
	if strings.HasSuffix(g.File, ".jsonl") {
		return archive.CheckRecord(g.File, out, say)
	}
	db, err := g.open()
	if err != nil {
		return err
	}
	defer db.Close()
	if what := db.Mended(); !what.IsZero() {
		fmt.Fprintf(out, "note  %s\n", say(what))
	}
	found, err := archive.CheckAll(db, out, say)
	switch {
	case err == nil && found.Damaged > 0 && found.Damaged == found.Newer:
		return engine.Refuse("there are games of a newer program, which this one cannot check: update the program")
	case err != nil || found.Damaged > 0:
		return engine.Refuse("damage was found; what is sound can be taken out with arbiter games export, or a backup be put in place with arbiter restore")
	}
	_, err = fmt.Fprintln(out, say(engine.Say("%s, sound.", archive.Counted(found.Games))))
	return err
}

func (g *gamesCheck) open() (*gamelog.DB, error) {
	if g.File != "" {
		f, err := setups.OpenFile(g.File)
		if err != nil {
			return nil, err
		}
		f.Close()
		return gamelog.OpenReadOnly(g.File)
	}
	return g.LookClosely()
}
