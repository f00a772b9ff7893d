package gamelog

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"

	"arbiter/companion/gamelog/sqlitefile"
)

// SQLite makes of what it finds what it can, for good: a journal beside an empty file it
// deletes, a damaged one it writes back as far as it goes. So files that were not left as
// a program leaves them that comes to its end are read first, without SQLite. Those in
// doubt are kept as they are before it opens them.

// receive looks at what lies at the path, and makes it fit to be opened.
func (db *DB) receive(ctx context.Context, list []migration) error {
	neat, err := tidy(db.path)
	if err != nil {
		return unreadable(err)
	}
	saved, err := db.newest(savedAs)
	if err != nil {
		return err
	}
	if info, err := os.Stat(db.path); neat && saved == "" || err == nil && info.Size() > sqlitefile.MostWeighed {
		return db.accepted(ctx, list)
	}
	f, err := filesAt(ctx, db.path)
	if err != nil {
		return unreadable(err)
	}
	defer f.Close()
	size, more := f.Sizes()
	why, err := db.judge(ctx, &f, list)
	switch {
	case why == "" && err == nil && size > 0:
		return nil
	case saved != "" && (f.marked && (why != "" || Damaged(err)) || size+more == 0) && db.lackedBy(ctx, saved, f.progress, list) == "":
		return db.adopt(saved, "the games go on as they were saved when their files were taken away")
	case errors.Is(err, errEmpty):
		return db.begun(ctx, &f, list)
	case err != nil:
		return err
	case size > 0:
		return db.keepDamaged(ctx, why, list)
	}
	saved = db.path + savedAs + today()
	if err := sqlitefile.Lay(saved, f.Write); err != nil {
		return err
	}
	return db.adopt(saved, db.path+" was empty or missing, and was put together from its journal")
}

// keepDamaged keeps files that can be opened all the same, unless that damage was kept
// before: it stays, and the plug may be pulled each evening.
func (db *DB) keepDamaged(ctx context.Context, why string, list []migration) error {
	kept, err := db.newest(keptAs)
	if err != nil {
		return err
	}
	if kept != "" {
		f, err := filesAt(ctx, kept)
		if err != nil {
			return unreadable(err)
		}
		defer f.Close()
		if before, err := db.judge(ctx, &f, list); err == nil && before == why {
			return nil
		}
	}
	kept, err = keep(db.path, true)
	db.mended = fmt.Sprintf("%s; the files as they were are kept as %s", why, kept)
	return err
}

// begun makes a new file where there is none, or one that had just begun when the power
// went: nothing was acknowledged then.
func (db *DB) begun(ctx context.Context, f *files, list []migration) error {
	if _, more := f.Sizes(); more > 0 {
		if _, err := keep(db.path, true); err != nil {
			return err
		}
	}
	return db.accepted(ctx, list)
}

// accepted is accept, but no new games begin where there were some.
func (db *DB) accepted(ctx context.Context, list []migration) error {
	m, _, err := readProgress(db.path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(db.path); m.changes > 0 && (errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0) {
		return &FileDamage{File: db.path, Why: fmt.Sprintf("it is empty or missing, but games were in it (if you took them away yourself, delete %s)", ProgressFile(db.path))}
	}
	return accept(ctx, db.path, list)
}

// judge tells what is wrong with files that can be opened all the same; the error, why
// they cannot.
func (db *DB) judge(ctx context.Context, f *files, list []migration) (why string, err error) {
	l, err := openReadOnly(ctx, db.path, f, list)
	if err != nil {
		return "", err
	}
	defer l.Close() // it is in memory
	if err := l.verify(ctx); err != nil {
		return "", l.explain(err)
	}
	if err := l.playable(); err != nil {
		return "", err
	}
	bad := l.integrity(ctx, "(1)")
	if gap := f.Gap(); gap != "" && bad != nil {
		return "", &FileDamage{File: db.path, Why: gap}
	}
	if bad == nil && l.progress.game != "" {
		_, bad = l.Rows(l.progress.game)
	}
	if bad != nil {
		why = l.explain(bad).Error()
	}
	return why, nil
}

// tidy reports whether a file lies there as a program leaves it that comes to its end:
// with an empty journal, and no shorter than it was; or SQLite will put that right.
func tidy(path string) (bool, error) {
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		return false, nil
	}
	if sqlitefile.Undone(path) {
		return true, nil
	}
	return sqlitefile.Whole(path)
}

// lacks tells what is missing in files that are looked at of what their mark knows, and of
// the games that were played; "" if nothing is.
func (db *DB) lacks(ctx context.Context, played []*Game) string {
	if err := errors.Join(db.Verify(), db.integrity(ctx, "(1)")); err != nil {
		return db.explain(err).Error()
	}
	for _, g := range played {
		rows, err := db.Rows(g.id)
		if err != nil {
			return err.Error()
		}
		if at, why := (progress{seq: g.last, hash: hex.EncodeToString(g.hash)}).fits(rows); why != "" {
			return (&Damage{db.path, g.id, at, why}).Error()
		}
	}
	return ""
}

// lackedBy tells what is missing in a file that nobody writes to of what a mark knows, and
// of the games that were played; "" if nothing is.
func (db *DB) lackedBy(ctx context.Context, file string, m progress, list []migration) string {
	s := &DB{path: db.path, seen: &files{progress: m, marked: m != progress{}}}
	err := s.viewFile(ctx, file, list)
	why := ""
	if err == nil {
		why = s.lacks(ctx, db.played)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		why = s.explain(err).Error()
	}
	return why
}

// viewFile opens a file of the present format that nobody writes to, and that needs no
// journal. It takes no memory, and changes nothing.
func (db *DB) viewFile(ctx context.Context, file string, list []migration) error {
	if err := db.connect(ctx, uri(file, url.Values{"mode": {"ro"}, "immutable": {"1"}})); err != nil {
		return err
	}
	version, err := known(ctx, db.sql, db.path, list)
	if err == nil && version != len(list) {
		err = errors.New("it has another format")
	}
	return err
}
