package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
)

type backup struct {
	datadir.Dir
	i18n.Flag
	Damaged bool   `help:"Copy them although games among them are damaged, which are named and stay as they are."`
	File    string `arg:"" type:"path" help:"The new file, or a folder for it."`
}

// Help returns the detailed help.
func (backup) Help() string {
	return `The copy is one file with all games, names, notes, and what is known of your cards and tags, with the secrets of chance that arbiter games verify needs, and with what the table has chosen when rules had changed. Whoever reads it knows the secrets of a game that goes on: it can be read by its owner alone. It is read back before this ends. A table may play meanwhile; of a game that goes on the copy has what was played until now. No file is overwritten.
Who holds which seat is not in it, on purpose: whoever had a copy could sit down for others. Elsewhere everybody takes a seat again. Nor are the key of the device (authority.pem) and the owner's code in it.
Names and photos of cards are in it, too, with what is covered for seats, and the settings and rigs of the device.`
}

// Run copies the games and checks the copy.
func (b *backup) Run(out io.Writer) error {
	dir, err := b.Path()
	if err != nil {
		return err
	}
	say, err := b.Say(nil)
	if err != nil {
		return err
	}
	db, err := b.Look()
	if err != nil {
		return err
	}
	defer db.Close()
	beside, err := archive.Gather(dir)
	if err != nil {
		return err
	}
	file := b.File
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, "arbiter-"+datadir.Today()+".db")
	}
	if err := db.Backup(file, beside); err != nil {
		return err
	}
	found, err := archive.Reread(file, b.Damaged, out, say)
	if err != nil {
		return errors.Join(err, os.Remove(file))
	}
	if found.Damaged > 0 {
		_, err = fmt.Fprintln(out, say(engine.Say("%s: %s, read back; damaged: %d, copied as found.", file, archive.WithSeals(found.Games, found.Seals), found.Damaged)))
		return err
	}
	_, err = fmt.Fprintln(out, say(engine.Say("%s: %s, read back and sound.", file, archive.WithSeals(found.Games, found.Seals))))
	return err
}
