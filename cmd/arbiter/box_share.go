package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"arbiter/cmd/arbiter/internal/boxes"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/setups"
)

type boxExport struct {
	datadir.Dir
	File string `arg:"" help:"The file to write; it must not be there yet."`
	Game string `default:"council-of-shadows" placeholder:"NAME" help:"Which game (${default})."`
}

// Help is the longer help.
func (boxExport) Help() string {
	return `The file holds the facts that the cards of this box have told, and nothing about tags, so that others who own the game need not type them. Look into the publisher's rights before you hand it on.`
}

// Run writes the file, all of it or none.
func (b *boxExport) Run(out io.Writer) error {
	game, ok := games.Rules(b.Game)
	if !ok {
		return fmt.Errorf("there is no game %q; there is %s", b.Game, games.Names())
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
		return fmt.Errorf("nothing has been learned of %s; arbiter box learn teaches it", game.Title)
	}
	if err := boxes.WriteNew(b.File, setups.Share(game.Name, facts)); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d facts%s\n", b.File, len(facts), boxes.Origins(setups.Lines(b.File, strings.Join(facts, "\n"))))
	return nil
}

type boxImport struct {
	datadir.Dir
	File    string `arg:"" help:"A file that arbiter box export has written."`
	Replace bool   `help:"Where the file contradicts what is known, believe the file."`
	DryRun  bool   `help:"Show what would change, and change nothing."`
}

// Help is the longer help.
func (boxImport) Help() string {
	return `Every line is checked before anything changes, and everything changes at one stroke. Each new fact is shown behind +, each one that goes behind -. What is already known stays; what contradicts it is refused unless --replace says otherwise.`
}

// Run takes the facts in.
func (b *boxImport) Run(out io.Writer) error {
	text, err := boxes.ReadShared(b.File)
	if err != nil {
		return err
	}
	p, err := boxes.Shared(b.File, text)
	if err != nil {
		return err
	}
	if b.DryRun {
		if err := p.Compare(b.Learned); err != nil {
			return err
		}
		if err := p.Show(out, b.Replace); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, p.Summary(true))
		return err
	}
	dir, err := b.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return err
	}
	err = p.Compare(db.DB.Learned)
	if err == nil {
		err = p.Show(out, b.Replace)
	}
	if err == nil {
		err = db.Teach(p.Game.Name, p.Lost, p.Added)
	}
	if err == nil {
		fmt.Fprintln(out, p.Summary(false))
	}
	return errors.Join(err, db.Close())
}
