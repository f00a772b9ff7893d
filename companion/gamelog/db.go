// Package gamelog keeps games in one SQLite file: each entry of a log is on the disk before Append
// returns. The file also holds what was learned of the owner's box (printed values, names and
// tokens of tags), names of players, notes and ratings, and traits of seats for statistics.
//
// A log is self-contained: its entry 0 holds the game, the seats and every fact, so a changed box
// does not change old games. Entries are ordered by number; their times are only labels, since the
// clock of a small computer may be wrong.
//
// The package knows no rules and no game: commands, events and facts are lines of words, and the
// reader supplies the vocabulary.
package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"arbiter/companion/gamelog/sqlitefile"
	"arbiter/engine"
)

// patience is how long a call waits for the disk and for other programs that have the file open.
var patience = 10 * time.Second

// rebuilding is how long a change of format may take.
const rebuilding = 10 * time.Minute

// A DB is an open file of games. It is safe for concurrent use.
type DB struct {
	// Now is the clock for the times of entries; set it before the first use.
	Now func() time.Time
	// Rules are the rules by which Saved reads games; set them before the first use.
	Rules Rules
	// Program is the name and version of the writer, which older programs name when they meet
	// something unknown; set it before the first use.
	Program string

	sql    *sql.DB
	path   string
	insert *sql.Stmt        // of an entry; each run is a transaction of its own
	marker *os.File         // nil if the file is open read-only
	held   *sqlitefile.Hold // nil if the file is open read-only

	seen   *files      // the files as OpenReadOnly found them, without their bytes; nil if the file is open
	gap    string      // which pages were missing then; usually ""
	mended engine.Text // what to tell of files that were in doubt; usually zero

	sound    atomic.Bool // the metas of all games have been checked
	busy     atomic.Bool // games are being saved
	writing  sync.Mutex  // guards what follows, and keeps the mark as new as the file
	progress progress
	hurt     bool    // the marked game is damaged in itself: its seal must not move
	going    *Game   // the one that was begun or resumed last; nil if none was
	played   []*Game // since the program began, the most recently played last
	cut      string  // what is missing from the files; usually ""
	saving   *saving // of the games, after files were deleted; usually nil
}

// Open opens the file at path, or creates it. A file of an older format is copied and then
// upgraded; a file of a newer format or a damaged one is refused. To open a file in which another
// program plays, use OpenReadOnly.
func Open(path string) (*DB, error) {
	list, err := migrations()
	if err != nil {
		return nil, err
	}
	return open(path, list)
}

func open(path string, list []migration) (*DB, error) {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("game log: there is no directory %s; create it or choose another", filepath.Dir(path))
	}
	if err := sqlitefile.Sweep(path); err != nil {
		return nil, fmt.Errorf("game log %s: %w", path, err)
	}
	db := &DB{Now: time.Now, path: path}
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	err := db.receive(ctx, list)
	if err == nil {
		err = db.connect(ctx, dsn(path))
	}
	if err == nil {
		err = db.bringUp(ctx, list)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("game log %s: %w", path, db.explain(err)), db.Close())
	}
	return db, nil
}

// bringUp upgrades the file, verifies it, and goes on from its mark.
func (db *DB) bringUp(ctx context.Context, list []migration) (err error) {
	if err := migrate(ctx, db.sql, db.path, list); err != nil || len(list) < marked {
		return err
	}
	if err := db.verify(ctx); err != nil {
		return err
	}
	if db.insert, err = db.sql.PrepareContext(ctx, insertion); err != nil {
		return err
	}
	if err := db.takeOver(ctx); err != nil {
		return err
	}
	if err := db.writable(ctx); err != nil {
		return err
	}
	if db.held, err = sqlitefile.Take(db.path); err != nil {
		return unreadable(err)
	}
	if err := db.openProgress(); err != nil {
		return err
	}
	db.setProgress(db.progress)
	return nil
}

