package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arbiter/companion/gamelog/sqlitefile"
)

// When files are taken away under a program, its games are saved in another file beside
// them: what SQLite can still read, what lies on the disk, and, from memory, every step
// of the games that were played since the program began.

// A Lost says that files were taken away, cut or overwritten while a program plays in
// them. Nothing is written to them any more.
type Lost struct {
	Why   string
	File  string // where the games are saved; "" if they are not
	Whole bool   // with everything, where the next program finds them; else with every step that was played since this one began, and what else could be read
	Err   error  // why they are not saved; nil while they are being saved
}

// Error tells what happened, where the games are and what to do.
func (l *Lost) Error() string {
	switch {
	case l.File != "" && l.Whole:
		return fmt.Sprintf("%s; all games are saved with every step in %s: stop the program and start it anew, and it goes on with them", l.Why, l.File)
	case l.File != "":
		return fmt.Sprintf("%s; the games that were played since the program began are saved with every step in %[2]s, with what else could be read: stop the program, and put it in place with arbiter restore --replace --damaged %[2]s", l.Why, l.File)
	case l.Err != nil:
		return fmt.Sprintf("%s; the games are in the memory of the program and cannot be saved (%v): leave it running, put that right, and try again", l.Why, l.Err)
	}
	return l.Why + "; the games are being saved: leave the program running, and try again"
}

// Saved tells where the games are, with everything or not; file is "" if they are not
// saved, and busy reports whether that is being done.
func (l *Lost) Saved() (file string, whole, busy bool) {
	return l.File, l.Whole, l.File == "" && l.Err == nil
}

// A saving goes on beside the table, for it may take longer than people wait.
type saving struct {
	done  chan struct{}
	file  string
	whole bool
	err   error
}

// over reports whether it has come to its end.
func (s *saving) over() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// saveWait is how long somebody who plays waits for it.
var saveWait = 3 * time.Second

// ready reports whether something can be written. Where files were taken away it saves the
// games; who has put them back goes on. Writing is held.
func (db *DB) ready() error {
	why, err := db.inPlace(false)
	switch {
	case err != nil:
		return err
	case why != "":
		return db.save(why, saveWait)
	case db.saving != nil && !db.saving.over():
		return &Lost{Why: "a file of the games was taken away for a moment"}
	}
	db.saving = nil
	return nil
}

// save saves the games, if that is not done yet, and waits for it.
func (db *DB) save(why string, wait time.Duration) error {
	if s := db.saving; s == nil || s.over() && s.err != nil {
		s = &saving{done: make(chan struct{})}
		db.saving = s
		db.busy.Store(true)
		go func() {
			defer close(s.done)
			defer db.busy.Store(false)
			s.file, s.whole, s.err = db.saved()
		}()
	}
	s := db.saving
	select {
	case <-s.done:
		return &Lost{why, s.file, s.whole, s.err}
	case <-time.After(wait):
		return &Lost{Why: why}
	}
}

// saved saves the games in a file beside, or where the folder of the games is now.
func (db *DB) saved() (file string, whole bool, err error) {
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	var errs []error
	for _, dir := range db.folders() {
		file = savedName(filepath.Join(dir, filepath.Base(db.path)))
		for _, lay := range []func(context.Context, string) error{db.layRead, db.layLying, db.layMemory} {
			if whole, err = db.savedAt(ctx, file, lay); err == nil {
				return file, whole && dir == filepath.Dir(db.path), nil // elsewhere nobody finds it by himself
			}
			errs = append(errs, db.explain(err))
		}
	}
	return "", false, errs[len(errs)-1]
}

// folders are where the file of games lay, and where it lies now, those that are there.
func (db *DB) folders() []string {
	all := []string{filepath.Dir(db.path)}
	if now, err := db.held.Place(); err == nil && filepath.Dir(now) != all[0] {
		all = append(all, filepath.Dir(now))
	}
	there := slices.DeleteFunc(slices.Clone(all), func(dir string) bool {
		info, err := os.Stat(dir)
		return err != nil || !info.IsDir()
	})
	if len(there) == 0 && os.MkdirAll(all[0], 0o700) == nil { // somebody has deleted all of it
		return all[:1]
	}
	if len(there) == 0 {
		return all
	}
	return there
}

// savedAt saves the games in one way, and reports whether everything is there. Every step
// that is in memory is, or it is an error.
func (db *DB) savedAt(ctx context.Context, file string, lay func(context.Context, string) error) (whole bool, err error) {
	list, err := migrations()
	if err != nil {
		return false, err
	}
	err = sqlitefile.Lay(file, func(part string) error {
		if err := lay(ctx, part); err != nil {
			return err
		}
		if whole = db.lackedBy(ctx, part, db.progress, list) == ""; whole {
			return nil
		}
		if why := db.lackedBy(ctx, part, progress{}, list); why != "" {
			return errors.New(why)
		}
		return nil
	})
	return whole, err
}

// layRead lays what SQLite reads with the files that it has open, and with the pages
// that it remembers.
func (db *DB) layRead(ctx context.Context, part string) error {
	if _, err := db.sql.ExecContext(ctx, "PRAGMA cache_size = -65536"); err != nil { // forget none of them
		return err
	}
	err := vacuumInto(ctx, db.sql, part)
	_, back := db.sql.ExecContext(context.WithoutCancel(ctx), "PRAGMA cache_size = "+cacheSize)
	return errors.Join(err, back)
}

// layLying lays what lies on the disk, with the games from memory.
func (db *DB) layLying(ctx context.Context, part string) error {
	f, list, err := db.lying()
	if err != nil {
		return err
	}
	defer f.Close()
	f.progress, f.marked = progress{}, false
	if why := unfit(ctx, db.path, &f, list, nil); why != "" {
		return errors.New(why)
	}
	if err := f.Write(part); err != nil {
		return err
	}
	return db.layPlayed(ctx, part, len(list), list)
}

// layMemory lays the games from memory, and nothing else.
func (db *DB) layMemory(ctx context.Context, part string) error {
	list, err := migrations()
	if err != nil {
		return err
	}
	return db.layPlayed(ctx, part, 0, list)
}

// layPlayed adds what is in memory to a file of that format, which nobody else has open
// and which has no name yet. The caller syncs it.
func (db *DB) layPlayed(ctx context.Context, part string, version int, list []migration) (err error) {
	file, err := sql.Open("sqlite3", uri(part, url.Values{"mode": {"rw"}, "_journal_mode": {"MEMORY"}, "_synchronous": {"OFF"}}))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	file.SetMaxOpenConns(1)
	if err := migrateFrom(ctx, file, version, list); err != nil {
		return err
	}
	tx, err := file.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	for _, g := range db.played {
		if err := g.complete(ctx, tx); err != nil {
			return fmt.Errorf("game %q: %w", g.id, err)
		}
	}
	return tx.Commit()
}

// complete adds what is missing of the game, and seals it at its end.
func (g *Game) complete(ctx context.Context, tx *sql.Tx) error {
	n := g.n
	there, err := (&DB{}).rowsOf(ctx, tx, g.id)
	if errors.Is(err, ErrNoGame) {
		n, err = enter(ctx, tx, g.header, g.rows[0])
	}
	if err != nil {
		return err
	}
	for _, r := range g.rows[min(len(there), len(g.rows)):] {
		if err := insert(ctx, tx, n, r); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE games SET entries = ?, seal = ?, finished = ?, result = ? WHERE n = ?`, g.last, g.hash, g.finished, g.result, n); err != nil {
		return err
	}
	return rehashMeta(ctx, tx, g.id)
}
