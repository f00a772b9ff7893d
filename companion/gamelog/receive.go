package gamelog

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"arbiter/companion/gamelog/sqlitefile"
	"arbiter/engine"
)

// SQLite repairs what it finds as well as it can, and for good: it deletes a journal beside an
// empty file, and writes a damaged one back as far as it goes. So files that no program has closed
// properly are first read without SQLite, and kept unchanged if they are in doubt.

// mostWeighed is the largest file that is read before it is opened if nothing was saved beside it.
var mostWeighed int64 = sqlitefile.MostWeighed

// receive examines what is at the path, and makes it fit to be opened.
func (db *DB) receive(ctx context.Context, list []migration) error {
	neat, err := tidy(db.path)
	if err != nil {
		return unreadable(err)
	}
	saved, err := db.savedBeside()
	if err != nil {
		return err
	}
	info, err := os.Stat(db.path)
	large := err == nil && info.Size() > mostWeighed
	if len(saved) == 0 && (neat || large) {
		return db.accepted(ctx, list)
	}
	f, why, err := db.weighed(ctx, neat && large, list)
	defer func() { _ = f.Close() }() // an unnamed copy; closed even if it is refused
	if errors.Is(err, errFormat) {
		return db.accepted(ctx, list)
	}
	if errors.Is(err, errEmpty) && f.progress.changes > 0 {
		err = db.emptied()
	}
	there, empty := info != nil && info.Size() > 0, errors.Is(err, errEmpty)
	if there && why == "" && err == nil {
		return nil
	}
	if empty || f.marked && (why != "" || Damaged(err)) {
		adopted, against := db.adoptOne(ctx, saved, f.progress, list)
		var damage *FileDamage
		switch {
		case adopted:
			return against
		case errors.As(err, &damage) && against != nil:
			damage.Why += "; " + against.Error()
		}
	}
	switch {
	case empty:
		return db.begun(ctx, &f, list)
	case err != nil:
		return err
	case there:
		return db.keepDamaged(ctx, why, list)
	}
	file := savedName(db.path)
	if err := sqlitefile.Lay(file, f.Write); err != nil {
		return err
	}
	fit, bad := db.fitting(ctx, file, progress{}, list)
	if bad != "" {
		return errors.New(bad)
	}
	return db.adopt(file, fit, engine.Say("%s was empty or missing, and was put together from its journal", db.path))
}

// weighed reads what is at the path and judges it. A large file without a journal is read in place.
func (db *DB) weighed(ctx context.Context, inPlace bool, list []migration) (f files, why string, err error) {
	var l *DB
	if inPlace {
		if f.progress, f.marked, err = readProgress(db.path); err != nil {
			return f, "", unreadable(err)
		}
		l = &DB{Now: time.Now, path: db.path, seen: &files{progress: f.progress, marked: f.marked}}
		if err = l.viewFile(ctx, db.path, list); err != nil {
			return f, "", errors.Join(l.explain(err), l.Close())
		}
	} else {
		if f, err = filesAt(ctx, db.path); err != nil {
			return f, "", unreadable(err)
		}
		if l, err = openReadOnly(ctx, db.path, &f, list); err != nil {
			return f, "", err
		}
	}
	why, err = l.judge(ctx)
	return f, why, errors.Join(err, l.Close())
}

// adoptOne adopts the newest saved file that lacks nothing of what the mark knows. The error says
// what is wrong with the newest one, or why adopting failed.
func (db *DB) adoptOne(ctx context.Context, saved []string, m progress, list []migration) (adopted bool, err error) {
	for _, file := range saved {
		fit, why := db.fitting(ctx, file, m, list)
		if why == "" {
			return true, db.adopt(file, fit, engine.Say("the games go on as they were saved when their files were taken away"))
		}
		if err == nil {
			err = fmt.Errorf("%s is not taken in its place: %s", file, why)
		}
	}
	return false, err
}

