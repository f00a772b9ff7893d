package main

import (
	"errors"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/boxes"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
)

type boxImport struct {
	datadir.Dir
	File    string `arg:"" help:"A file that arbiter box export has written."`
	Replace bool   `help:"Where the file contradicts what is known, believe the file."`
	DryRun  bool   `help:"Show what would change, and change nothing."`
	i18n.Flag
}

// Help returns the detailed help.
func (boxImport) Help() string {
	return `Every line is checked before anything changes, and everything changes at one stroke. Each new fact is shown behind +, each one that goes behind -. What is already known stays; what contradicts it is refused unless --replace says otherwise.`
}

// Run imports the facts.
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
