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

// When files are deleted while a program plays, its games are saved to another file beside them:
// what SQLite can still read, what is on the disk, and, from memory, every step of the games that
// were played since the program began.

// A Lost error says that files were deleted, cut short or overwritten while a program plays in
// them. Nothing more is written to them.
type Lost struct {
	Why   string
	File  string // where the games are saved; "" if they are not
	Whole bool   // everything is saved, where the next program finds it; otherwise every step since this program began, and whatever else could be read
	Err   error  // why saving failed; nil while it goes on
}

// Error says what happened, where the games are, and what to do.
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

// Saved returns where the games are saved, and whether with everything; file is "" if they are not,
// and busy says that saving is still going on.
func (l *Lost) Saved() (file string, whole, busy bool) {
	return l.File, l.Whole, l.File == "" && l.Err == nil
}

// A saving runs in the background, since it may take longer than people wait.
type saving struct {
	done  chan struct{}
	file  string
	whole bool
	err   error
}

// over reports whether the saving has ended.
func (s *saving) over() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// saveWait is how long a player waits for a saving.
var saveWait = 3 * time.Second

// ready returns an error if nothing can be written. If files were deleted it saves the games; if
// somebody has put them back it goes on. The caller holds db.writing.
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

// save starts saving the games, if that is not done yet, and waits up to wait for it.
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

// saved saves the games to a file beside theirs, or in the folder that now holds their file.
func (db *DB) saved() (file string, whole bool, err error) {
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	var errs []error
	for _, dir := range db.folders() {
		file = savedName(filepath.Join(dir, filepath.Base(db.path)))
		for _, lay := range []func(context.Context, string) error{db.layRead, db.layLying, db.layMemory} {
			if whole, err = db.savedAt(ctx, file, lay); err == nil {
				return file, whole && dir == filepath.Dir(db.path), nil // anywhere else the next program would not find it
			}
			errs = append(errs, db.explain(err))
		}
	}
	return "", false, errs[len(errs)-1]
}

// folders returns the existing folders where the games file was and where it is now.
func (db *DB) folders() []string {
	all := []string{filepath.Dir(db.path)}
	if now, err := db.held.Place(); err == nil && filepath.Dir(now) != all[0] {
		all = append(all, filepath.Dir(now))
	}
	there := slices.DeleteFunc(slices.Clone(all), func(dir string) bool {
		info, err := os.Stat(dir)
		return err != nil || !info.IsDir()
	})
	if len(there) == 0 && os.MkdirAll(all[0], 0o700) == nil { // all of it was deleted
		return all[:1]
	}
	if len(there) == 0 {
		return all
	}
	return there
}

// savedAt saves the games in one way, and reports whether everything is there. It is an error if a
// step that is in memory is not.
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

// layRead writes what SQLite reads through the files it has open and the pages it has cached.
func (db *DB) layRead(ctx context.Context, part string) error {
	if _, err := db.sql.ExecContext(ctx, "PRAGMA cache_size = -65536"); err != nil { // so that none of them is dropped
		return err
	}
	err := vacuumInto(ctx, db.sql, part)
	_, back := db.sql.ExecContext(context.WithoutCancel(ctx), "PRAGMA cache_size = "+cacheSize)
	return errors.Join(err, back)
}

// layLying writes what is on the disk, with the games from memory.
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

// layMemory writes the games from memory and nothing else.
func (db *DB) layMemory(ctx context.Context, part string) error {
	list, err := migrations()
	if err != nil {
		return err
	}
	return db.layPlayed(ctx, part, 0, list)
}

// layPlayed adds the games in memory to a file of that format, which has no name yet and which
// nobody else has open. The caller syncs it.
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

// complete adds the missing entries of the game, and seals it at its end.
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
