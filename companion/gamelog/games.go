package gamelog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"arbiter/engine"
)

// ErrNoGame says that the file has no game of that id.
var ErrNoGame = errors.New("there is no such game")

// A Summary is a game in a list of games.
type Summary struct {
	ID       string
	Game     string // the name of its rules
	Seats    []engine.Seat
	Labels   map[engine.Seat]string // what the players are called; may lack seats
	Bots     map[engine.Seat]string // the bots by the seats that they play; nil if there are none
	Created  time.Time              // a label
	Program  string
	Entries  int       // without the setup
	Finished time.Time // zero while the game goes on
	Result   string
	Note     string // what people say of it
	Rating   int    // 1 to 5; 0 if nobody has rated it
}

// Games lists all games, newest first.
func (db *DB) Games() ([]Summary, error) { return db.list("ORDER BY n DESC") }

// Unfinished lists the games that go on, newest first.
func (db *DB) Unfinished() ([]Summary, error) { return db.list("WHERE finished = '' ORDER BY n DESC") }

// Summary returns one game of the list.
func (db *DB) Summary(id string) (Summary, error) {
	list, err := db.list("WHERE id = ?", id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("game %q: %w", id, ErrNoGame)
	}
	if err != nil {
		return Summary{}, err
	}
	return list[0], nil
}

// Finish notes that a game is over, and its result in words. An empty result
// takes the note back, as when the last command is undone: the game goes on.
func (db *DB) Finish(id, result string) error {
	finished := ""
	if result != "" {
		finished = written(db.Now())
	}
	return db.change(id, `UPDATE games SET finished = ?, result = ? WHERE id = ?`, finished, result, id)
}

// Rename changes what the player at seat is called; an empty label forgets it.
// The log does not change: it knows seats only.
func (db *DB) Rename(id string, seat engine.Seat, label string) error {
	if _, err := db.Summary(id); err != nil {
		return err
	}
	err := db.within(func(ctx context.Context, tx *sql.Tx) error { return setLabel(ctx, tx, id, seat, label) })
	if err != nil {
		return fmt.Errorf("game %q: %w", id, err)
	}
	return nil
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

func (db *DB) list(more string, args ...any) ([]Summary, error) {
	ctx, done := wait()
	defer done()
	rows, err := db.sql.QueryContext(ctx, `SELECT id, name, created, program, entries, finished, result,
		(SELECT command FROM entries WHERE game = id AND seq = 0),
		(SELECT json_group_object(seat, label) FROM labels WHERE game = id),
		(SELECT json_group_object(seat, bot) FROM bots WHERE game = id),
		coalesce((SELECT note FROM remarks WHERE game = id), ''), coalesce((SELECT rating FROM remarks WHERE game = id), 0)
		FROM games `+more, args...)
	if err != nil {
		return nil, fmt.Errorf("list of games: %w", explain(err))
	}
	defer rows.Close()
	var list []Summary
	for rows.Next() {
		s, err := scanSummary(rows.Scan)
		if err != nil {
			return nil, fmt.Errorf("list of games: %w", explain(err))
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list of games: %w", explain(err))
	}
	return list, nil
}

func scanSummary(scan func(...any) error) (Summary, error) {
	var s Summary
	var created, finished, labels, bots string
	var start sql.NullString // lacking in a damaged file, which is still listed
	if err := scan(&s.ID, &s.Game, &created, &s.Program, &s.Entries, &finished, &s.Result, &start, &labels, &bots, &s.Note, &s.Rating); err != nil {
		return s, err
	}
	s.Created, s.Finished, s.Labels = read(created), read(finished), map[engine.Seat]string{}
	if words := strings.Fields(start.String); len(words) > 3 {
		for _, w := range words[3:] {
			s.Seats = append(s.Seats, engine.Seat(w))
		}
	}
	if err := json.Unmarshal([]byte(labels), &s.Labels); err != nil || bots == "{}" {
		return s, err
	}
	return s, json.Unmarshal([]byte(bots), &s.Bots)
}

// change runs a statement that must hit the game with the id.
func (db *DB) change(id, statement string, args ...any) error {
	err := db.within(func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, statement, args...)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err == nil && n == 0 {
			return ErrNoGame
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("game %q: %w", id, err)
	}
	return nil
}

func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNoGame
	}
	return explain(err)
}
