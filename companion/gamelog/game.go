package gamelog

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Game is a log that grows; it implements engine.Log. It is not safe for concurrent use: the
// goroutine that owns the session owns it, too.
type Game struct {
	db   *DB
	id   string
	n    int64
	last int    // number of the last entry
	hash []byte // of the last entry

	signed bool // this program has been noted as the writer

	header           history.Header // kept to save the game if its file is deleted
	rows             []Row
	finished, result string // as they are stored
}

// longest is how many entries a game can have.
const longest = 1<<20 - 1

// place is the key of an entry: n is the number of the game.
func place(n int64, seq int) int64 { return n<<20 | int64(seq) }

// Create starts a log with its setup as entry 0.
func (db *DB) Create(h history.Header) (*Game, error) {
	g := &Game{db: db, id: h.ID, header: h}
	r, err := startRow(h)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", h.ID, err)
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	err = db.alter(func(ctx context.Context, tx *sql.Tx) error {
		if err := db.settle(ctx, tx); err != nil {
			return err
		}
		if g.n, err = enter(ctx, tx, h, r); err != nil {
			return err
		}
		if err := insert(ctx, tx, g.n, r); err != nil {
			return err
		}
		return rehashMeta(ctx, tx, h.ID)
	})
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", h.ID, err)
	}
	g.header.Labels, g.header.Bots = maps.Clone(h.Labels), maps.Clone(h.Bots)
	g.reached(r)
	return g, nil
}

