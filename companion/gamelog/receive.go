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

// SQLite makes of what it finds what it can, for good: a journal beside an empty file it
// deletes, a damaged one it writes back as far as it goes. So files that were not left as
// a program leaves them that comes to its end are read first, without SQLite. Those in
// doubt are kept as they are before it opens them.

// mostWeighed is how long a file can be that is read before it is opened, though nothing was
// saved beside it.
var mostWeighed int64 = sqlitefile.MostWeighed

// receive looks at what lies at the path, and makes it fit to be opened.
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
	defer func() { _ = f.Close() }() // a copy without a name, also where it is refused
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

// weighed reads what lies at the path and judges it. What is large and has no journal is
// read where it lies.
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

// adoptOne adopts the newest saved file that lacks nothing of what the mark knows. The error
// tells what speaks against the newest, or why adopting it failed.
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

// keepDamaged keeps files that can be opened all the same, unless that damage was kept
// before: it stays, and the plug may be pulled each evening.
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
		return db.emptied()
	}
	version, err := accept(ctx, db.path, list)
	if err == nil && version == 0 && m.changes > 0 {
		return db.emptied()
	}
	return err
}

// emptied says that games were in a file in which there are none.
func (db *DB) emptied() error {
	return &FileDamage{File: db.path, Why: fmt.Sprintf("it is empty or missing, but games were in it (if you took them away yourself, delete %s)", ProgressFile(db.path))}
}

// judge tells what is wrong with files that can be opened all the same; the error, why
// they cannot. They are looked at.
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
	if id := db.progress.game; id != "" && len(played) == 0 {
		if _, err := db.Rows(id); err != nil { // the entry that was written last is there
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
		err = errFormat
	}
	return err
}

var errFormat = errors.New("it has another format")
