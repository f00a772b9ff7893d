// Package datadir is the data directory: its lock, the games in it, and the small files beside
// them, each replaced atomically.
package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
)

// A Dir is where a command keeps or looks for its files.
type Dir struct {
	Data string `placeholder:"DIR" type:"path" setting:"data" help:"Where the games are kept. Without it: where the settings of the device say, $STATE_DIRECTORY, else arbiter in the user's data folder (~/.local/share/arbiter)."`
}

// Path returns the folder, the default one unless another was given.
func (f Dir) Path() (string, error) {
	if f.Data != "" {
		return f.Data, nil
	}
	if dir := os.Getenv("STATE_DIRECTORY"); dir != "" {
		return dir, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "arbiter"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", i18n.Wrap(err, "there is no home folder to keep games in (%s); choose a folder with --data DIR", err)
	}
	return filepath.Join(home, ".local", "share", "arbiter"), nil
}

// Games are the games of a folder that only this program writes to.
type Games struct {
	*gamelog.DB
	unlock func() error
}

// Close closes the games and unlocks the folder.
func (a Games) Close() error { return errors.Join(a.DB.Close(), a.unlock()) }

// Create opens the games in dir, creating what is missing.
func Create(dir string) (Games, error) {
	if err := Make(dir); err != nil {
		return Games{}, Unmade(dir, err)
	}
	unlock, err := LockFor(dir)
	if err != nil {
		return Games{}, err
	}
	db, err := gamelog.Open(filepath.Join(dir, LogFile))
	if err != nil {
		return Games{}, errors.Join(err, unlock())
	}
	if err := own(dir); err != nil {
		return Games{}, errors.Join(err, db.Close(), unlock())
	}
	db.Rules = games.Rules
	if what := db.Mended(); !what.IsZero() {
		fmt.Fprintln(os.Stderr, "arbiter:", what)
	}
	return Games{db, unlock}, nil
}

// Make creates a folder with missing parents, readable by its owner only, since hidden cards are in
// it. It is synced, so a power cut does not lose it with everything in it.
func Make(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(dir, 0o700) // returns what is wrong
	}
	above := filepath.Dir(dir)
	if err := Make(above); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(dir, 0o700), syncFolder(above))
}

// Unmade says why a folder could not be created.
func Unmade(dir string, err error) error {
	if told := right(dir, err); told != err {
		return told
	}
	return i18n.Wrap(err, "data folder: %s; choose another with --data DIR", err)
}

// file returns the file of games of f, if there is one.
func (f Dir) file() (string, error) {
	dir, err := f.Path()
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, LogFile)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrPermission) {
		return "", right(dir, err)
	}
	if !gamelog.Exists(file) {
		return "", i18n.Wrap(errNoGames, "there are no games in %s; another folder is chosen with --data DIR", dir)
	}
	return file, nil
}

var errNoGames = errors.New("there are no games")

// Learned returns what was learned of a box in the games of the folder; nothing if there are no
// games.
func (f Dir) Learned(game string) ([]string, error) {
	db, err := f.LookClosely()
	if errors.Is(err, errNoGames) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return db.Learned(game)
}

// Look opens the games of f for reading, if there are any. A table may be playing there.
func (f Dir) Look() (*gamelog.DB, error) {
	db, err := f.LookClosely()
	if err != nil {
		return nil, err
	}
	if err := db.Verify(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Today returns the current time as it is written in names of files.
func Today() string { return time.Now().Format("20060102-150405") }

// LookClosely opens the games of f for reading, even damaged ones.
func (f Dir) LookClosely() (*gamelog.DB, error) {
	file, err := f.file()
	if err != nil {
		return nil, err
	}
	return gamelog.OpenReadOnly(file)
}
