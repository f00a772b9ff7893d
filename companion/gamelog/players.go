package gamelog

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/companion/history"
	"arbiter/engine"
)

// Players counts, for each name of a player, the games and plays that have a result, leaving out the
// result except. Game is the name of the rules; "" counts all. A *history.Damage comes together with
// the counts of the sound games.
func (db *DB) Players(game, except string) ([]history.Tally, error) {
	list, err := db.playersOfGames(game, except)
	if err != nil && list == nil {
		return nil, err
	}
	plays, wrong := db.FindPlays(history.Search{Game: game})
	if wrong != nil {
		return nil, wrong
	}
	for _, p := range plays {
		g, counted := p.Summary(), map[string]bool{}
		for i, x := range p.Players {
			if x.Name == "" || counted[x.Name] {
				continue
			}
			counted[x.Name] = true
			at := slices.IndexFunc(list, func(t history.Tally) bool { return t.Name == x.Name })
			if at < 0 {
				at, list = len(list), append(list, history.Tally{Name: x.Name})
			}
			if g.Result != "" && g.Result != except {
				list[at].Played++
				if slices.Contains(strings.Fields(g.Result), string(p.Seat(i))) {
					list[at].Won++
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b history.Tally) int { return cmp.Or(b.Played-a.Played, strings.Compare(a.Name, b.Name)) })
	return list, err
}

func (db *DB) playersOfGames(game, except string) ([]history.Tally, error) {
	return db.tally(`SELECT label, count(played), coalesce(sum(won), 0) FROM (
		SELECT label, CASE WHEN finished <> '' AND result <> ?2 THEN 1 END played,
			instr(' ' || result || ' ', ' ' || seat || ' ') > 0 won
		FROM labels JOIN games ON id = game WHERE (?1 = '' OR name = ?1) AND id NOT IN (SELECT value FROM json_each(?3))
	) GROUP BY label ORDER BY 2 DESC, 1`, game, except)
}

// Tallies counts the values of a kind of trait as Players counts names. It finds traits by their
// game, just as the check of that game does: another index might find a misplaced row that the
// check has missed.
func (db *DB) Tallies(game, kind, except string) ([]history.Tally, error) {
	return db.tally(`SELECT value, count(*), sum(instr(' ' || result || ' ', ' ' || seat || ' ') > 0)
		FROM games CROSS JOIN traits ON game = id
		WHERE name = ?1 AND result <> ?2 AND kind = ?4 AND id NOT IN (SELECT value FROM json_each(?3))
		GROUP BY value ORDER BY 2 DESC, 1`, game, except, kind)
}

// tally runs a query in which ?1 is game, ?2 except, and ?3 the games to leave out.
func (db *DB) tally(query, game, except string, more ...any) ([]history.Tally, error) {
	unsound, err := db.looked()
	if err != nil {
		return nil, fmt.Errorf("statistics: %w", err)
	}
	ctx, done := wait()
	defer done()
	rows, err := db.sql.QueryContext(ctx, query, append([]any{game, except, listed(unsound.games())}, more...)...)
	if err != nil {
		return nil, fmt.Errorf("statistics: %w", db.explain(err))
	}
	defer rows.Close()
	var all []history.Tally
	for rows.Next() {
		var t history.Tally
		if err := rows.Scan(&t.Name, &t.Played, &t.Won); err != nil {
			return nil, fmt.Errorf("statistics: %w", db.explain(err))
		}
		all = append(all, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("statistics: %w", db.explain(err))
	}
	return all, damageOf(unsound.told("statistics"))
}

// RenamePlayer renames a player in all games; "" removes the name. Logs know only seats and do not
// change. It returns how many seats were renamed.
func (db *DB) RenamePlayer(from, to string) (seats int, err error) {
	if from == "" {
		return 0, errors.New("player: nobody is called by an empty name")
	}
	err = db.within(func(ctx context.Context, tx *sql.Tx) error {
		places, err := seatNames(ctx, tx, from)
		for _, p := range places {
			if err == nil {
				err = db.edit(ctx, tx, p.game, func() error { return setLabel(ctx, tx, p.game, p.seat, to) })
			}
		}
		if err != nil {
			return err
		}
		played, err := db.renamePlays(ctx, tx, from, to)
		seats = len(places) + played
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("player: %w", err)
	}
	return seats, nil
}

// A seatName is a seat of a game.
type seatName struct {
	game string
	seat engine.Seat
}

// seatNames returns the seats of players with that name.
func seatNames(ctx context.Context, a queryer, label string) ([]seatName, error) {
	rows, err := a.QueryContext(ctx, `SELECT game, seat FROM labels WHERE label = ?`, label)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []seatName
	for rows.Next() {
		var c seatName
		if err := rows.Scan(&c.game, &c.seat); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// SetNote stores what people say of a game and their rating: 1 to 5, or 0 for none.
func (db *DB) SetNote(id, note string, rating int) error {
	if rating < 0 || rating > 5 {
		return fmt.Errorf("game %q: a rating of %d is none from 0 to 5", id, rating)
	}
	return db.editing(id, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO remarks (game, note, rating) VALUES (?, ?, ?)
			ON CONFLICT (game) DO UPDATE SET note = excluded.note, rating = excluded.rating`, id, note, rating)
		return err
	})
}

// Uncounted returns at most most games with a result but without traits, newest first.
func (db *DB) Uncounted(most int) ([]string, error) {
	var ids []string
	err := db.each(`SELECT id, '' FROM games WHERE finished <> '' AND id NOT IN (SELECT game FROM sorted) ORDER BY n DESC LIMIT ?`,
		func(id, _ string) { ids = append(ids, id) }, most)
	if err != nil {
		return nil, fmt.Errorf("statistics: %w", err)
	}
	return ids, nil
}

// CountTraits stores the traits of a game, replacing earlier ones. Finish removes them.
func (db *DB) CountTraits(id string, traits []engine.Trait) error {
	return db.editing(id, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM traits WHERE game = ?1`, id); err != nil {
			return err
		}
		for _, t := range traits {
			if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO traits (game, seat, kind, value) VALUES (?, ?, ?, ?)`,
				id, string(t.Seat), t.Kind, string(t.Value)); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO sorted (game) VALUES (?)`, id)
		return err
	})
}
