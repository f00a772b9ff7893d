package gamelog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"hash"
)

// A ledger is a part of what is kept besides games: rows of two columns with one
// hash over all of them.
type ledger struct {
	what  string // in sums
	query string
	args  []any
}

var (
	tagLedger   = ledger{what: "tags", query: `SELECT uid, words FROM tags ORDER BY uid`}
	tokenLedger = ledger{what: "tokens", query: `SELECT token, uid FROM tokens ORDER BY token`}
)

func learnedLedger(game string) ledger {
	return ledger{what: "learned " + game, query: `SELECT line, '' FROM learned WHERE name = ? ORDER BY n`, args: []any{game}}
}

// read calls f with each row, and returns the hash over them.
func (s ledger) read(ctx context.Context, a asker, f func(x, y string)) ([]byte, error) {
	rows, err := a.QueryContext(ctx, s.query, s.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", s.what)
	for rows.Next() {
		if err := s.scan(rows, h, f); err != nil {
			return nil, err
		}
	}
	return h.Sum(nil), rows.Err()
}

func (s ledger) scan(rows *sql.Rows, h hash.Hash, f func(x, y string)) error {
	var x, y sql.NullString // a damaged row may hold nothing
	if err := rows.Scan(&x, &y); err != nil {
		return err
	}
	fmt.Fprintf(h, "%q %q\n", x.String, y.String)
	f(x.String, y.String)
	return nil
}

// check reads a ledger, and tells whether it fits its hash.
func (s ledger) check(ctx context.Context, a asker, f func(x, y string)) (fits bool, err error) {
	n := 0
	got, err := s.read(ctx, a, func(x, y string) { n++; f(x, y) })
	if err != nil {
		return false, err
	}
	var want []byte
	err = a.QueryRowContext(ctx, `SELECT sum FROM sums WHERE what = ?`, s.what).Scan(&want)
	if errors.Is(err, sql.ErrNoRows) {
		return n == 0, nil // nothing has ever been kept
	}
	return bytes.Equal(got, want), err
}

// audited calls f with each row of a ledger that fits its hash.
func (db *DB) audited(s ledger, f func(x, y string)) error {
	return db.reading(func(ctx context.Context, a asker) error { return db.fits(ctx, a, s, f) })
}

func (db *DB) fits(ctx context.Context, a asker, s ledger, f func(x, y string)) error {
	fits, err := s.check(ctx, a, f)
	if err == nil && !fits {
		err = &Broken{File: db.path, Why: fmt.Sprintf("%s: what is kept there does not fit its hash", s.what)}
	}
	return err
}

// keep changes a ledger, if what stands there is sound.
func (db *DB) keep(s ledger, f func(context.Context, *sql.Tx) error) error {
	return db.within(func(ctx context.Context, tx *sql.Tx) error {
		if err := db.fits(ctx, tx, s, func(_, _ string) {}); err != nil {
			return err
		}
		if err := f(ctx, tx); err != nil {
			return err
		}
		return s.reckon(ctx, tx)
	})
}

func (s ledger) reckon(ctx context.Context, tx *sql.Tx) error {
	sum, err := s.read(ctx, tx, func(_, _ string) {})
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO sums (what, sum) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET sum = excluded.sum`, s.what, sum)
	}
	return err
}
