package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"arbiter/companion/history"
	"arbiter/engine"
)

// Import adds a whole game that is over, in one transaction. Times are labels of the entries; a
// missing one is taken from the header. No hub is told of the game.
func (db *DB) Import(h history.Header, entries []engine.Entry, times []time.Time, result string) error {
	rows, err := rowsOf(h, entries, times)
	if err == nil && result == "" {
		err = errors.New("a game that goes on is not taken in")
	}
	if err != nil {
		return fmt.Errorf("game %q: %w", h.ID, err)
	}
	err = db.within(func(ctx context.Context, tx *sql.Tx) error {
		known := 0
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM games WHERE id = ?`, h.ID).Scan(&known); err != nil {
			return err
		}
		if known > 0 {
			return ErrKnown
		}
		if _, err := tx.ExecContext(ctx, sentSchema); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO sent VALUES (?, ?, 0, 0, '', '', '')`, h.ID, Held); err != nil {
			return err
		}
		return addGame(ctx, tx, h, rows, result)
	})
	if err != nil {
		return fmt.Errorf("game %q: %w", h.ID, err)
	}
	return nil
}

// addGame writes a whole game, sealed at its end.
func addGame(ctx context.Context, tx *sql.Tx, h history.Header, rows []Row, result string) error {
	n, err := enter(ctx, tx, h, rows[0])
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := insert(ctx, tx, n, r); err != nil {
			return err
		}
	}
	end := rows[len(rows)-1]
	if _, err := tx.ExecContext(ctx, `UPDATE games SET entries = ?, seal = ?, finished = ?, result = ? WHERE n = ?`,
		end.Seq, end.hash, written(end.At), result, n); err != nil {
		return err
	}
	return rehashMeta(ctx, tx, h.ID)
}

// rowsOf returns the rows of a log, each with its hash.
func rowsOf(h history.Header, entries []engine.Entry, times []time.Time) ([]Row, error) {
	first, err := startRow(h)
	if err != nil {
		return nil, err
	}
	rows := []Row{first}
	for i, e := range entries {
		r, err := entryRow(e)
		if err != nil {
			return nil, err
		}
		if e.Seq != i+1 || e.Seq > longest {
			return nil, fmt.Errorf("entry %d does not follow entry %d", e.Seq, i)
		}
		at := h.Created
		if i < len(times) && !times[i].IsZero() {
			at = times[i]
		}
		r = r.labelled(at)
		r.hash = r.chain(rows[i].hash)
		rows = append(rows, r)
	}
	return rows, nil
}
