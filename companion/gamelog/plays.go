package gamelog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"arbiter/companion/history"
)

// playsSchema is a table that older programs ignore: games without a log, as JSON.
const playsSchema = `CREATE TABLE IF NOT EXISTS plays (id TEXT NOT NULL PRIMARY KEY, play TEXT NOT NULL) STRICT, WITHOUT ROWID`

var playTable = hashedTable{what: "plays", query: `SELECT id, play FROM plays ORDER BY id`, optional: true}

// TakePlays stores plays: all of them or, on an error, none. A play that is here already is replaced.
func (db *DB) TakePlays(plays []history.Play) error {
	return db.changePlays(func(ctx context.Context, tx *sql.Tx) error {
		for _, p := range plays {
			if err := putPlay(ctx, tx, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// ForgetPlays removes plays; those that are not here are no error.
func (db *DB) ForgetPlays(ids []string) error {
	return db.changePlays(func(ctx context.Context, tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, `DELETE FROM plays WHERE id = ?`, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// changePlays changes the table of plays.
func (db *DB) changePlays(f func(context.Context, *sql.Tx) error) error {
	err := db.keep(playTable, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, playsSchema); err != nil {
			return err
		}
		return f(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("plays: %w", err)
	}
	return nil
}

func putPlay(ctx context.Context, tx *sql.Tx, p history.Play) error {
	text, err := json.Marshal(p)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO plays (id, play) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET play = excluded.play`, p.ID, string(text))
	}
	return err
}

// Plays returns the plays, newest first.
func (db *DB) Plays() (list []history.Play, err error) {
	err = db.reading(func(ctx context.Context, a queryer) error {
		list, err = db.playsIn(ctx, a)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("plays: %w", err)
	}
	return list, nil
}

func (db *DB) playsIn(ctx context.Context, a queryer) (list []history.Play, err error) {
	err = db.fits(ctx, a, playTable, func(_, text string) {
		var p history.Play
		if json.Unmarshal([]byte(text), &p) == nil {
			list = append(list, p)
		}
	})
	slices.SortStableFunc(list, func(a, b history.Play) int { return b.At.Compare(a.At) })
	return list, err
}

// FindPlays returns the plays that match a search, newest first. Skip and Most are ignored.
func (db *DB) FindPlays(s history.Search) ([]history.Play, error) {
	list, err := db.Plays()
	return slices.DeleteFunc(list, func(p history.Play) bool {
		g := p.Summary()
		matches := (s.Game == "" || p.Game == s.Game) && (s.From.IsZero() || !p.At.Before(s.From)) && (s.Before.IsZero() || p.At.Before(s.Before)) &&
			(len(s.Is) == 0 || slices.Contains(s.Is, g.Result)) && !slices.Contains(s.Not, g.Result) &&
			(s.Player == "" || slices.ContainsFunc(p.Players, func(x history.Player) bool {
				return x.Name != "" && contains(x.Name, s.Player) && (x.Won || !s.Won)
			}))
		return !matches
	}), err
}

// renamePlays renames a player in all plays; "" removes the name. It returns how many places were
// renamed.
func (db *DB) renamePlays(ctx context.Context, tx *sql.Tx, from, to string) (places int, err error) {
	list, err := db.playsIn(ctx, tx)
	if err != nil {
		return 0, err
	}
	for _, p := range list {
		before := places
		for i := range p.Players {
			if p.Players[i].Name == from {
				p.Players[i].Name = to
				places++
			}
		}
		if places > before {
			if err := putPlay(ctx, tx, p); err != nil {
				return 0, err
			}
		}
	}
	if places > 0 {
		err = playTable.rehash(ctx, tx)
	}
	return places, err
}
