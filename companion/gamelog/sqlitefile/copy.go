package sqlitefile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// copyMark stands between the name of a file of games and a random suffix in the name that a copy
// has for a moment.
const copyMark = ".look-"

// A fileCopy is an unnamed copy of a SQLite file, which SQLite has open.
type fileCopy struct {
	file *os.File
	conn *sqlite3.SQLiteConn // nil once it has been handed out
}

// newCopy creates an empty copy in a folder and lets SQLite open it before it loses its name.
func newCopy(dir, name string) (c *fileCopy, err error) {
	file, err := os.CreateTemp(dir, name+copyMark)
	if err != nil {
		return nil, err
	}
	address := "file:" + (&url.URL{Path: file.Name()}).EscapedPath() + "?mode=rw&_foreign_keys=on&_cache_size=-512"
	conn, err := (&sqlite3.SQLiteDriver{}).Open(address)
	if err := errors.Join(err, os.Remove(file.Name())); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &fileCopy{file, conn.(*sqlite3.SQLiteConn)}, nil
}

// Sweep removes copies of the file at path that still have a name, because the program was killed
// in the moment before they lost it.
func Sweep(path string) error {
	list, err := os.ReadDir(filepath.Dir(path))
	for _, f := range list {
		if !strings.HasPrefix(f.Name(), filepath.Base(path)+copyMark) {
			continue
		}
		if gone := os.Remove(filepath.Join(filepath.Dir(path), f.Name())); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// lay copies a file, and then the pages of its journal.
func (f *Files) lay(db, wal source, dir string) (err error) {
	name := "games"
	if db.File != nil {
		name = filepath.Base(db.Name())
	}
	if f.copy, err = newCopy(dir, name); err != nil {
		return err
	}
	to := f.copy.file
	if f.length[0], err = io.Copy(struct{ io.Writer }{to}, io.NewSectionReader(db, 0, 1<<62)); err != nil {
		return err
	}
	f.head = make([]byte, dbHead)
	n, err := to.ReadAt(f.head, 0)
	if f.head = f.head[:n]; notEOF(err) != nil {
		return err
	}
	if f.length[1], err = wal.Size(); err != nil {
		return err
	}
	f.newest = map[int][]byte{}
	var failed error
	f.journal, err = readJournal(wal, func(page int, text []byte) {
		if at := int64(page-1) * int64(len(text)); at >= 0 {
			_, err := to.WriteAt(text, at)
			failed = errors.Join(failed, err)
			if at+int64(len(text)) > f.length[0] {
				f.newest[page] = nil
			}
		}
	})
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	if f.journal.pages > 0 {
		if err := to.Truncate(int64(f.journal.pages) * int64(f.journal.page)); err != nil {
			return err
		}
	}
	head := make([]byte, dbHead)
	if n, err := to.ReadAt(head, 0); n < dbHead || string(head[:len(magic)]) != magic || head[18] != 2 {
		return notEOF(err)
	}
	_, err = to.WriteAt([]byte{1, 1}, 18) // no WAL needed: https://www.sqlite.org/fileformat2.html#file_format_version_numbers
	return err
}

// Close frees the copy. Databases opened from it stay open.
func (f *Files) Close() error {
	if f.copy == nil {
		return nil
	}
	err := f.copy.file.Close()
	if f.copy.conn != nil {
		err = errors.Join(err, f.copy.conn.Close())
	}
	f.copy = nil
	return err
}

// Empty reports whether neither the file nor its journal holds anything.
func (f *Files) Empty() bool { return f.length[0] == 0 && f.journal.pages == 0 }

// Open opens the files as SQLite would see them, without changing them. It can be called once.
func (f *Files) Open() *sql.DB {
	if f.copy == nil {
		return opened(&memory{f.image(), false})
	}
	return opened(f.copy)
}

// Widen replaces the database that Open returned by one that can grow.
func (f *Files) Widen(ctx context.Context, db *sql.DB) (*sql.DB, error) {
	if f.copy != nil { // its name is gone, so it can have no journal
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
		return db, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return opened(&memory{f.image(), true}), nil
}

// Write writes them to an empty file.
func (f *Files) Write(path string) error {
	if f.copy == nil {
		return os.WriteFile(path, f.image(), 0o600)
	}
	to, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(struct{ io.Writer }{to}, io.NewSectionReader(f.copy.file, 0, 1<<62))
	return errors.Join(err, to.Close())
}

// Connect implements driver.Connector.
func (c *fileCopy) Connect(context.Context) (driver.Conn, error) {
	conn := c.conn
	if c.conn = nil; conn == nil {
		return nil, errGone
	}
	return conn, nil
}

// Driver implements driver.Connector.
func (c *fileCopy) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }
