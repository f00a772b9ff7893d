// Package gamelog keeps games in one SQLite file: each entry of a log is safe
// on the disk before Append returns. It also keeps what the owner's box has
// taught (printed values, names and tokens of tags) and what the players are
// called.
//
// A log is self-contained: its entry 0 holds the game, the seats and every
// fact, so the box may change without changing an old game. Entries are in the
// order of their numbers; their times are labels, for the clock of a small
// computer may be wrong.
//
// It knows no rules and no game: commands, events and facts are lines of words,
// and whoever reads them brings the vocabulary.
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

	"github.com/mattn/go-sqlite3"
)

// patience is how long a call waits for the disk and for other programs that
// have the file open.
const patience = 10 * time.Second

// stamp is how times are written: UTC, always equally long.
const stamp = "2006-01-02T15:04:05.000Z"

// A DB is an open file of games. It is safe for concurrent use.
type DB struct {
	// Now is the clock that labels entries; set it before the first use.
	Now func() time.Time

	sql  *sql.DB
	path string
}

// Open opens the file at path and creates it if there is none. A file of an
// older version is brought up to date, after a copy was laid beside it; a file
// of a newer version is refused.
func Open(path string) (*DB, error) {
	list, err := migrations()
	if err != nil {
		return nil, err
	}
	return open(path, list)
}

func open(path string, list []string) (*DB, error) {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("game log: there is no directory %s; create it or choose another", filepath.Dir(path))
	}
	ctx, done := wait()
	defer done()
	if err := accept(ctx, path, len(list)); err != nil {
		return nil, fmt.Errorf("game log %s: %w", path, explain(err))
	}
	pool, err := sql.Open("sqlite3", dsn(path))
	if err != nil {
		return nil, fmt.Errorf("game log %s: %w", path, err)
	}
	pool.SetMaxOpenConns(1) // one writer: nothing waits for itself
	if err := migrate(ctx, pool, path, list); err != nil {
		pool.Close()
		return nil, fmt.Errorf("game log %s: %w", path, explain(err))
	}
	return &DB{Now: time.Now, sql: pool, path: path}, nil
}

// Close closes the file.
func (db *DB) Close() error { return db.sql.Close() }

// Check lets SQLite read the whole file and tells what is wrong with it.
func (db *DB) Check() error {
	ctx, done := wait()
	defer done()
	var answer string
	if err := db.sql.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&answer); err != nil {
		return fmt.Errorf("game log %s: %w", db.path, explain(err))
	}
	if answer != "ok" {
		return fmt.Errorf("game log %s is damaged: %s", db.path, answer)
	}
	return nil
}

// dsn names the file with everything that makes an entry safe.
func dsn(path string) string {
	options := url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"}, // NORMAL may lose the last entries in a power cut
		"_busy_timeout": {"5000"},
		"_txlock":       {"immediate"},
		"_foreign_keys": {"on"},
	}
	return uri(path, options)
}

func uri(path string, options url.Values) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options.Encode()
}

func wait() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), patience)
}

// within runs f in one transaction: all of it is safe when within returns nil,
// and nothing of it happened otherwise.
func (db *DB) within(f func(context.Context, *sql.Tx) error) error {
	ctx, done := wait()
	defer done()
	tx, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	if err := f(ctx, tx); err != nil {
		return errors.Join(explain(err), rollback(tx))
	}
	return explain(tx.Commit())
}

func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}

// explain says what people can do about an error of SQLite.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	hints := map[sqlite3.ErrNo]string{
		sqlite3.ErrFull:     "the disk is full: make room and try again",
		sqlite3.ErrReadonly: "the file cannot be written: look at its permissions and whether the card is locked",
		sqlite3.ErrCantOpen: "the file cannot be opened: look at its permissions and those of its directory",
		sqlite3.ErrNotADB:   "this is no file of games: choose another",
		sqlite3.ErrCorrupt:  "the file is damaged: go back to a copy",
		sqlite3.ErrBusy:     "another program has the file open: close it",
		sqlite3.ErrIoErr:    "the disk does not work: check the card",
	}
	if hint := hints[e.Code]; hint != "" {
		return fmt.Errorf("%w; %s", err, hint)
	}
	return err
}
