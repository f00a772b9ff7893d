package gamelog

import (
	"context"
	"errors"
	"fmt"
)

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