// writable returns an error if SQLite has opened the file read-only. SQLite does that without an
// error when opening for writing fails, and keeps it so until the file is closed.
func (db *DB) writable(ctx context.Context) error {
	tx, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE head SET changes = changes`)
	return errors.Join(err, tx.Rollback())
}

func (db *DB) connect(ctx context.Context, dsn string) (err error) {
	if db.sql, err = sql.Open("sqlite3", dsn); err == nil {
		db.sql.SetMaxOpenConns(1) // one writer, so that nothing waits for itself
	}
	return err
}

// Hurry limits how long any call waits for another program that holds the file: whoever plays is
// told, rather than everybody waiting.
func (db *DB) Hurry(most time.Duration) error {
	ctx, done := wait()
	defer done()
	_, err := db.sql.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", most.Milliseconds()))
	return db.explain(err)
}

// Close closes the file. If files were deleted meanwhile, it first saves the games.
func (db *DB) Close() error {
	db.writing.Lock()
	defer db.writing.Unlock()
	errs := []error{db.leaveSafely()}
	if db.insert != nil {
		errs = append(errs, db.insert.Close())
	}
	if db.sql != nil {
		errs = append(errs, db.sql.Close())
	}
	if db.held != nil {
		errs = append(errs, db.held.Close())
		db.held = nil
	}
	if db.marker != nil {
		errs = append(errs, db.marker.Close())
		db.marker = nil
	}
	return errors.Join(errs...)
}

// leaveSafely saves the games if files were deleted. SQLite would write its journal back when it
// closes, which it must not do if a part of it is missing.
func (db *DB) leaveSafely() error {
	why, err := db.inPlace(true)
	if why == "" {
		return err
	}
	if db.cut != "" {
		err = db.held.KeepOut()
	}
	lost := db.save(why, rebuilding)
	if db.saving.over() && db.saving.err == nil {
		return err
	}
	return errors.Join(err, lost)
}

// cacheSize is in KiB if negative. A larger cache is never given back, and lists are as quick
// without it.
const cacheSize = "-512"

// dsn returns the data source name, with every setting that makes an entry safe.
func dsn(path string) string {
	options := url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"}, // NORMAL may lose the last entries in a power cut
		"_busy_timeout": {"5000"},
		"_txlock":       {"immediate"},
		"_foreign_keys": {"on"},
		"_cache_size":   {cacheSize},
	}
	return uri(path, options)
}

func uri(path string, options url.Values) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options.Encode()
}

func wait() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), patience)
}

// within runs f in one transaction: when it returns nil everything is safe on the disk, otherwise
// nothing has changed.
func (db *DB) within(f func(context.Context, *sql.Tx) error) error {
	db.writing.Lock()
	defer db.writing.Unlock()
	return db.alter(f)
}

// alter is within for callers that hold db.writing.
func (db *DB) alter(f func(context.Context, *sql.Tx) error) error {
	if err := db.ready(); err != nil {
		return err
	}
	ctx, done := wait()
	defer done()
	tx, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return db.explain(err)
	}
	m := db.progress
	if err = f(ctx, tx); err == nil {
		err = tx.QueryRowContext(ctx, `UPDATE head SET changes = changes + 1 RETURNING changes`).Scan(&m.changes)
	}
	if err != nil {
		return errors.Join(db.explain(err), rollback(tx))
	}
	if err := tx.Commit(); err != nil {
		return db.explain(err)
	}
	if err := db.confirm(m); err != nil {
		return err
	}
	db.setProgress(m)
	return nil
}

// reading runs f on a consistent state of the file, whoever writes meanwhile.
func (db *DB) reading(f func(context.Context, queryer) error) (err error) {
	ctx, done := wait()
	defer done()
	conn, err := db.sql.Conn(ctx)
	if err != nil {
		return db.explain(err)
	}
	defer conn.Close() // returns it to the pool
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return db.explain(err)
	}
	err = f(ctx, conn)
	if _, end := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK"); err == nil {
		err = end
	}
	return db.explain(err)
}

func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}
