package gamelog

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Header is what is known of a game when it starts.
type Header struct {
	ID      string // one word, never used before
	Created time.Time
	Setup   engine.Setup
	Labels  map[engine.Seat]string // what the players are called; may lack seats
	Bots    map[engine.Seat]string // the bots by the seats that they play; nil if there are none
	Program string                 // the name and version of the program that writes
}

// A Game is a log that grows. It implements engine.Log. It is not safe for
// concurrent use; the goroutine that owns the session owns it.
type Game struct {
	db   *DB
	id   string
	last int    // number of the last entry
	hash []byte // of the last entry
}

// Create starts a log with its setup as entry 0.
func (db *DB) Create(h Header) (*Game, error) {
	r, err := startRow(h.Setup)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", h.ID, err)
	}
	if !notation.Plain(h.ID) {
		return nil, fmt.Errorf("game %q: the id must be one word", h.ID)
	}
	r.At, r.hash = h.Created, r.chain(seed(h.ID))
	err = db.within(func(ctx context.Context, tx *sql.Tx) error {
		if err := enter(ctx, tx, h); err != nil {
			return err
		}
		return insert(ctx, tx, h.ID, r)
	})
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", h.ID, err)
	}
	return &Game{db: db, id: h.ID, hash: r.hash}, nil
}

// enter puts a game into the list.
func enter(ctx context.Context, tx *sql.Tx, h Header) error {
	if _, err := tx.ExecContext(ctx, `INSERT INTO games (id, name, created, program, entries) VALUES (?, ?, ?, ?, 0)`,
		h.ID, h.Setup.Game, written(h.Created), h.Program); err != nil {
		return err
	}
	for seat, label := range h.Labels {
		if err := setLabel(ctx, tx, h.ID, seat, label); err != nil {
			return err
		}
	}
	for seat, bot := range h.Bots {
		if _, err := tx.ExecContext(ctx, `INSERT INTO bots (game, seat, bot) VALUES (?, ?, ?)`, h.ID, string(seat), bot); err != nil {
			return err
		}
	}
	return nil
}

// Game returns the log of a game, to go on with it.
func (db *DB) Game(id string) (*Game, error) {
	rows, err := db.Rows(id)
	if err != nil {
		return nil, err
	}
	end := rows[len(rows)-1]
	return &Game{db: db, id: id, last: end.Seq, hash: end.hash}, nil
}

// ID returns the id of the game.
func (g *Game) ID() string { return g.id }

// Append adds e, which must be numbered one higher than the last entry. When it
// returns nil, e is on the disk; otherwise nothing has changed.
func (g *Game) Append(e engine.Entry) error {
	r, err := entryRow(e)
	if err != nil {
		return err
	}
	if e.Seq != g.last+1 {
		return fmt.Errorf("entry %d does not follow entry %d", e.Seq, g.last)
	}
	r.At, r.hash = g.db.Now(), r.chain(g.hash)
	err = g.db.within(func(ctx context.Context, tx *sql.Tx) error {
		if err := insert(ctx, tx, g.id, r); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE games SET entries = ? WHERE id = ?`, r.Seq, g.id)
		return err
	})
	if err != nil {
		return err
	}
	g.last, g.hash = r.Seq, r.hash
	return nil
}

func startRow(s engine.Setup) (Row, error) {
	words := []string{string(engine.Table), "start", s.Game}
	for _, seat := range s.Seats {
		words = append(words, string(seat))
	}
	for _, w := range words {
		if !notation.Plain(w) {
			return Row{}, fmt.Errorf("setup: %q must be one word", w)
		}
	}
	return Row{By: engine.Table, Command: strings.Join(words, " "), Events: lines(s.Facts)}, nil
}

func entryRow(e engine.Entry) (Row, error) {
	r := Row{Seq: e.Seq, By: e.By, Undoes: e.Undoes, Events: lines(e.Events)}
	switch {
	case e.Undoes != 0 && (e.Command != nil || len(e.Events) > 0):
		return Row{}, fmt.Errorf("entry %d takes something back and cannot do more", e.Seq)
	case e.Undoes == 0 && e.Command == nil:
		return Row{}, errors.New("an entry needs a command")
	case e.Command != nil:
		r.Command = notation.Format(e.Command)
	}
	return r, nil
}

func insert(ctx context.Context, tx *sql.Tx, id string, r Row) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO entries (game, seq, at, by, command, events, undoes, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		id, r.Seq, written(r.At), string(r.By), r.Command, strings.Join(r.Events, "\n"), r.Undoes, r.hash)
	return err
}

func lines(events []engine.Event) []string {
	var list []string
	for _, e := range events {
		list = append(list, notation.Format(e))
	}
	return list
}

// seed starts the chain of hashes of a game.
func seed(id string) []byte {
	sum := sha256.Sum256([]byte("game " + id))
	return sum[:]
}

// chain returns the hash of r after that of the entry before. No field can hold
// a line feed, so no two rows are hashed alike.
func (r Row) chain(previous []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%x\n%d\n%s\n%s\n%d\n%s", previous, r.Seq, r.By, r.Command, r.Undoes, strings.Join(r.Events, "\n"))
	return h.Sum(nil)
}

func written(t time.Time) string { return t.UTC().Format(stamp) }
