package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

type restore struct {
	datadir.Dir
	i18n.Flag
	Damaged bool   `help:"Put it in place although games in it are damaged, which are named and stay as they are."`
	Replace bool   `help:"Put it in the place of the games that are there, which are kept beside it."`
	File    string `arg:"" type:"existingfile" help:"A backup."`
}

// Help is the longer help.
func (restore) Help() string {
	return `The backup is checked first, every game of it. Games that are in the folder already are touched only with --replace, and kept under another name then. No table may play there: stop the service first (systemctl stop arbiter).
The secrets of chance come back with the games. Those of other games stay as they are; where a game has another secret already, that is kept beside the one of the backup, as GAME.before-DAY. Who holds which seat is in no backup: in a new folder everybody takes a seat again.`
}

// Run checks the backup and puts it in place.
func (r *restore) Run(out io.Writer) (err error) {
	say, err := r.Say(nil)
	if err != nil {
		return err
	}
	dir, err := r.Path()
	if err != nil {
		return err
	}
	if err := datadir.Make(dir); err != nil {
		return datadir.Unmade(dir, err)
	}
	unlock, err := datadir.Lock(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	file := filepath.Join(dir, datadir.LogFile)
	if gamelog.Exists(file) && !r.Replace {
		return fmt.Errorf("there are games in %s; --replace puts the backup in their place and keeps them beside it", dir)
	}
	part := file + ".part"
	defer func() { err = errors.Join(err, archive.Sweep(part)) }()
	found, beside, err := r.lay(part, out, say)
	if err != nil {
		return fmt.Errorf("backup %s: %w", r.File, err)
	}
	kept, err := beside.PutWith(part, file)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, say(engine.Say("%s in %s now.", archive.WithSeals(found.Games, len(beside.Seals)), dir)))
	if kept != "" {
		fmt.Fprintln(out, say(engine.Say("Those that were there are kept in %s.", kept)))
	}
	return nil
}

// lay copies the backup to part, in the present format and without what it carries,
// which is returned, and checks it there.
func (r *restore) lay(part string, out io.Writer, say i18n.Say) (f archive.Found, beside datadir.SideFiles, err error) {
	if err := archive.Sweep(part); err != nil {
		return archive.Found{}, datadir.SideFiles{}, err
	}
	if err := archive.CopyFile(r.File, part); err != nil {
		return archive.Found{}, datadir.SideFiles{}, err
	}
	if err := archive.Filled(part); err != nil {
		return archive.Found{}, datadir.SideFiles{}, err
	}
	db, err := gamelog.Open(part)
	if err != nil {
		return archive.Found{}, datadir.SideFiles{}, err
	}
	if beside, err = datadir.SideFilesOf(db); err == nil {
		err = db.RemoveSideFiles()
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return archive.Found{}, datadir.SideFiles{}, err
	}
	f, err = archive.Reread(part, r.Damaged, out, say)
	return f, beside, err
}
