package gamelog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"arbiter/engine"
)

// sentSchema is a table that older programs ignore: what a hub has been told about each game.
// Losing it loses nothing else, since the hub knows what it has.
const sentSchema = `CREATE TABLE IF NOT EXISTS sent (
	game    TEXT    NOT NULL PRIMARY KEY,
	state   TEXT    NOT NULL,
	fork    INTEGER NOT NULL, -- 1 if the hub has another game of this id
	tries   INTEGER NOT NULL,
	trouble TEXT    NOT NULL,
	named   TEXT    NOT NULL, -- the seats that agree to their names being told
	told    TEXT    NOT NULL  -- the names that the hub has, as JSON
) STRICT, WITHOUT ROWID`

// Held is the state of a game that no hub is told about: it was here before the table joined the
// hub, or was played elsewhere.
const Held = "held"

// Sent is what a hub has been told about a game. The zero State means nothing yet.
type Sent struct {
	Game    string
	State   string
	Fork    bool
	Tries   int
	Trouble string
	Named   []string
	Labels  map[engine.Seat]string
	Told    string
}

// Sendable returns the games that are not Held and whose result is not this one, oldest first.
func (db *DB) Sendable(not string) (list []Sent, err error) {
	err = db.reading(func(ctx context.Context, a queryer) error {
		there := 0
		if err := a.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'sent'`).Scan(&there); err != nil || there == 0 {
			return err // no hub was ever joined
		}
		rows, err := a.QueryContext(ctx, `SELECT id, coalesce(state, ''), coalesce(fork, 0), coalesce(tries, 0), coalesce(trouble, ''), coalesce(named, ''), coalesce(told, ''),
			(SELECT json_group_object(seat, label) FROM labels WHERE game = id)
			FROM games LEFT JOIN sent ON game = id WHERE result NOT IN ('', ?) AND coalesce(state, '') <> ? ORDER BY n`, not, Held)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var s Sent
			var named, labels string
			if err := rows.Scan(&s.Game, &s.State, &s.Fork, &s.Tries, &s.Trouble, &named, &s.Told, &labels); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(labels), &s.Labels); err != nil {
				return err
			}
			s.Named = strings.Fields(named)
			list = append(list, s)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("games for the hub: %w", err)
	}
	return list, nil
}

// KeepSent stores what a hub has been told about a game, but not who agrees.
func (db *DB) KeepSent(s Sent) error {
	return db.changeSent(`INSERT INTO sent VALUES (?, ?, ?, ?, ?, '', ?) ON CONFLICT (game) DO UPDATE
		SET state = excluded.state, fork = excluded.fork, tries = excluded.tries, trouble = excluded.trouble, told = excluded.told`,
		s.Game, s.State, s.Fork, s.Tries, s.Trouble, s.Told)
}

// KeepNamed stores which seats of a game agree to their names being told.
func (db *DB) KeepNamed(game string, seats []string) error {
	return db.changeSent(`INSERT INTO sent VALUES (?, '', 0, 0, '', ?, '') ON CONFLICT (game) DO UPDATE SET named = excluded.named`, game, strings.Join(seats, " "))
}

// HoldGames keeps the games that are here now from being told to any hub.
func (db *DB) HoldGames() error {
	return db.changeSent(`INSERT INTO sent SELECT id, ?, 0, 0, '', '', '' FROM games WHERE result <> '' ON CONFLICT (game) DO NOTHING`, Held)
}

func (db *DB) changeSent(change string, args ...any) error {
	err := db.within(func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, sentSchema)
		if err == nil {
			_, err = tx.ExecContext(ctx, change, args...)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("games for the hub: %w", err)
	}
	return nil
}

// Sum returns the time of a row as it is stored, and its hash, which continues that of the row
// before.
func (r Row) Sum() (at string, hash []byte) { return r.at, r.hash }
