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

// A hashedTable is one of the tables besides those of games: rows of two columns, with one hash
// over all of them.
type hashedTable struct {
	what     string // its name in the table of hashes
	query    string
	args     []any
	optional bool // files of older programs do not have the table, which has the same name
}

var (
	tagTable   = hashedTable{what: "tags", query: `SELECT uid, words FROM tags ORDER BY uid`}
	tokenTable = hashedTable{what: "tokens", query: `SELECT token, uid FROM tokens ORDER BY token`}
)

func learnedTable(game string) hashedTable {
	return hashedTable{what: "learned " + game, query: `SELECT line, '' FROM learned WHERE name = ? ORDER BY n`, args: []any{game}}
}

// read calls f with each row, and returns the hash over all of them.
func (s hashedTable) read(ctx context.Context, a queryer, f func(x, y string)) ([]byte, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", s.what)
	if s.optional {
		there := 0
		err := a.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?`, s.what).Scan(&there)
		if err != nil || there == 0 {
			return h.Sum(nil), err
		}
	}
	rows, err := a.QueryContext(ctx, s.query, s.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := s.scan(rows, h, f); err != nil {
			return nil, err
		}
	}
	return h.Sum(nil), rows.Err()
}

func (s hashedTable) scan(rows *sql.Rows, h hash.Hash, f func(x, y string)) error {
	var x, y sql.NullString // a damaged row may hold NULL
	if err := rows.Scan(&x, &y); err != nil {
		return err
	}
	fmt.Fprintf(h, "%q %q\n", x.String, y.String)
	f(x.String, y.String)
	return nil
}

// check reads the table, and reports whether it matches its hash.
func (s hashedTable) check(ctx context.Context, a queryer, f func(x, y string)) (fits bool, err error) {
	n := 0
	got, err := s.read(ctx, a, func(x, y string) { n++; f(x, y) })
	if err != nil {
		return false, err
	}
	var want []byte
	err = a.QueryRowContext(ctx, `SELECT sum FROM sums WHERE what = ?`, s.what).Scan(&want)
	if errors.Is(err, sql.ErrNoRows) {
		return n == 0, nil // nothing has ever been stored
	}
	return bytes.Equal(got, want), err
}

// audited calls f with each row, or with none if the table does not match its hash.
func (db *DB) audited(s hashedTable, f func(x, y string)) error {
	return db.reading(func(ctx context.Context, a queryer) error { return db.fits(ctx, a, s, f) })
}

func (db *DB) fits(ctx context.Context, a queryer, s hashedTable, f func(x, y string)) error {
	fits, err := s.check(ctx, a, f)
	if err == nil && !fits {
		err = &FileDamage{File: db.path, Why: fmt.Sprintf("%s: what is kept there does not fit its hash", s.what)}
	}
	return err
}

// keep changes a table, unless it is damaged.
func (db *DB) keep(s hashedTable, f func(context.Context, *sql.Tx) error) error {
	return db.within(func(ctx context.Context, tx *sql.Tx) error {
		if err := db.fits(ctx, tx, s, func(_, _ string) {}); err != nil {
			return err
		}
		if err := f(ctx, tx); err != nil {
			return err
		}
		return s.rehash(ctx, tx)
	})
}

func (s hashedTable) rehash(ctx context.Context, tx *sql.Tx) error {
	sum, err := s.read(ctx, tx, func(_, _ string) {})
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO sums (what, sum) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET sum = excluded.sum`, s.what, sum)
	}
	return err
}
