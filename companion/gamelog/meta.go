package gamelog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"arbiter/companion/history"
	"arbiter/engine"
)

// A meta is everything that is stored of a game besides its entries.
type meta struct {
	history.Summary
	n      int64
	seats  string
	times  [2]string // created and finished, as stored
	sealed int       // number of the entry up to which the log is sealed
	last   int       // number of the last entry, unchecked
	seal   []byte    // the hash of that entry
	traits string    // JSON
	sorted bool
	sum    []byte // hash of all of this after the last change
}

// metasQuery selects metas; conditions are appended. Its last column is the number of the last
// entry.
const metasQuery = `SELECT n, id, name, seats, created, program, entries, seal, finished, result, sum,
	(SELECT json_group_object(seat, label) FROM labels WHERE game = id),
	(SELECT json_group_object(seat, bot) FROM bots WHERE game = id),
	coalesce((SELECT note FROM remarks WHERE game = id), ''), coalesce((SELECT rating FROM remarks WHERE game = id), 0),
	(SELECT json_group_array(json_array(seat, kind, value)) FROM traits WHERE game = id), EXISTS (SELECT 1 FROM sorted WHERE game = id),
	coalesce((SELECT max(place) & 1048575 FROM entries WHERE place BETWEEN n << 20 AND (n << 20) | 1048575), 0)
	FROM games `

func scanMeta(scan func(...any) error) (meta, error) {
	var c meta
	var labels, bots string
	if err := scan(&c.n, &c.ID, &c.Game, &c.seats, &c.times[0], &c.Program, &c.sealed, &c.seal, &c.times[1], &c.Result, &c.sum,
		&labels, &bots, &c.Note, &c.Rating, &c.traits, &c.sorted, &c.last); err != nil {
		return c, err
	}
	c.Created, c.Finished, c.Labels = read(c.times[0]), read(c.times[1]), map[engine.Seat]string{}
	c.Entries = c.sealed
	for _, w := range strings.Fields(c.seats) {
		c.Seats = append(c.Seats, engine.Seat(w))
	}
	if err := json.Unmarshal([]byte(labels), &c.Labels); err != nil || bots == "{}" {
		return c, err
	}
	return c, json.Unmarshal([]byte(bots), &c.Bots)
}

// digest returns what sum must be.
func (c meta) digest() []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "card\n%d %q %q %q %q %q %d %x %q %q\n%q\n%q\n%q %d\n%q %t",
		c.n, c.ID, c.Game, c.seats, c.times[0], c.Program, c.sealed, c.seal, c.times[1], c.Result,
		c.Labels, c.Bots, c.Note, c.Rating, c.traits, c.sorted))
	return sum[:]
}

func (c meta) sound() bool { return bytes.Equal(c.sum, c.digest()) }

// wrong returns the error for damaged metas. A meta without a readable id may be that of any game.
func (db *DB) wrong(ids ...string) *FileDamage {
	b := &FileDamage{File: db.path, Games: ids}
	names := make([]string, len(ids))
	for i, id := range ids {
		if names[i] = strconv.Quote(id); id == "" {
			b.Games = nil
		}
	}
	b.Why = fmt.Sprintf("what is known of game %s besides its steps (names, result, notes) does not fit its hash", strings.Join(names, ", "))
	return b
}

// A queryer is a connection or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// metaOf reads the meta of a game, sound or not.
func metaOf(ctx context.Context, a queryer, id string) (meta, error) {
	return scanMeta(a.QueryRowContext(ctx, metasQuery+"WHERE id = ?", id).Scan)
}

// rehashMeta updates the sum of a meta.
func rehashMeta(ctx context.Context, tx *sql.Tx, id string) error {
	c, err := metaOf(ctx, tx, id)
	if err != nil {
		return missing(err)
	}
	_, err = tx.ExecContext(ctx, `UPDATE games SET sum = ? WHERE id = ?`, c.digest(), id)
	return err
}

// edit changes the meta of a game, unless it is damaged: a new sum would hide the damage.
func (db *DB) edit(ctx context.Context, tx *sql.Tx, id string, f func() error) error {
	c, err := metaOf(ctx, tx, id)
	if err != nil {
		return missing(err)
	}
	if !c.sound() {
		return db.wrong(id)
	}
	if err := f(); err != nil {
		return err
	}
	return rehashMeta(ctx, tx, id)
}

// editing is edit in a transaction of its own.
func (db *DB) editing(id string, f func(context.Context, *sql.Tx) error) error {
	err := db.within(func(ctx context.Context, tx *sql.Tx) error {
		return db.edit(ctx, tx, id, func() error { return f(ctx, tx) })
	})
	if err != nil {
		return fmt.Errorf("game %q: %w", id, err)
	}
	return nil
}
