package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// marked is the first format with hashes over everything, and with marks.
const marked = 5

// indexed are the tables that are read through an index: a damaged index would hide rows.
var indexed = []string{"games", "labels", "learned", "tokens"}

// verify returns what is wrong with a file apart from its games. Those are checked when they are
// read, so that the sound ones can be.
func (db *DB) verify(ctx context.Context) error {
	m, ok, err := db.lastProgress() // before the file, so it is never newer
	if err != nil {
		return err
	}
	for _, table := range indexed {
		if err := db.integrity(ctx, "("+table+")"); err != nil {
			return err
		}
	}
	var changes, games, counted int
	if err := db.sql.QueryRowContext(ctx, `SELECT changes, games, (SELECT count(*) FROM games) FROM head`).Scan(&changes, &games, &counted); err != nil {
		return &FileDamage{File: db.path, Why: "its head cannot be read: " + err.Error()}
	}
	switch {
	case games != counted:
		return &FileDamage{File: db.path, Why: fmt.Sprintf("there are %d games where %d were begun", counted, games)}
	case ok && changes < m.changes:
		return &FileDamage{File: db.path, Why: fmt.Sprintf("what was written last is missing (if you put an older copy there yourself, delete %s)", ProgressFile(db.path))}
	}
	m.changes = changes
	db.progress = m
	return nil
}

// integrity runs SQLite's integrity check on the file or one table of it.
func (db *DB) integrity(ctx context.Context, what string) error {
	var answer string
	if err := db.sql.QueryRowContext(ctx, "PRAGMA integrity_check"+what).Scan(&answer); err != nil {
		return err
	}
	if answer != "ok" {
		return &FileDamage{File: db.path, Why: "SQLite finds: " + strings.ReplaceAll(answer, "\n", "; ")}
	}
	return nil
}

// looked checks the metas of all games, once: counting and searching rely on them without reading
// the games. The first error names the damaged ones, which must be left out; with a second error
// nothing can be said.
func (db *DB) looked() (unsound *FileDamage, err error) {
	if db.sound.Load() {
		return nil, nil
	}
	_, err = db.Games()
	db.sound.Store(err == nil)
	if errors.As(err, &unsound) && len(unsound.Games) > 0 {
		return unsound, nil
	}
	return nil, err
}

// games returns the games that b is limited to.
func (b *FileDamage) games() []string {
	if b == nil {
		return nil
	}
	return b.Games
}

// told returns b as an error about what was asked for, or nil.
func (b *FileDamage) told(what string) error {
	if b == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, b)
}

// schemaIn returns the SQL of everything that a file of that format has, by name.
func schemaIn(ctx context.Context, db *sql.DB) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT type || ' ' || name || ' of ' || tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, err
		}
		all[name] = text
	}
	return all, rows.Err()
}

// A schema is what a file of that format should have, and what this one has.
type schema struct{ want, got map[string]string }

// schemaOf compares a file with the format that the steps lead to.
func schemaOf(ctx context.Context, file *sql.DB, list []migration) (schema, error) {
	fresh, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return schema{}, err
	}
	defer fresh.Close()
	fresh.SetMaxOpenConns(1)
	for _, m := range list {
		if _, err := fresh.ExecContext(ctx, m.text+m.after); err != nil {
			return schema{}, err
		}
	}
	want, err := schemaIn(ctx, fresh)
	if err != nil {
		return schema{}, err
	}
	got, err := schemaIn(ctx, file)
	return schema{want, got}, err
}

// altered names what differs from the format; "" if nothing does. Additional tables are ignored,
// but not a trigger that runs when an entry is written, nor a view in place of a table.
func (f schema) altered() string {
	for name, text := range f.want {
		if f.got[name] != text {
			return name
		}
	}
	for name := range f.got {
		if _, known := f.want[name]; !known && !strings.HasPrefix(name, "table ") && !strings.HasPrefix(name, "index ") {
			return name
		}
	}
	return ""
}

// Check has SQLite read the whole file, and checks the tables besides those of games. Games are
// checked by reading them: see Summary and Rows. Other programs may write meanwhile.
func (db *DB) Check() error {
	ctx, done := context.WithTimeout(context.Background(), rebuilding)
	defer done()
	if err := db.integrity(ctx, "(1)"); err != nil {
		return db.explain(err)
	}
	names, err := words(ctx, db.sql, `SELECT name FROM learned UNION SELECT substr(what, 9) FROM sums WHERE what LIKE 'learned %'`)
	if err != nil {
		return db.explain(err)
	}
	ledgers := []hashedTable{tagTable, tagSources, tokenTable, playTable}
	for _, name := range names {
		ledgers = append(ledgers, learnedTable(name))
	}
	var errs []error
	for _, l := range ledgers {
		errs = append(errs, db.audited(l, func(_, _ string) {}))
	}
	_, err = db.SideFiles()
	return errors.Join(append(errs, err)...)
}

// IDs returns the ids of all games, newest first, including damaged ones.
func (db *DB) IDs() ([]string, error) {
	ctx, done := wait()
	defer done()
	ids, err := words(ctx, db.sql, `SELECT id FROM games ORDER BY n DESC`)
	if err != nil {
		return nil, fmt.Errorf("list of games: %w", db.explain(err))
	}
	return ids, nil
}

// Ping reads a row from the open file, and returns why it could not. It writes nothing, and does
// not even read while games are being saved.
func (db *DB) Ping(ctx context.Context) error {
	if db.busy.Load() {
		return nil
	}
	var one int
	return db.explain(db.sql.QueryRowContext(ctx, "SELECT 1 FROM sqlite_schema LIMIT 1").Scan(&one))
}
