package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
)

// A SideFile is a small file that is kept beside the games, and that a backup of them
// carries.
type SideFile struct {
	Name string // with slashes
	Text []byte
}

// The table of a backup in which side files lie. It belongs to no format: where the
// games are played it is not there, and programs that do not know it read past it.
const sideFileSchema = `CREATE TABLE carried (
	name TEXT NOT NULL PRIMARY KEY,
	text BLOB NOT NULL
) STRICT, WITHOUT ROWID`

// mostSideFiles is how many bytes side files may have in all, their names included. The
// secrets of a hundred thousand games and pictures of four hundred cards are less.
const mostSideFiles = 32 << 20

var sideFileTable = hashedTable{what: "carried", query: `SELECT name, text FROM carried ORDER BY name`}

// load puts side files into a copy that nobody else has open and that has no name yet.
// The caller syncs it.
func load(ctx context.Context, part string, beside func(games []string) ([]SideFile, error)) (err error) {
	db, err := sql.Open("sqlite3", uri(part, url.Values{"mode": {"rw"}, "_journal_mode": {"MEMORY"}, "_synchronous": {"OFF"}}))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	games, err := words(ctx, db, `SELECT id FROM games ORDER BY n`)
	if err != nil {
		return err
	}
	list, err := beside(games)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := addSideFiles(ctx, tx, list); err != nil {
		return err
	}
	return tx.Commit()
}

func addSideFiles(ctx context.Context, tx *sql.Tx, list []SideFile) error {
	if err := dropSideFiles(ctx, tx); err != nil { // an older program may have left some there
		return err
	}
	if _, err := tx.ExecContext(ctx, sideFileSchema); err != nil {
		return err
	}
	size := 0
	for _, a := range list {
		if size += len(a.Name) + len(a.Text); size > mostSideFiles {
			return fmt.Errorf("the files beside the games have more than %d MiB: move away what does not belong there", mostSideFiles>>20)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO carried (name, text) VALUES (?, ?)`, a.Name, a.Text); err != nil {
			return err
		}
	}
	return sideFileTable.rehash(ctx, tx)
}

func dropSideFiles(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `DROP TABLE IF EXISTS carried; DELETE FROM sums WHERE what = 'carried'`)
	return err
}

// SideFiles returns the side files of a backup by their names, after a check of their
// hash. There are none in a backup of a program that did not carry them. Whoever
// uses a name must check it: a hash is no signature.
func (db *DB) SideFiles() (list []SideFile, err error) {
	err = db.reading(func(ctx context.Context, a queryer) error {
		there, err := db.hasSideFiles(ctx, a)
		if err != nil || !there {
			return err
		}
		return db.fits(ctx, a, sideFileTable, func(name, text string) { list = append(list, SideFile{name, []byte(text)}) })
	})
	if err != nil {
		return nil, fmt.Errorf("carried beside the games: %w", err)
	}
	return list, nil
}

// hasSideFiles reports whether there are side files, before any of them is read.
func (db *DB) hasSideFiles(ctx context.Context, a queryer) (bool, error) {
	var table string
	var summed bool
	var size int64
	err := a.QueryRowContext(ctx, `SELECT coalesce((SELECT sql FROM sqlite_schema WHERE name = 'carried'), ''),
		EXISTS (SELECT 1 FROM sums WHERE what = 'carried')`).Scan(&table, &summed)
	switch {
	case err != nil || table == "" && !summed:
		return false, err
	case table != sideFileSchema || !summed:
		return false, &FileDamage{File: db.path, Why: "the table of what is carried beside the games is not what it was"}
	}
	err = a.QueryRowContext(ctx, `SELECT coalesce(sum(length(name) + length(text)), 0) FROM carried`).Scan(&size)
	if err == nil && size > mostSideFiles {
		err = &FileDamage{File: db.path, Why: fmt.Sprintf("more than %d MiB are carried beside the games", mostSideFiles>>20)}
	}
	return true, err
}

// RemoveSideFiles removes the side files of a backup that has come into its place, and leaves
// nothing of them in the file: some are secret.
func (db *DB) RemoveSideFiles() error {
	err := db.within(func(ctx context.Context, tx *sql.Tx) error {
		there, err := db.hasSideFiles(ctx, tx)
		if err != nil || !there {
			return err
		}
		if _, err := tx.ExecContext(ctx, `PRAGMA secure_delete = ON`); err != nil {
			return err
		}
		return dropSideFiles(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("carried beside the games: %w", err)
	}
	return nil
}
