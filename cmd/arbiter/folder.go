package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"arbiter/companion/gamelog"
)

// A folder is where a command keeps or looks for its files.
type folder struct {
	Data string `placeholder:"DIR" type:"path" help:"Where the games are kept. Without it: $STATE_DIRECTORY, else arbiter in the user's data folder (~/.local/share/arbiter)."`
}

// path returns the folder, the usual one unless another was given.
func (f folder) path() (string, error) {
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
		return "", fmt.Errorf("there is no home folder to keep games in (%w); choose a folder with --data DIR", err)
	}
	return filepath.Join(home, ".local", "share", "arbiter"), nil
}

// logFile is the name of the file of games in a folder.
const logFile = "games.db"

// An archive is the games of a folder that this program alone writes to.
type archive struct {
	*gamelog.DB
	unlock func() error
}

// Close closes the games and leaves the folder to others.
func (a archive) Close() error { return errors.Join(a.DB.Close(), a.unlock()) }

// create opens the games in dir, and makes what is missing.
func create(dir string) (archive, error) {
	if err := makeFolder(dir); err != nil {
		return archive{}, fmt.Errorf("data folder: %w; choose another with --data DIR", err)
	}
	unlock, err := lock(dir)
	if err != nil {
		return archive{}, err
	}
	db, err := gamelog.Open(filepath.Join(dir, logFile))
	if err != nil {
		return archive{}, errors.Join(err, unlock())
	}
	if what := db.Mended(); what != "" {
		fmt.Fprintln(os.Stderr, "arbiter:", what)
	}
	return archive{db, unlock}, nil
}

// makeFolder makes what is missing of a folder, for its owner alone: hidden cards are
// in it. A power cut does not take it away with everything in it.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(dir, 0o700) // which says what is wrong
	}
	above := filepath.Dir(dir)
	if err := makeFolder(above); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(dir, 0o700), syncFolder(above))
}

// file names the games of f if there are any.
func (f folder) file() (string, error) {
	dir, err := f.path()
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, logFile)
	if !gamelog.Exists(file) {
		return "", fmt.Errorf("%w in %s; another folder is chosen with --data DIR", errNoGames, dir)
	}
	return file, nil
}

var errNoGames = errors.New("there are no games")

// learned returns what the games in the folder have taught of a box; nothing if there
// are no games.
func (f folder) learned(game string) ([]string, error) {
	db, err := f.lookClosely()
	if errors.Is(err, errNoGames) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return db.Learned(game)
}

// look opens the games of f to read them, if there are any. A table may play
// there.
func (f folder) look() (*gamelog.DB, error) {
	db, err := f.lookClosely()
	if err != nil {
		return nil, err
	}
	if err := db.Verify(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