// enter adds a game to the list of games, sealed at its start.
func enter(ctx context.Context, tx *sql.Tx, h history.Header, start Row) (n int64, err error) {
	if !notation.Plain(h.ID) {
		return 0, errors.New("the id must be one word")
	}
	result, err := tx.ExecContext(ctx, `INSERT INTO games (id, name, seats, created, program, entries, seal) VALUES (?, ?, ?, ?, ?, 0, ?)`,
		h.ID, h.Setup.Game, seats(h.Setup), written(h.Created), h.Program, start.hash)
	if err != nil {
		return 0, err
	}
	for seat, label := range h.Labels {
		if err := setLabel(ctx, tx, h.ID, seat, label); err != nil {
			return 0, err
		}
	}
	for seat, bot := range h.Bots {
		if _, err := tx.ExecContext(ctx, `INSERT INTO bots (game, seat, bot) VALUES (?, ?, ?)`, h.ID, string(seat), bot); err != nil {
			return 0, err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE head SET games = games + 1`); err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// Game returns the log of a game, to append to it.
func (db *DB) Game(id string) (*Game, error) {
	rows, err := db.Rows(id)
	if err != nil {
		return nil, err
	}
	cards, err := db.metas("WHERE id = ?", id)
	if err != nil {
		return nil, err
	}
	if len(cards) == 0 {
		return nil, fmt.Errorf("game %q: %w", id, ErrNoGame)
	}
	c, end := cards[0], rows[len(rows)-1]
	g := &Game{
		db: db, id: id, n: c.n, last: end.Seq, hash: end.hash,
		header: c.Header(engine.Setup{Game: c.Game, Seats: c.Seats}),
		rows:   rows, finished: c.times[1], result: c.Result,
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	db.going = g
	return g, nil
}

// ID returns the id of the game.
func (g *Game) ID() string { return g.id }

// Append writes e, whose number must follow that of the last entry. When it returns nil, e is on
// the disk; otherwise nothing has changed.
func (g *Game) Append(e engine.Entry) error {
	r, err := entryRow(e)
	switch {
	case err != nil:
		return err
	case e.Seq != g.last+1:
		return fmt.Errorf("entry %d does not follow entry %d", e.Seq, g.last)
	case e.Seq > longest:
		return fmt.Errorf("a game has %d entries at most", longest)
	}
	r = r.labelled(g.db.Now())
	r.hash = r.chain(g.hash)
	g.db.writing.Lock()
	defer g.db.writing.Unlock()
	g.db.plays(g)
	if err := g.db.ready(); err != nil {
		return err
	}
	if err := g.db.leave(g.id); err != nil {
		return err
	}
	g.sign()
	if _, err := g.db.insert.Exec(values(g.n, r)...); err != nil { // waits for other programs as long as dsn says
		return g.db.explain(err)
	}
	if err := g.db.confirm(g.progress(r)); err != nil {
		return err
	}
	g.reached(r)
	return nil
}

// reached records that r is on the disk.
func (g *Game) reached(r Row) {
	m := g.progress(r)
	g.last, g.hash, g.rows = r.Seq, r.hash, append(g.rows, r)
	g.db.hurt = g.db.hurt && g.db.progress.game == g.id
	g.db.going = g
	g.db.plays(g)
	g.db.setProgress(m)
}

// progress returns the mark that says that r is on the disk.
func (g *Game) progress(r Row) progress {
	m := g.db.progress
	m.game, m.seq, m.hash = g.id, r.Seq, hex.EncodeToString(r.hash)
	return m
}

// A DB keeps at most mostPlayed played games in memory, an evening's worth, and at most mostRows
// entries in all besides those of the last game.
const (
	mostPlayed = 8
	mostRows   = 20_000
)

// follows returns the number of the last entry of a game that this program has played in; ok is
// false for other games. Such a log was read whole at first and every entry since was read back, so
// a list of games need not read it again.
func (db *DB) follows(id string) (last int, ok bool) {
	db.writing.Lock()
	defer db.writing.Unlock()
	for _, g := range append([]*Game{db.going}, db.played...) {
		if g != nil && g.id == id {
			return g.last, true
		}
	}
	return 0, false
}

// plays records that g is being played. The caller holds db.writing. A saving in progress reads
// db.played, so it is left alone then.
func (db *DB) plays(g *Game) {
	if db.saving != nil && !db.saving.over() {
		return
	}
	all := append(slices.DeleteFunc(db.played, func(p *Game) bool { return p.id == g.id }), g)
	first, rows := len(all)-1, len(g.rows)
	for first > 0 && len(all)-first < mostPlayed && rows+len(all[first-1].rows) <= mostRows {
		first--
		rows += len(all[first].rows)
	}
	db.played = slices.Delete(all, 0, first)
}

func seats(s engine.Setup) string {
	words := make([]string, len(s.Seats))
	for i, seat := range s.Seats {
		words[i] = string(seat)
	}
	return strings.Join(words, " ")
}

// startRow returns entry 0 of a game, with its hash.
func startRow(h history.Header) (Row, error) {
	words := []string{string(engine.Table), "start", h.Setup.Game}
	for _, seat := range h.Setup.Seats {
		words = append(words, string(seat))
	}
	for _, w := range words {
		if !notation.Plain(w) {
			return Row{}, fmt.Errorf("setup: %q must be one word", w)
		}
	}
	r := Row{By: engine.Table, Command: strings.Join(words, " "), Events: slices.Concat(lines(h.Setup.Facts), learnerLines(h.Setup.Learners), sealedLines(h.Setup.Sealed))}.labelled(h.Created)
	r.hash = r.chain(seedOf(h))
	return r, nil
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

const insertion = `INSERT INTO entries (place, at, by, command, events, undoes, hash) VALUES (?, ?, ?, ?, ?, ?, ?)`

func values(n int64, r Row) []any {
	return []any{place(n, r.Seq), r.at, string(r.By), r.Command, strings.Join(r.Events, "\n"), r.Undoes, r.hash}
}

func insert(ctx context.Context, tx *sql.Tx, n int64, r Row) error {
	_, err := tx.ExecContext(ctx, insertion, values(n, r)...)
	return err
}

func lines(events []engine.Event) []string {
	var list []string
	for _, e := range events {
		list = append(list, notation.Format(e))
	}
	return list
}
