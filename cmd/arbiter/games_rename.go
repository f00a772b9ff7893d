package main

import (
	"errors"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/engine"
)

type gamesRename struct {
	datadir.Dir
	From string `arg:"" help:"What the player is called."`
	To   string `arg:"" optional:"" help:"The new name; without it, the old one is deleted."`
	i18n.Flag
}

// Help returns the detailed help.
func (gamesRename) Help() string {
	return "Names stand beside the logs: no log changes, and seats without a name are called by their colors."
}

// Run renames the player in all games.
func (g *gamesRename) Run(out io.Writer) error {
	dir, err := g.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return err
	}
	to := companion.PlayerName(g.To)
	if g.To != "" && to == "" {
		return errors.Join(engine.Refuse("the new name has no visible character"), db.Close())
	}
	seats, err := db.RenamePlayer(g.From, to)
	if err == nil && seats == 0 {
		err = engine.Refuse("nobody is called %q; arbiter games list has the names", g.From)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%d seats are called otherwise now.\n", seats)
	}
	return errors.Join(err, db.Close())
}
