package gamelog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"arbiter/companion/gamelog/sqlitefile"
	"arbiter/engine"
)

// OpenReadOnly opens a file for reading as it is at this moment, even while another program plays
// in it. It reads the bytes of the file and its journal and opens a copy of them, in memory or, if
// large, in an unnamed file; so neither the file nor anything beside it changes, whatever their
// state. It does not verify the file, so that the sound parts of a damaged one can be read: see
// Verify. The program that plays in the file itself gets an error.
func OpenReadOnly(path string) (*DB, error) {
	if err := sqlitefile.NotHeld(path); err != nil {
		return nil, fmt.Errorf("game log %s: %w", path, err)
	}
	return look(path)
}

// look is OpenReadOnly without the check that this program plays there.
func look(path string) (*DB, error) {
	list, err := migrations()
	if err != nil {
		return nil, err
	}
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	if sqlitefile.Undone(path) {
		return nil, fmt.Errorf("game log %s: the plug was pulled while its format changed: start arbiter serve, which puts that right", path)
	}
	f, err := filesAt(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("game log %s: %w", path, unreadable(err))
	}
	defer f.Close()
	db, err := openReadOnly(ctx, path, &f, list)
	if err != nil {
		return nil, fmt.Errorf("game log %s: %w", path, err)
	}
	return db, nil
}

// OpenAlone opens a file for reading that nobody else has open, such as a copy. It reads the file
// in place rather than another copy of it.
func OpenAlone(path string) (*DB, error) {
	if err := sqlitefile.NotHeld(path); err != nil {
		return nil, fmt.Errorf("game log %s: %w", path, err)
	}
	list, err := migrations()
	if err != nil {
		return nil, err
	}
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	if neat, err := tidy(path); err != nil || !neat || sqlitefile.Undone(path) {
		return OpenReadOnly(path)
	}
	db := &DB{Now: time.Now, path: path, seen: &files{}}
	db.seen.progress, db.seen.marked, err = readProgress(path)
	if err == nil {
		err = db.viewFile(ctx, path, list)
	}
	if err != nil { // an older format, or damage, which OpenReadOnly describes better
		_ = db.Close()
		return OpenReadOnly(path)
	}
	return db, nil
}

// openReadOnly opens what was read of the files at path.
func openReadOnly(ctx context.Context, path string, f *files, list []migration) (*DB, error) {
	db := &DB{Now: time.Now, path: path, seen: f}
	err := db.view(ctx, list)
	if db.seen = (&files{progress: f.progress, marked: f.marked}); gone(f) {
		db.mended = engine.Say("%s is empty or missing; all this was read from its journal, and the next program that plays here makes a new file of it", path)
	}
	if gap := f.Gap(); gap != "" && (errors.Is(err, errEmpty) || Damaged(db.explain(err))) {
		err = &FileDamage{File: path, Why: gap}
	} else {
		db.gap = gap
	}
	if err != nil {
		return nil, errors.Join(db.explain(err), db.Close())
	}
	return db, nil
}

// view opens the copy of the files, and upgrades that to the present format.
func (db *DB) view(ctx context.Context, list []migration) error {
	if db.seen.Empty() {
		return errEmpty
	}
	db.sql = db.seen.Open()
	version, err := known(ctx, db.sql, db.path, list)
	switch {
	case err != nil:
		return err
	case version == 0:
		return errEmpty
	case version < len(list):
		if db.sql, err = db.seen.Widen(ctx, db.sql); err != nil {
			return err
		}
	}
	if err := migrateFrom(ctx, db.sql, version, list); err != nil {
		return err
	}
	_, err = db.sql.ExecContext(ctx, "PRAGMA query_only = ON")
	return err
}

// gone reports whether there was nothing but a journal.
func gone(f *files) bool {
	size, _ := f.Sizes()
	return size == 0
}

var errEmpty = errors.New("the file is empty: no game was ever in it; choose another")

// Mended says what was done with files that were in doubt, or, for a file open read-only, what Open
// would do; usually zero.
func (db *DB) Mended() engine.Text { return db.mended }

// Exists reports whether there is a file of games at path, or at least its journal.
func Exists(path string) bool {
	_, err := os.Stat(path)
	wal, bad := os.Stat(path + "-wal")
	return err == nil || bad == nil && wal.Size() > 0
}

// Verify returns what is wrong with the file apart from its games, which are checked when they are
// read. Open has done that already.
func (db *DB) Verify() error {
	ctx, done := wait()
	defer done()
	err := db.verify(ctx)
	if err == nil && db.gap != "" {
		err = db.integrity(ctx, "(1)") // the missing pages may have been empty
	}
	if err != nil && db.gap != "" {
		err = &FileDamage{File: db.path, Why: db.gap}
	}
	if err != nil {
		return fmt.Errorf("game log %s: %w", db.path, db.explain(err))
	}
	return nil
}

// Backup writes a copy of all games, as they are when it begins, to a new file that only its owner
// may read. The copy is on the disk when Backup returns; to know that it is sound, read it. Beside
// is called after the games are copied, with the ids of those in the copy, and returns the side
// files to put in.
func (db *DB) Backup(path string, beside func(games []string) ([]SideFile, error)) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s is there already: choose another name", path)
	}
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	err := copyTo(ctx, db.sql, path, func(part string) error { return load(ctx, part, beside) })
	if err != nil {
		return fmt.Errorf("backup %s: %w", path, db.explain(err))
	}
	return nil
}

// Restore moves the file from, which must be closed, to path atomically. The file that was there is
// kept under the returned name, "" if there was none. No program may have either of them open.
func Restore(from, path, day string) (kept string, err error) {
	if Exists(path) {
		if kept, err = putAside(path, day); err != nil {
			return "", fmt.Errorf("keeping the present games: %w", err)
		}
	}
	if err := os.Rename(from, path); err != nil {
		return kept, err
	}
	return kept, sqlitefile.Sync(filepath.Dir(path))
}

// putAside gives the file at path a second name, which it returns. Its journal and its mark are
// moved, too: they would not fit another file.
func putAside(path, day string) (kept string, err error) {
	if db, err := Open(path); err == nil { // brings the journal back into the file
		if err := db.Close(); err != nil {
			return "", err
		}
	}
	kept = free(path + keptAs + day) // chosen only now, as Open may have kept something
	if err := os.Link(path, kept); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	for _, name := range []string{"-wal", ".mark"} {
		if err := os.Rename(path+name, kept+name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	if err := removed(path + "-shm"); err != nil {
		return "", err
	}
	return kept, sqlitefile.Sync(filepath.Dir(path))
}
