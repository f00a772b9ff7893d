package main

import (
	"errors"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
)

type gamesImport struct {
	datadir.Dir
	Files []string `arg:"" name:"file" help:"Records, as arbiter games export --as record writes them."`
	i18n.Flag
}

// Help returns the detailed help.
func (gamesImport) Help() string {
	return `Every line is checked: a record that was altered is refused, and the line is named. What other rules have decided is taken in as it happened, and it is said. What is here already stays as it is.
Exit status 1: a record was refused.`
}

// Run imports each record, the later ones even if an earlier one is refused.
func (g *gamesImport) Run(out io.Writer) error {
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
		id, err := archive.ImportFile(db.DB, seals, file)
		if err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %v\n", err)
			continue
		}
		fmt.Fprintf(out, "ok    %s: game %s%s\n", file, id, archive.ByOthers(db.DB, id))
	}
	if failed > 0 {
		err = engine.Refuse("%d of %d records were refused", failed, len(g.Files))
	}
	return errors.Join(err, db.Close())
}
