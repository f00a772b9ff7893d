package gamelog

import (
	"context"

	"arbiter/companion/gamelog/sqlitefile"
)

// InPlace reports whether what was played is safe in the files at their places. Where it is
// not, the games are saved as for who plays, so that the end of the program costs nothing.
func (db *DB) InPlace() error {
	db.writing.Lock()
	defer db.writing.Unlock()
	why, err := db.inPlace(true)
	if err == nil && why != "" {
		err = db.save(why, 0)
	}
	return err
}

// inPlace tells why it is not; "" if it is. Writing is held. Closely: the end of the
// journal is read, which confirm does as well.
func (db *DB) inPlace(closely bool) (why string, err error) {
	switch {
	case db.held == nil:
		return "", nil // it is only looked at
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

// confirm reads a transaction back that SQLite has written, before anybody is told of
// it; where it is cut off already, it counts if it can be saved with everything. The mark
// is what it leads to.
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

// reread reads the files as a whole, where they are not as they were left, and notes what
// is missing of what m knows. Of large ones it looks only whether they became shorter.
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
	return db.held.Reread() // somebody has touched them, and nothing is lost
}

const wereCut = "the files of the games were cut or overwritten"

// files are those of a moment, and the mark of a moment before.
type files struct {
	sqlitefile.Files
	progress progress
	marked   bool
}

// filesAt reads what lies at path, whoever plays there meanwhile.
func filesAt(ctx context.Context, path string) (f files, err error) {
	f.Files, err = sqlitefile.At(ctx, path, func() (err error) {
		f.progress, f.marked, err = readProgress(path)
		return err
	})
	return f, err
}

// lying are the files as they lie there now; whatever they hold, the mark is that of what
// was written last.
func (db *DB) lying() (f files, list []migration, err error) {
	if f.Files, err = db.held.Files(); err != nil {
		return files{}, nil, err
	}
	f.progress, f.marked = db.progress, true
	list, err = migrations()
	return f, list, err
}

// unfit tells what is missing in files of what their mark knows, and of the games that
// were played; "" if nothing is.
func unfit(ctx context.Context, path string, f *files, list []migration, played []*Game) string {
	db, err := openReadOnly(ctx, path, f, list)
	if err != nil {
		return err.Error()
	}
	defer db.Close() // it is in memory
	return db.lacks(ctx, played)
}
