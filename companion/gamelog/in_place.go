package gamelog

import (
	"bytes"
	"context"
	"errors"
	"io"
	"syscall"
)

// keepOut keeps SQLite from writing its journal back when it closes: for that it needs
// the file for itself alone. The lock ends with the file: fcntl(2), open file description
// locks; it lies where SQLite looks for readers, https://www.sqlite.org/src/file/src/os.h.
func (h *hold) keepOut() error {
	const setLock, pending = 37, 0x40000000
	return syscall.FcntlFlock(h.db.Fd(), setLock, &syscall.Flock_t{Type: syscall.F_RDLCK, Start: pending + 2, Len: 510})
}

// InPlace reports whether what was played is safe in the files at their places.
func (db *DB) InPlace() error {
	db.writing.Lock()
	defer db.writing.Unlock()
	why, err := db.inPlace(true)
	if err == nil && why != "" {
		err = errors.New(why)
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
	gone, same, err := db.held.look(db.path, closely)
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
	if there, err := db.held.follow(); err == nil && there {
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
	if large, touched, err := db.held.large(); err != nil || large {
		if err == nil && touched && m == db.progress {
			return db.held.reread()
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
	f.progress = m
	if unfit(ctx, db.path, &f, list, db.played) != "" {
		db.cut = wereCut
		return nil
	}
	return db.held.reread() // somebody has touched them, and nothing is lost
}

const wereCut = "the files of the games were cut or overwritten"

// lying are the files as they lie there now; whatever they hold, the mark is that of what
// was written last.
func (db *DB) lying() (f files, list []migration, err error) {
	wal := io.ReaderAt(bytes.NewReader(nil))
	if db.held.wal != nil {
		wal = db.held.wal
	}
	if f, err = filesOf(db.held.db, wal); err != nil {
		return files{}, nil, err
	}
	f.progress, f.marked = db.progress, true
	list, err = migrations()
	return f, list, err
}

// filesOf reads files that nobody writes to.
func filesOf(db, wal io.ReaderAt) (f files, err error) {
	if f.db, err = io.ReadAll(io.NewSectionReader(db, 0, mostBytes)); err != nil {
		return files{}, err
	}
	if f.wal, err = io.ReadAll(io.NewSectionReader(wal, 0, mostBytes)); err != nil {
		return files{}, err
	}
	return f, f.read()
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
