package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
)

// A SideFile is a small file kept beside the games and carried in their backups.
type SideFile struct {
	Name string // with slashes
	Text []byte
}

// sideFileSchema is the table of side files in a backup. It is part of no format: the file that
// games are played in does not have it, and programs that do not know it ignore it.
const sideFileSchema = `CREATE TABLE carried (
	name TEXT NOT NULL PRIMARY KEY,
	text BLOB NOT NULL
) STRICT, WITHOUT ROWID`

// mostSideFiles is how many bytes side files may have together, their names included. The secrets
// of a hundred thousand games and pictures of four hundred cards take less.
const mostSideFiles = 32 << 20

var sideFileTable = hashedTable{what: "carried", query: `SELECT name, text FROM carried ORDER BY name`}

// load puts side files into a copy that has no name yet and that nobody else has open. The caller
// syncs it.
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
	if err := dropSideFiles(ctx, tx); err != nil { // an older program may have left some
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

// SideFiles returns the side files of a backup, after checking their hash. Backups of older
// programs have none. The caller must check names before using them: a hash is no signature.
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

// hasSideFiles reports whether there are side files, without reading any.
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

// RemoveSideFiles removes the side files from a backup that has been restored, and leaves no trace
// of them in the file: some are secret.
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
