package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// ErrOlder says that a file has an older format, which Open would change.
var ErrOlder = errors.New("the file has an older format")

// Look opens a file to read it, also while another program plays in it; nothing
// in it can be changed. It does not examine the file, so that what is sound in a
// damaged one can be read: Examine does.
func Look(path string) (*DB, error) {
	list, err := migrations()
	if err != nil {
		return nil, err
	}
	db := &DB{Now: time.Now, path: path}
	if err = db.look(list); err != nil {
		return nil, errors.Join(fmt.Errorf("game log %s: %w", path, db.explain(err)), db.Close())
	}
	return db, nil
}

func (db *DB) look(list []migration) error {
	ctx, done := wait()
	defer done()
	options := url.Values{"mode": {"rw"}, "_busy_timeout": {"5000"}, "_query_only": {"true"}}
	if err := db.connect(ctx, uri(db.path, options)); err != nil {
		return err
	}
	version, err := known(ctx, db.sql, db.path, list)
	switch {
	case err != nil:
		return err
	case version == 0:
		return errors.New("the file is empty: no game was ever in it; choose another")
	case version < len(list):
		return ErrOlder
	}
	return nil
}

// Examine tells what is wrong with the file apart from its games, which are
// checked when they are read. Open has done it.
func (db *DB) Examine() error {
	ctx, done := wait()
	defer done()
	if err := db.examine(ctx); err != nil {
		return fmt.Errorf("game log %s: %w", db.path, db.explain(err))
	}
	return nil
}

// Backup writes a copy of all games to a new file, which only its owner may read,
// whoever plays meanwhile. The copy is on the disk when Backup returns; to know that
// it is sound, read it. Beside is asked once the games are copied, with the ids of
// those in the copy, and what it returns is carried along.
func (db *DB) Backup(path string, beside func(games []string) ([]Aside, error)) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s is there already: choose another name", path)
	}
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	source, err := sql.Open("sqlite3", uri(db.path, url.Values{"mode": {"rw"}, "_busy_timeout": {"5000"}})) // db may be for reading only
	if err != nil {
		return fmt.Errorf("backup %s: %w", path, err)
	}
	err = copyTo(ctx, source, path, func(part string) error { return load(ctx, part, beside) })
	if err := errors.Join(err, source.Close()); err != nil {
		return fmt.Errorf("backup %s: %w", path, db.explain(err))
	}
	return nil
}

// Restore puts the file from, which has been closed, in the place of that at path,
// at one stroke. What was there is kept: its name is returned, "" if there was
// nothing. No program may have either of them open.
func Restore(from, path, day string) (kept string, err error) {
	if _, err := os.Stat(path); err == nil {
		kept = path + ".before-" + day
		if err := putAside(path, kept); err != nil {
			return "", fmt.Errorf("keeping the present games: %w", err)
		}
	}
	if err := os.Rename(from, path); err != nil {
		return kept, err
	}
	return kept, flush(filepath.Dir(path))
}

// putAside gives the file at path a second name. Its journal and its mark go
// along: they would not fit another file.
func putAside(path, kept string) error {
	if db, err := Open(path); err == nil { // whose journal comes back into the file
		if err := db.Close(); err != nil {
			return err
		}
	}
	if err := os.Link(path, kept); err != nil {
		return err
	}
	for _, name := range []string{"-wal", ".mark"} {
		if err := os.Rename(path+name, kept+name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if err := os.Remove(path + "-shm"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return flush(filepath.Dir(path))
}
