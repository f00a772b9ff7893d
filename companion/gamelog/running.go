package gamelog

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"arbiter/companion/history"
)

// candidates selects the games that may be unfinished, and the marked one (?1): if its meta is
// damaged it may be unfinished, too. Finished is empty, or a time written as stamp. A game that was
// left for another (?2) counts only if no game was begun or imported after it.
const candidates = `WHERE (finished NOT GLOB '????-??-??T??:??:??.???Z' OR id = ?1)
	AND (n = (SELECT max(n) FROM games) OR id NOT IN (SELECT value FROM json_each(?2))) ORDER BY n DESC LIMIT 2`

// Unfinished returns the newest game that is not finished, leaving out those that were left for
// another; ok is false if there is none. If what is stored of it is damaged, the error names it,
// and no older game takes its place. Its log is checked when it is read.
func (db *DB) Unfinished(left ...string) (s history.Summary, ok bool, err error) {
	m, _, err := db.lastProgress()
	if err != nil {
		return history.Summary{}, false, err
	}
	ids, err := db.candidates(m.game, left)
	for _, id := range ids {
		if s, err = db.Summary(id); err != nil || s.Finished.IsZero() {
			return s, err == nil, err
		}
	}
	return history.Summary{}, false, err
}

func (db *DB) candidates(marked string, left []string) ([]string, error) {
	ctx, done := wait()
	defer done()
	ids, err := words(ctx, db.sql, `SELECT id FROM games `+candidates, marked, listed(left))
	return ids, db.explain(err)
}

// takeOver goes on where the program before ended: it seals the game that was written last at its
// end, or at the last entry that is known to have been there. A game that is damaged in itself is
// left alone.
func (db *DB) takeOver(ctx context.Context) error {
	if err := db.playable(); err != nil || db.progress.game == "" {
		return err
	}
	rows, err := db.Rows(db.progress.game)
	switch {
	case err == nil:
		end := rows[len(rows)-1]
		db.progress.seq, db.progress.hash = end.Seq, hex.EncodeToString(end.hash)
	case everything(err):
		return err
	case db.damaged(db.progress.game):
		db.hurt = true
		return nil
	}
	var sealed int
	switch err := db.sql.QueryRowContext(ctx, `SELECT entries FROM games WHERE id = ?`, db.progress.game).Scan(&sealed); {
	case missing(err) == ErrNoGame:
		return &FileDamage{File: db.path, Why: fmt.Sprintf("game %q, which was played last, is gone", db.progress.game)}
	case err != nil:
		return err
	case sealed >= db.progress.seq:
		return nil
	}
	return db.alter(db.settle)
}

// playable returns an error if SQLite cannot read the unfinished game: such damage may reach other
// games, and writing may spread it.
func (db *DB) playable() error {
	s, ok, err := db.Unfinished()
	if err == nil && ok {
		_, err = db.Rows(s.ID)
	}
	if everything(err) {
		return err
	}
	return nil
}

// everything reports whether an error is damage that may reach all games.
func everything(err error) bool {
	var b *FileDamage
	return errors.As(err, &b) && len(b.Games) == 0
}

// damaged reports whether a log is found damaged even without the mark.
func (db *DB) damaged(id string) bool {
	var d *Damage
	return errors.As(db.reading(func(ctx context.Context, a queryer) error { _, err := db.rowsOf(ctx, a, id); return err }), &d)
}
