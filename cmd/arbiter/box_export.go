package main

import (
	"fmt"
	"io"
	"strings"

	"arbiter/cmd/arbiter/internal/boxes"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/setups"
)

type boxExport struct {
	datadir.Dir
	File string `arg:"" help:"The file to write; it must not be there yet."`
	Game string `default:"council-of-shadows" placeholder:"NAME" help:"Which game (${default})."`
	i18n.Flag
}

// Help returns the detailed help.
func (boxExport) Help() string {
	return `The file holds the facts that the cards of this box have told, and nothing about tags, so that others who own the game need not type them. Look into the publisher's rights before you hand it on.`
}

// Run writes the file completely or not at all.
func (b *boxExport) Run(out io.Writer) error {
	game, ok := games.Rules(b.Game)
	if !ok {
		return engine.Refuse("there is no game %q; there is %s", b.Game, games.Names())
	}
	db, err := b.Look()
	if err != nil {
		return err
	}
	defer db.Close()
	facts, err := db.Learned(game.Name)
	switch {
	case err != nil:
		return err
	case len(facts) == 0:
		return engine.Refuse("nothing has been learned of %s; arbiter box learn teaches it", game.Title)
	}
	if err := boxes.WriteNew(b.File, setups.Share(game.Name, facts)); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d facts%s\n", b.File, len(facts), boxes.Origins(setups.Lines(b.File, strings.Join(facts, "\n"))))
	return nil
}
