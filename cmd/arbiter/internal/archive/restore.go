package archive

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

// A Restore replaces games by a backup.
type Restore struct {
	Damaged bool // accept damaged games in it
	Replace bool // replace existing games, which are kept beside it
}

// Run checks a backup and restores it to a folder.
func (r Restore) Run(dir, file string, out io.Writer, say i18n.Say) (err error) {
	if err := datadir.Make(dir); err != nil {
		return datadir.Unmade(dir, err)
	}
	unlock, err := datadir.Lock(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	to := filepath.Join(dir, datadir.LogFile)
	if gamelog.Exists(to) && !r.Replace {
		return engine.Refuse("there are games in %s; --replace puts the backup in their place and keeps them beside it", dir)
	}
	part := to + ".part"
	defer func() { err = errors.Join(err, Sweep(part)) }()
	found, beside, err := r.lay(part, file, out, say)
	if err != nil {
		return fmt.Errorf("backup %s: %w", file, err)
	}
	device := home.Put(dir, beside.Device, datadir.Today())
	if device != nil && !errors.Is(device, home.ErrNone) {
		return device
	}
	kept, err := beside.PutWith(part, to)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, say(engine.Say("%s in %s now.", WithSeals(found.Games, len(beside.Seals)), dir)))
	if kept != "" {
		fmt.Fprintln(out, say(engine.Say("Those that were there are kept in %s.", kept)))
	}
	if n := beside.Faces.Cards(); n > 0 {
		fmt.Fprintln(out, say(engine.Say("Cards with names or pictures of their own: %d.", n)))
	}
	switch {
	case device != nil:
		fmt.Fprintln(out, say(engine.Say("Settings and rigs stay in the backup: no settings of this device name this folder.")))
	case len(beside.Device) > 0:
		fmt.Fprintln(out, say(engine.Say("Settings and rigs are in place and hold from the next start on; those that were there are kept beside them.")))
	}
	return nil
}

// lay copies the backup to part, in the present format and without its side files, which it
// returns, and checks the copy.
func (r Restore) lay(part, file string, out io.Writer, say i18n.Say) (f Found, beside datadir.SideFiles, err error) {
	if err := Sweep(part); err != nil {
		return Found{}, datadir.SideFiles{}, err
	}
	if err := CopyFile(file, part); err != nil {
		return Found{}, datadir.SideFiles{}, err
	}
	if err := Filled(part); err != nil {
		return Found{}, datadir.SideFiles{}, err
	}
	db, err := gamelog.Open(part)
	if err != nil {
		return Found{}, datadir.SideFiles{}, err
	}
	if beside, err = datadir.SideFilesOf(db); err == nil {
		err = home.Check(beside.Device)
	}
	if err == nil {
		err = db.RemoveSideFiles()
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return Found{}, datadir.SideFiles{}, err
	}
	f, err = Reread(part, r.Damaged, out, say)
	return f, beside, err
}

// ErrTooLarge is returned if there is no room for a backup.
var ErrTooLarge = errors.New("the backup is too large")

// Stage stores a backup of at most most bytes for PutStaged, if it is sound.
func Stage(dir string, in io.Reader, most int64) (games int, err error) {
	part := filepath.Join(dir, datadir.Staged+".part")
	if err := Sweep(part); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, Sweep(part)) }()
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(f, io.LimitReader(in, most+1))
	if n > most {
		err = ErrTooLarge
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return 0, err
	}
	found, _, err := Restore{}.lay(part+".check", part, io.Discard, func(t engine.Text) string { return t.String() })
	if err != nil {
		return 0, err
	}
	return found.Games, os.Rename(part, filepath.Join(dir, datadir.Staged))
}

// Clear removes the partial files of a program that was killed while it received, made or restored
// a backup. If another program is playing in the folder, it does nothing. Backups that were refused
// stay. It reports whether a restore was cut off.
func Clear(dir string) (cut bool, err error) {
	unlock, err := datadir.Lock(dir)
	if err != nil {
		return false, nil // opening the games reports it
	}
	defer func() { err = errors.Join(err, unlock()) }()
	file, games := filepath.Join(dir, datadir.Staged), filepath.Join(dir, datadir.LogFile)
	_, missing := os.Stat(games + ".part")
	cut = missing == nil
	err = errors.Join(Sweep(file+".part"), Sweep(file+".taken"), Sweep(games+".part"))
	copies, bad := filepath.Glob(filepath.Join(dir, datadir.BackupFolder+"*"))
	for _, folder := range copies {
		bad = errors.Join(bad, os.RemoveAll(folder))
	}
	return cut, errors.Join(err, bad)
}

// PutStaged restores a staged backup, if there is one. The games that were there are kept beside
// it. A backup that cannot be restored is set aside. It is renamed first: if it could not be
// removed afterwards, every start would replace what has been played since.
func PutStaged(dir string, out io.Writer, say i18n.Say) error {
	file := filepath.Join(dir, datadir.Staged)
	taken := file + ".taken"
	if err := os.Rename(file, taken); errors.Is(err, fs.ErrNotExist) {
		return nil // the usual case
	} else if err != nil {
		return err
	}
	if err := (Restore{Replace: true}).Run(dir, taken, out, say); err != nil {
		return errors.Join(err, os.Rename(taken, file+".refused"))
	}
	return os.Remove(taken)
}
