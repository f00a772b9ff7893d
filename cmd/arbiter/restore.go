package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"arbiter/companion/gamelog"
	"arbiter/engine"
)

type restore struct {
	folder
	tongue
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
	say, err := r.say(nil)
	if err != nil {
		return err
	}
	dir, err := r.path()
	if err != nil {
		return err
	}
	if err := makeFolder(dir); err != nil {
		return fmt.Errorf("data folder: %w; choose another with --data DIR", err)
	}
	unlock, err := lock(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	file := filepath.Join(dir, logFile)
	if gamelog.Exists(file) && !r.Replace {
		return fmt.Errorf("there are games in %s; --replace puts the backup in their place and keeps them beside it", dir)
	}
	part := file + ".part"
	defer func() { err = errors.Join(err, sweep(part)) }()
	found, beside, err := r.lay(part, out, say)
	if err != nil {
		return fmt.Errorf("backup %s: %w", r.File, err)
	}
	kept, err := beside.putWith(part, file)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, say(engine.Say("%s in %s now.", withSeals(found.games, len(beside.seals)), dir)))
	if kept != "" {
		fmt.Fprintln(out, say(engine.Say("Those that were there are kept in %s.", kept)))
	}
	return nil
}

// putWith puts the games of part in the place of those of file, which are kept, and
// these asides beside them.
//
// The power may go at any moment. Seals come first, for alone they do no harm: there
// is no moment at which a game is in place without its seal. What stands of the old
// games is forgotten before the new ones come, and told of the new ones after: a
// number never meets a log to which it does not belong, and what is forgotten is
// asked again.
func (a asides) putWith(part, file string) (kept string, err error) {
	dir, day := filepath.Dir(file), today()
	if err := a.putSeals(dir, day); err != nil {
		return "", err
	}
	if err := standsFile(dir).forget(); err != nil {
		return "", err
	}
	if kept, err = gamelog.Restore(part, file, day); err != nil || a.stands == nil {
		return kept, err
	}
	return kept, standsFile(dir).put(a.stands)
}

// lay copies the backup to part, in the present format and without what it carries,
// which is returned, and checks it there.
func (r *restore) lay(part string, out io.Writer, say teller) (f found, beside asides, err error) {
	if err := sweep(part); err != nil {
		return found{}, asides{}, err
	}
	if err := copyFile(r.File, part); err != nil {
		return found{}, asides{}, err
	}
	if err := filled(part); err != nil {
		return found{}, asides{}, err
	}
	db, err := gamelog.Open(part)
	if err != nil {
		return found{}, asides{}, err
	}
	if beside, err = asidesOf(db); err == nil {
		err = db.RemoveSideFiles()
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return found{}, asides{}, err
	}
	f, err = reread(part, r.Damaged, out, say)
	return f, beside, err
}

// filled tells whether a file holds games, in the present format or an older one: an
// empty one, as an unfinished copy leaves, would be opened as one for new games.
func filled(file string) error {
	db, err := gamelog.OpenReadOnly(file)
	if err != nil {
		return err
	}
	return db.Close()
}

// sweep removes what is left of a file of games and its companions.
func sweep(file string) error {
	left, err := os.ReadDir(filepath.Dir(file))
	for _, f := range left {
		if strings.HasPrefix(f.Name(), filepath.Base(file)) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(file), f.Name())))
		}
	}
	return err
}

// copyFile makes a new file, which only its owner may read.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file of games: it is no file at all", from)
	}
	root, err := os.OpenRoot(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer root.Close()
	f, err := root.OpenFile(filepath.Base(to), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, in); err == nil {
		err = errors.Join(own(f, root), f.Sync())
	}
	return errors.Join(err, f.Close())
}
