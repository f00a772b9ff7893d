package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// marked is the first format with hashes over everything, and marks.
const marked = 5

// indexed are the tables of which an index tells what there is: a damaged index
// would hide something.
var indexed = []string{"games", "labels", "learned", "tokens"}

// verify tells what is wrong with a file apart from its games: those are checked
// when they are read, so that the sound ones can be read.
func (db *DB) verify(ctx context.Context) error {
	m, ok, err := db.lastProgress() // before the file: it is never newer
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

// integrity lets SQLite examine the file, or a table of it.
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

// looked checks the metas of all games, once: whoever counts or searches games
// without reading them relies on them. Those that are not sound, which have to be
// left out, are in the first error; with the second one nothing can be told.
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

// games lists what b is limited to.
func (b *FileDamage) games() []string {
	if b == nil {
		return nil
	}
	return b.Games
}

// told is b with what was asked, or nil.
func (b *FileDamage) told(what string) error {
	if b == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, b)
}

// schemaIn is what a file of that format is made of, by name.
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

// A schema is what a file of that format is made of, and what this one is.
type schema struct{ want, got map[string]string }

// schemaOf compares a file with the format to which the steps lead.
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

// altered names what is not as the format has it; "" if nothing is. Tables that the
// format does not know are read past, but nothing else may act when an entry is
// written, or stand in the place of a table.
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

// Check lets SQLite read the whole file, and checks what is kept besides games.
// Games are checked by reading them: Summary and Rows. Others may write meanwhile.
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
	ledgers := []hashedTable{tagTable, tokenTable}
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

// IDs names all games, newest first, damaged ones as well.
func (db *DB) IDs() ([]string, error) {
	ctx, done := wait()
	defer done()
	ids, err := words(ctx, db.sql, `SELECT id FROM games ORDER BY n DESC`)
	if err != nil {
		return nil, fmt.Errorf("list of games: %w", db.explain(err))
	}
	return ids, nil
}

// Ping asks the open file for a row, and returns why there was none. It writes
// nothing. While games are being saved it does not ask.
func (db *DB) Ping(ctx context.Context) error {
	if db.busy.Load() {
		return nil
	}
	var one int
	return db.explain(db.sql.QueryRowContext(ctx, "SELECT 1 FROM sqlite_schema LIMIT 1").Scan(&one))
}
