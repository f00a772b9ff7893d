package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"arbiter/companion/history"
	"arbiter/engine"
)

// Errors about ids; errors.Is matches them with fs.ErrNotExist and fs.ErrExist.
var (
	ErrNoGame error = &idError{"there is no such game", fs.ErrNotExist}
	ErrKnown  error = &idError{"the game is here already", fs.ErrExist}
)

type idError struct {
	text string
	is   error
}

func (e *idError) Error() string        { return e.text }
func (e *idError) Is(target error) bool { return target == e.is }

// Games returns all games, newest first. An error about damage comes together with the games that
// are sound.
func (db *DB) Games() ([]history.Summary, error) { return db.list("ORDER BY n DESC") }

// Summary returns one game of the list. If it is damaged the error is a *history.Damage.
func (db *DB) Summary(id string) (history.Summary, error) {
	list, err := db.list("WHERE id = ?", id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("game %q: %w", id, ErrNoGame)
	}
	if err != nil {
		return history.Summary{}, damageOf(err)
	}
	return list[0], nil
}

// Saved returns what was played in a game, read by DB.Rules. If it is damaged the error is a
// *history.Damage.
func (db *DB) Saved(id string) (history.Saved, error) {
	g, err := db.Summary(id)
	if err != nil {
		return history.Saved{}, err
	}
	setup, entries, err := db.Entries(id, db.Rules)
	return history.Saved{Header: g.Header(setup), Entries: entries}, damageOf(err)
}

// damageOf turns damage of single games, not of the whole file, into a *history.Damage that names
// the games.
func damageOf(err error) error {
	var b *FileDamage
	var d *Damage
	switch {
	case errors.As(err, &b) && len(b.Games) > 0:
		return &history.Damage{Games: b.Games, Err: err}
	case errors.As(err, &d):
		return &history.Damage{Games: []string{d.Game}, Err: err}
	}
	return err
}

// Finish stores that a game is over, with its result in words. An empty result means that the game
// goes on again, as when its last command is taken back.
func (db *DB) Finish(id, result string) error {
	finished := ""
	if result != "" {
		finished = written(db.Now())
	}
	err := db.editing(id, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE games SET finished = ?, result = ? WHERE id = ?`, finished, result, id); err != nil {
			return err
		}
		return db.sealMarked(ctx, tx, id)
	})
	db.writing.Lock()
	defer db.writing.Unlock()
	for _, g := range db.played {
		if err == nil && g.id == id {
			g.finished, g.result = finished, result
		}
	}
	return err
}

// Rename sets the name of the player at seat; an empty label removes it. The log knows only seats
// and does not change.
func (db *DB) Rename(id string, seat engine.Seat, label string) error {
	return db.editing(id, func(ctx context.Context, tx *sql.Tx) error { return setLabel(ctx, tx, id, seat, label) })
}

func setLabel(ctx context.Context, tx *sql.Tx, id string, seat engine.Seat, label string) error {
	if label == "" {
		_, err := tx.ExecContext(ctx, `DELETE FROM labels WHERE game = ? AND seat = ?`, id, string(seat))
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO labels (game, seat, label) VALUES (?, ?, ?)
		ON CONFLICT (game, seat) DO UPDATE SET label = excluded.label`, id, string(seat), label)
	return err
}

// list returns the sound games, and an error that names the others.
func (db *DB) list(more string, args ...any) ([]history.Summary, error) {
	cards, err := db.metas(more, args...)
	list := make([]history.Summary, 0, len(cards))
	for _, c := range cards {
		if c.last > c.sealed {
			c.Entries = db.reaches(c)
		}
		list = append(list, c.Summary)
	}
	return list, err
}

func (db *DB) metas(more string, args ...any) (list []meta, err error) {
	ctx, done := wait()
	defer done()
	rows, err := db.sql.QueryContext(ctx, metasQuery+more, args...)
	if err != nil {
		return nil, fmt.Errorf("list of games: %w", db.explain(err))
	}
	defer rows.Close()
	var unsound []string
	for rows.Next() {
		if c, bad := scanMeta(rows.Scan); bad == nil && c.sound() {
			list = append(list, c)
		} else {
			unsound = append(unsound, c.ID)
		}
	}
	if err := rows.Err(); err != nil {
		return list, fmt.Errorf("list of games: %w", db.explain(err))
	}
	if len(unsound) > 0 {
		return list, db.wrong(unsound...)
	}
	return list, nil
}

// reaches returns the number of the last entry of a game that was played on after it was sealed,
// found by following its chain. Damage shows when the game is read.
func (db *DB) reaches(c meta) int {
	if last, known := db.follows(c.ID); known {
		return last
	}
	rows, _ := db.Rows(c.ID)
	last := max(c.sealed, len(rows)-1)
	if m, ok, err := db.lastProgress(); ok && err == nil && m.game == c.ID {
		last = max(last, m.seq)
	}
	return last
}

// missing replaces the error of a missing row by ErrNoGame.
func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNoGame
	}
	return err
}
