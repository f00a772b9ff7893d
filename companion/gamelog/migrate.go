package gamelog

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"strings"
	"unicode"

	"github.com/mattn/go-sqlite3"

	"arbiter/companion/gamelog/sqlitefile"
	"arbiter/engine"
)

//go:embed migrations
var texts embed.FS

// A migration is a step from one format to the next: SQL, then Go code for what SQL cannot do, then
// SQL again, all in one transaction.
type migration struct {
	text, after string
	work        func(context.Context, *sql.Tx) error // nil if SQL does it all
}

// migrations returns the steps from an empty file to the present format: 1.sql, 2.sql and so on.
// The number of steps is the format.
func migrations() ([]migration, error) {
	var list []migration
	for n := 1; ; n++ {
		text, err := texts.ReadFile(fmt.Sprintf("migrations/%d.sql", n))
		if errors.Is(err, fs.ErrNotExist) && n > marked {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("game log: migrations have a gap: %w", err)
		}
		m := migration{text: string(text)}
		if n == marked {
			after, err := texts.ReadFile(fmt.Sprintf("migrations/%d-after.sql", n))
			if err != nil {
				return nil, fmt.Errorf("game log: migrations have a gap: %w", err)
			}
			m.work, m.after = rehashGames, string(after)
		}
		list = append(list, m)
	}
}

func migrate(ctx context.Context, db *sql.DB, path string, list []migration) error {
	version, _, err := inspect(ctx, db)
	if err != nil {
		return err
	}
	if version > 0 && version < len(list) {
		if err := copyTo(ctx, db, fmt.Sprintf("%s.format-%d", path, version), func(string) error { return nil }); err != nil {
			return fmt.Errorf("copy before changing the format: %w", err)
		}
	}
	if err := migrateFrom(ctx, db, version, list); err != nil {
		return err
	}
	return resize(ctx, db)
}

// migrateFrom upgrades a file to the present format.
func migrateFrom(ctx context.Context, db *sql.DB, version int, list []migration) error {
	for ; version < len(list); version++ {
		if err := step(ctx, db, version+1, list[version]); err != nil {
			return fmt.Errorf("from format %d to %d: %w", version, version+1, err)
		}
	}
	return nil
}

// resize gives an older file the page size of new ones. SQLite can do that only outside WAL mode,
// and does it atomically. While another program reads the file, it is left for the next start.
func resize(ctx context.Context, db *sql.DB) error {
	var size int
	if err := db.QueryRowContext(ctx, "PRAGMA page_size").Scan(&size); err != nil || size == pageSize {
		return err
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA journal_mode = DELETE; PRAGMA page_size = %d; VACUUM; PRAGMA journal_mode = WAL", pageSize))
	var e sqlite3.Error
	if errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked) {
		return nil
	}
	return err
}

// accept refuses a file that is not ours before anything in it changes: opening it in WAL mode
// would change its journal. The file must be tidy. It returns the file's format, 0 if it is still
// empty.
func accept(ctx context.Context, path string, list []migration) (version int, err error) {
	if info, err := os.Stat(path); os.IsNotExist(err) || err == nil && info.Size() == 0 {
		return 0, begin(ctx, path)
	}
	db, err := sql.Open("sqlite3", uri(path, url.Values{"mode": {"rw"}, "_busy_timeout": {"5000"}}))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return known(ctx, db, path, list)
}

// known returns the format of a file, or an error if it is not one of ours or has the wrong schema.
func known(ctx context.Context, db *sql.DB, path string, list []migration) (version int, err error) {
	version, tables, err := inspect(ctx, db)
	switch {
	case err != nil:
		return 0, err
	case version > len(list):
		f, err := schemaOf(ctx, db, list)
		for _, beside := range []string{"writers", "tag_sources", "plays", "sent"} {
			delete(f.got, "table "+beside+" of "+beside)
		}
		if err == nil && maps.Equal(f.want, f.got) {
			return 0, &FileDamage{File: path, Why: fmt.Sprintf("it says that it has format %d, but it is made like format %d", version, len(list))}
		}
		if wrote, _ := writerOf(ctx, db, ""); wrote != "" {
			return 0, engine.Refuse("the file was written by a newer program (format %d, this program knows %d; the newest game in it was last played with %s): update the program, or choose another file", version, len(list), engine.Term(wrote))
		}
		by := newest(ctx, db)
		if by == "" {
			return 0, engine.Refuse("the file was written by a newer program (format %d, this program knows %d): update the program, or choose another file", version, len(list))
		}
		return 0, engine.Refuse("the file was written by a newer program (format %d, this program knows %d; the newest game in it began with %s): update the program, or choose another file", version, len(list), engine.Term(by))
	case version < 0 || version == 0 && tables > 0:
		return 0, errors.New("the file belongs to another program: choose another")
	}
	f, err := schemaOf(ctx, db, list[:version])
	if bad := f.altered(); err == nil && bad != "" {
		err = &FileDamage{File: path, Why: fmt.Sprintf("%s is not what format %d has there", bad, version)}
	}
	return version, err
}

// newest returns the program that began the newest game; "" if it is not known, as in a format that
// stores games differently.
func newest(ctx context.Context, db queryer) (program string) {
	if db.QueryRowContext(ctx, `SELECT program FROM games ORDER BY n DESC LIMIT 1`).Scan(&program) != nil || !visible(program) {
		return ""
	}
	return program
}

// visible reports whether the name of a program can be shown to people.
func visible(program string) bool {
	return len(program) <= 256 && !strings.ContainsFunc(program, func(r rune) bool { return !unicode.IsPrint(r) })
}

// pageSize is the page size of new files. Writing an entry writes whole pages: small ones mean less
// to write, and four entries still fit on one.
const pageSize = 1024

// begin creates an empty file with the right page size, which must be set before anything else.
func begin(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite3", uri(path, nil))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, fmt.Sprintf("PRAGMA page_size = %d; PRAGMA journal_mode = WAL", pageSize))
	return err
}

func inspect(ctx context.Context, db *sql.DB) (version, tables int, err error) {
	if err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, 0, err
	}
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables)
	return version, tables, err
}

func step(ctx context.Context, db *sql.DB, version int, m migration) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if _, err := tx.ExecContext(ctx, m.text); err != nil {
		return err
	}
	if m.work != nil {
		if err := m.work(ctx, tx); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, m.after); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// copyTo writes a copy to path, with what add adds to it.
func copyTo(ctx context.Context, db *sql.DB, path string, add func(part string) error) error {
	return sqlitefile.Lay(path, func(part string) error {
		if err := vacuumInto(ctx, db, part); err != nil {
			return err
		}
		return add(part)
	})
}

// vacuumInto writes the database to an empty file, even if it is open read-only.
func vacuumInto(ctx context.Context, db *sql.DB, file string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // returns it to the pool
	var only bool
	if err := conn.QueryRowContext(ctx, "PRAGMA query_only").Scan(&only); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "PRAGMA query_only = OFF; VACUUM INTO '"+strings.ReplaceAll(file, "'", "''")+"'") // #nosec G202 -- a file name of ours, with quotes doubled
	if only {
		_, again := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only = ON")
		err = errors.Join(err, again)
	}
	return err
}
