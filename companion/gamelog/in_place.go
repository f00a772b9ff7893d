package gamelog

import (
	"context"

	"arbiter/companion/gamelog/sqlitefile"
)

// InPlace returns an error if what was played is not safe in the files at their places. It then
// saves the games, so that the end of the program loses nothing.
func (db *DB) InPlace() error {
	db.writing.Lock()
	defer db.writing.Unlock()
	why, err := db.inPlace(true)
	if err == nil && why != "" {
		err = db.save(why, 0)
	}
	return err
}

// inPlace says why what was played is not safe; "" if it is. The caller holds db.writing. closely
// also reads the end of the journal, as confirm does.
func (db *DB) inPlace(closely bool) (why string, err error) {
	switch {
	case db.held == nil:
		return "", nil // open read-only
	case db.cut != "":
		return db.cut, nil
	}
	gone, same, err := db.held.Look(db.path, closely)
	switch {
	case gone != "":
		return gone + "; put it back, or start the program anew", nil
	case err != nil || same:
		return "", unreadable(err)
	}
	err = db.reread(db.progress)
	return db.cut, err
}

// confirm reads back the transaction that SQLite has just written, before anybody is told of it. If
// it is cut off already, it counts only if everything can be saved elsewhere. m is the mark with
// this transaction.
func (db *DB) confirm(m progress) error {
	if db.held == nil {
		return nil
	}
	if there, err := db.held.Follow(); err == nil && there {
		return nil
	}
	if err := db.reread(m); err != nil {
		db.cut = err.Error()
	}
	if db.cut == "" {
		return nil
	}
	db.progress = m
	if err := db.save(db.cut, saveWait); !db.saving.over() || !db.saving.whole {
		return err
	}
	return nil
}

// reread reads the files whole if they have changed under us, and records in db.cut what is missing
// of what m knows. For large files it only checks that they have not become shorter.
func (db *DB) reread(m progress) error {
	if large, touched, err := db.held.Large(); err != nil || large {
		if err == nil && touched && m == db.progress {
			return db.held.Reread()
		}
		db.cut = wereCut
		return err
	}
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	f, list, err := db.lying()
	if err != nil {
		return unreadable(err)
	}
	defer f.Close()
	f.progress = m
	if unfit(ctx, db.path, &f, list, db.played) != "" {
		db.cut = wereCut
		return nil
	}
	return db.held.Reread() // somebody has touched them, but nothing is lost
}

const wereCut = "the files of the games were cut or overwritten"

// files are the files as they were at one moment, and the mark, which is no newer.
type files struct {
	sqlitefile.Files
	progress progress
	marked   bool
}

// filesAt reads the files at path, even while another program plays in them.
func filesAt(ctx context.Context, path string) (f files, err error) {
	f.Files, err = sqlitefile.At(ctx, path, func() (err error) {
		f.progress, f.marked, err = readProgress(path)
		return err
	})
	return f, err
}

// lying reads our files as they are on the disk now, with the mark of the last write, whatever they
// hold.
func (db *DB) lying() (f files, list []migration, err error) {
	if f.Files, err = db.held.Files(); err != nil {
		return files{}, nil, err
	}
	f.progress, f.marked = db.progress, true
	list, err = migrations()
	return f, list, err
}

// unfit says what is missing from the files, of what their mark knows or of the games that were
// played; "" if nothing is.
func unfit(ctx context.Context, path string, f *files, list []migration, played []*Game) string {
	db, err := openReadOnly(ctx, path, f, list)
	if err != nil {
		return err.Error()
	}
	defer db.Close() // in memory only
	return db.lacks(ctx, played)
}
