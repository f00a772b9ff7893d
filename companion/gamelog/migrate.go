package gamelog

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

//go:embed migrations
var files embed.FS

// migrations returns the steps from an empty file to the present version:
// 1.sql, 2.sql and so on. Their number is the version.
func migrations() ([]string, error) {
	var list []string
	entries, err := files.ReadDir("migrations")
	if err != nil {
		return nil, err
	}
	for n := range entries {
		text, err := files.ReadFile(fmt.Sprintf("migrations/%d.sql", n+1))
		if err != nil {
			return nil, fmt.Errorf("game log: migrations have a gap: %w", err)
		}
		list = append(list, string(text))
	}
	return list, nil
}

func migrate(ctx context.Context, db *sql.DB, path string, list []string) error {
	version, _, err := inspect(ctx, db)
	if err != nil {
		return err
	}
	if version > 0 && version < len(list) {
		if err := backup(ctx, db, fmt.Sprintf("%s.format-%d", path, version)); err != nil {
			return fmt.Errorf("copy before changing the format: %w", err)
		}
	}
	for ; version < len(list); version++ {
		if err := step(ctx, db, version+1, list[version]); err != nil {
			return fmt.Errorf("from format %d to %d: %w", version, version+1, err)
		}
	}
	return nil
}

// accept refuses a file that is not ours, before anything in it changes: opening
// it for good would change its journal.
func accept(ctx context.Context, path string, known int) error {
	if info, err := os.Stat(path); os.IsNotExist(err) || err == nil && info.Size() == 0 {
		return nil
	}
	db, err := sql.Open("sqlite3", uri(path, url.Values{"mode": {"rw"}, "_busy_timeout": {"5000"}}))
	if err != nil {
		return err
	}
	defer db.Close()
	version, tables, err := inspect(ctx, db)
	switch {
	case err != nil:
		return err
	case version > known:
		return fmt.Errorf("the file was written by a newer program (format %d, this program knows %d): update the program, or choose another file", version, known)
	case version == 0 && tables > 0:
		return errors.New("the file belongs to another program: choose another")
	}
	return nil
}

func inspect(ctx context.Context, db *sql.DB) (version, tables int, err error) {
	if err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, 0, err
	}
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables)
	return version, tables, err
}

func step(ctx context.Context, db *sql.DB, version int, text string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if _, err := tx.ExecContext(ctx, text); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// backup writes a copy to the path. The copy has its name only once it is
// complete and on the disk: SQLite does not sync it by itself.
func backup(ctx context.Context, db *sql.DB, path string) error {
	part := path + ".part"
	if err := os.Remove(part); err != nil && !os.IsNotExist(err) {
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO '"+strings.ReplaceAll(part, "'", "''")+"'"); err != nil {
		return err
	}
	if err := sync(part); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return sync(filepath.Dir(path))
}

func sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
