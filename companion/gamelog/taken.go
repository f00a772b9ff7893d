package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// ErrKnown says that the file has a game of that id already.
var ErrKnown = errors.New("the game is here already")

// Import takes in a whole game that is over, at one stroke. Times are those of the
// entries, labels like the others; a missing one is that of the header.
func (db *DB) Import(h Header, entries []engine.Entry, times []time.Time, result string) error {
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
		if err := enter(ctx, tx, h); err != nil {
			return err
		}
		for _, r := range rows {
			if err := insert(ctx, tx, h.ID, r); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE games SET entries = ?, finished = ?, result = ? WHERE id = ?`,
			len(entries), written(rows[len(rows)-1].At), result, h.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("game %q: %w", h.ID, err)
	}
	return nil
}

// rowsOf are the rows of a log, each with its hash.
func rowsOf(h Header, entries []engine.Entry, times []time.Time) ([]Row, error) {
	if !notation.Plain(h.ID) {
		return nil, errors.New("the id must be one word")
	}
	first, err := startRow(h.Setup)
	if err != nil {
		return nil, err
	}
	first.At, first.hash = h.Created, first.chain(seed(h.ID))
	rows := []Row{first}
	for i, e := range entries {
		r, err := entryRow(e)
		if err != nil {
			return nil, err
		}
		if e.Seq != i+1 {
			return nil, fmt.Errorf("entry %d does not follow entry %d", e.Seq, i)
		}
		if r.At = h.Created; i < len(times) && !times[i].IsZero() {
			r.At = times[i]
		}
		r.hash = r.chain(rows[i].hash)
		rows = append(rows, r)
	}
	return rows, nil
}
