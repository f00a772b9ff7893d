package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arbiter/companion/gamelog"
)

type backup struct {
	folder
	File string `arg:"" type:"path" help:"The new file, or a folder for it."`
}

// Help is the longer help.
func (backup) Help() string {
	return `The copy is one file with all games, names, notes, and what is known of your cards and tags. It is read back before this ends. A table may play meanwhile; of a game that goes on the copy has what was played until now. No file is overwritten. Who holds which seat is not in it, nor are the secrets of chance: arbiter games verify needs the folder seals as well.`
}

// Run copies the games and checks the copy.
func (b *backup) Run(out io.Writer) error {
	db, err := b.look()
	if err != nil {
		return err
	}
	defer db.Close()
	file := b.File
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, "arbiter-"+today()+".db")
	}
	if err := db.Backup(file); err != nil {
		return err
	}
	games, err := reread(file, out)
	if err != nil {
		return errors.Join(err, os.Remove(file))
	}
	_, err = fmt.Fprintf(out, "%s: %s, read back and sound.\n", file, counted(games))
	return err
}

// today is a moment in the name of a file.
func today() string { return time.Now().Format("20060102-150405") }

// reread checks a file of games that nobody else has open, and tells of faults only.
func reread(file string, out io.Writer) (games int, err error) {
	db, err := gamelog.Look(file)
	if err != nil {
		return 0, err
	}
	games, failed := checkAll(db, faults{out})
	if failed > 0 {
		err = errors.New("damage was found; arbiter games check tells which games are sound, and arbiter games export takes those out")
	}
	return games, errors.Join(err, db.Close())
}

// faults lets through the lines of checkAll that tell of faults.
type faults struct{ out io.Writer }

func (f faults) Write(line []byte) (int, error) {
	if len(line) > 3 && string(line[:2]) == "ok" {
		return len(line), nil
	}
	return f.out.Write(line)
}

type restore struct {
	folder
	Replace bool   `help:"Put it in the place of the games that are there, which are kept beside it."`
	File    string `arg:"" type:"existingfile" help:"A backup."`
}

// Help is the longer help.
func (restore) Help() string {
	return `The backup is checked first, every game of it. Games that are in the folder already are touched only with --replace, and kept under another name then. No table may play there: stop the service first (systemctl stop arbiter).`
}

// Run checks the backup and puts it in place.
func (r *restore) Run(out io.Writer) (err error) {
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
	if _, err := os.Stat(file); err == nil && !r.Replace {
		return fmt.Errorf("there are games in %s; --replace puts the backup in their place and keeps them beside it", dir)
	}
	part := file + ".part"
	games, err := r.lay(part, out)
	if err != nil {
		return errors.Join(err, sweep(part))
	}
	kept, err := gamelog.Restore(part, file, today())
	if err != nil {
		return err
	}
	if err := sweep(part); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s in %s now.\n", counted(games), dir)
	if kept != "" {
		fmt.Fprintf(out, "Those that were there are kept in %s.\n", kept)
	}
	return nil
}

// lay copies the backup to part, in the present format, and checks it there.
func (r *restore) lay(part string, out io.Writer) (games int, err error) {
	if err := sweep(part); err != nil {
		return 0, err
	}
	if err := copyFile(r.File, part); err != nil {
		return 0, err
	}
	db, err := gamelog.Open(part)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return 0, err
	}
	return reread(part, out)
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

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, in); err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