// keepDamaged keeps files that are damaged but can be opened, unless the same damage was kept
// before: damage stays, and the plug may be pulled every evening.
func (db *DB) keepDamaged(ctx context.Context, why string, list []migration) error {
	before, err := db.all(keptAs)
	if err != nil {
		return err
	}
	if len(before) > 0 {
		f, err := filesAt(ctx, before[0])
		if err != nil {
			return unreadable(err)
		}
		defer f.Close()
		if l, err := openReadOnly(ctx, db.path, &f, list); err == nil {
			was, err := l.judge(ctx)
			if err := errors.Join(err, l.Close()); err == nil && was == why {
				return nil
			}
		}
	}
	kept, err := keep(db.path, true)
	db.mended = engine.Say("the files of the games are damaged: %s; as they were they are kept as %s", why, kept)
	return err
}

// begun creates a new file where there is none, or where one had just been started when the power
// failed: nothing was acknowledged then.
func (db *DB) begun(ctx context.Context, f *files, list []migration) error {
	if _, more := f.Sizes(); more > 0 {
		if _, err := keep(db.path, true); err != nil {
			return err
		}
	}
	return db.accepted(ctx, list)
}

// accepted is accept, but starts no new file where there were games.
func (db *DB) accepted(ctx context.Context, list []migration) error {
	m, _, err := readProgress(db.path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(db.path); m.changes > 0 && (errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0) {
		return db.emptied()
	}
	version, err := accept(ctx, db.path, list)
	if err == nil && version == 0 && m.changes > 0 {
		return db.emptied()
	}
	return err
}

// emptied returns the error that games were in a file which now has none.
func (db *DB) emptied() error {
	return &FileDamage{File: db.path, Why: fmt.Sprintf("it is empty or missing, but games were in it (if you took them away yourself, delete %s)", ProgressFile(db.path))}
}

// judge returns what is wrong with files that can be opened nevertheless; err is why they cannot
// be.
func (db *DB) judge(ctx context.Context) (why string, err error) {
	if err := db.verify(ctx); err != nil {
		return "", db.explain(err)
	}
	if err := db.playable(); err != nil {
		return "", err
	}
	bad := db.integrity(ctx, "(1)")
	if db.gap != "" && bad != nil {
		return "", &FileDamage{File: db.path, Why: db.gap}
	}
	if bad == nil && db.progress.game != "" {
		_, bad = db.Rows(db.progress.game)
	}
	if bad != nil {
		why = db.explain(bad).Error()
	}
	return why, nil
}

// tidy reports whether the file is as a program leaves it on a clean exit, with an empty journal
// and at its full length, or in a state that SQLite itself puts right.
func tidy(path string) (bool, error) {
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		return false, nil
	}
	if sqlitefile.Undone(path) {
		return true, nil
	}
	return sqlitefile.Whole(path)
}

// lacks returns what the files, open read-only, lack of what their mark knows and of the games that
// were played; "" if nothing is missing.
func (db *DB) lacks(ctx context.Context, played []*Game) string {
	if err := errors.Join(db.Verify(), db.integrity(ctx, "(1)")); err != nil {
		return db.explain(err).Error()
	}
	if id := db.progress.game; id != "" && len(played) == 0 {
		if _, err := db.Rows(id); err != nil { // the last entry that was written is there
			return err.Error()
		}
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

// lackedBy is lacks for a file that nobody writes to, and the mark m.
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

// viewFile opens a file of the present format that nobody writes to and that needs no journal. It
// takes no memory and changes nothing.
func (db *DB) viewFile(ctx context.Context, file string, list []migration) error {
	if err := db.connect(ctx, uri(file, url.Values{"mode": {"ro"}, "immutable": {"1"}})); err != nil {
		return err
	}
	version, err := known(ctx, db.sql, db.path, list)
	if err == nil && version != len(list) {
		err = errFormat
	}
	return err
}

var errFormat = errors.New("it has another format")
