package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

type backup struct {
	datadir.Dir
	i18n.Flag
	Damaged bool   `help:"Copy them although games among them are damaged, which are named and stay as they are."`
	File    string `arg:"" type:"path" help:"The new file, or a folder for it."`
}

// Help is the longer help.
func (backup) Help() string {
	return `The copy is one file with all games, names, notes, and what is known of your cards and tags, with the secrets of chance that arbiter games verify needs, and with what the table has chosen when rules had changed. Whoever reads it knows the secrets of a game that goes on: it can be read by its owner alone. It is read back before this ends. A table may play meanwhile; of a game that goes on the copy has what was played until now. No file is overwritten.
Who holds which seat is not in it, on purpose: whoever had a copy could sit down for others. Elsewhere everybody takes a seat again. Nor are the key of the device (authority.pem) and the owner's code in it.`
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
	beside, err := datadir.Gather(dir)
	if err != nil {
		return err
	}
	db, err := b.Look()
	if err != nil {
		return err
	}
	defer db.Close()
	file := b.File
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, "arbiter-"+datadir.Today()+".db")
	}
	if err := db.Backup(file, beside); err != nil {
		return err
	}
	found, err := reread(file, b.Damaged, out, say)
	if err != nil {
		return errors.Join(err, os.Remove(file))
	}
	if found.damaged > 0 {
		_, err = fmt.Fprintln(out, say(engine.Say("%s: %s, read back; damaged: %d, copied as found.", file, withSeals(found.games, found.seals), found.damaged)))
		return err
	}
	_, err = fmt.Fprintln(out, say(engine.Say("%s: %s, read back and sound.", file, withSeals(found.games, found.seals))))
	return err
}

// Found is what is in a file of games.
type found struct{ games, damaged, seals int }

// reread checks a file of games that nobody else has open, and tells of faults only.
// Damaged games are an error unless they are put up with.
func reread(file string, damaged bool, out io.Writer, say i18n.Say) (f found, err error) {
	db, err := gamelog.OpenReadOnly(file)
	if err != nil {
		return found{}, err
	}
	f.games, f.damaged, err = checkAll(db, faults{out}, say)
	if err == nil && f.damaged > 0 && !damaged {
		err = errors.New("damage was found; arbiter games check tells which games are sound, and arbiter games export takes those out; --damaged takes all as they are")
	}
	if err == nil {
		var a datadir.SideFiles
		a, err = datadir.SideFilesOf(db)
		f.seals = len(a.Seals)
	}
	return f, errors.Join(err, db.Close())
}

// withSeals writes a number of games, and how many of them are sealed.
func withSeals(games, seals int) engine.Text {
	switch seals {
	case 0:
		return counted(games)
	case 1:
		return engine.Say("%s and 1 seal", counted(games))
	}
	return engine.Say("%s and %d seals", counted(games), seals)
}

// faults lets through the lines of checkAll that tell of faults.
type faults struct{ out io.Writer }

func (f faults) Write(line []byte) (int, error) {
	if len(line) > 3 && string(line[:2]) == "ok" {
		return len(line), nil
	}
	return f.out.Write(line)
}
