package gamelog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"strings"
)

// rehashGames gives every game the chain of hashes of format 5, and the other tables theirs. A log
// that was damaged before stays damaged, at the same entry.
func rehashGames(ctx context.Context, tx *sql.Tx) error {
	games, err := gamesOfV4(ctx, tx)
	for _, g := range games {
		if err == nil {
			err = g.rehash(ctx, tx)
		}
	}
	ledgers := []hashedTable{tagTable, tokenTable}
	names, more := words(ctx, tx, `SELECT DISTINCT name FROM learned`)
	for _, name := range names {
		ledgers = append(ledgers, learnedTable(name))
	}
	for _, s := range ledgers {
		if err == nil && more == nil {
			err = s.rehash(ctx, tx)
		}
	}
	if err == nil {
		err = more
	}
	return err
}

// gameV4 is a game as stored in format 4.
type gameV4 struct {
	n       int64
	id      string
	name    string
	created string
	program string
	entries int
}

func gamesOfV4(ctx context.Context, tx *sql.Tx) ([]gameV4, error) {
	rows, err := tx.QueryContext(ctx, `SELECT n, id, name, created, program, entries FROM games ORDER BY n`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []gameV4
	for rows.Next() {
		var g gameV4
		if err := rows.Scan(&g.n, &g.id, &g.name, &g.created, &g.program, &g.entries); err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, rows.Err()
}

func (g gameV4) rehash(ctx context.Context, tx *sql.Tx) error {
	rows, err := rowsOfV4(ctx, tx, g.id)
	if err != nil {
		return fmt.Errorf("game %q: %w", g.id, err)
	}
	old, hash := seedV4(g.id), seed(g.id, g.name, g.created, g.program)
	seal := []byte("lost")
	for i, r := range rows {
		old = r.chainV4(old)
		sound := bytes.Equal(old, r.hash) && r.Seq == i
		old, hash = r.hash, r.chain(hash)
		if r.hash = hash; !sound {
			r.hash = make([]byte, sha256.Size)
		}
		if err := insert(ctx, tx, g.n, r); err != nil {
			return fmt.Errorf("game %q: %w", g.id, err)
		}
		if hash = r.hash; r.Seq == g.entries {
			seal = r.hash
		}
	}
	start := ""
	if len(rows) > 0 {
		if words := strings.Fields(rows[0].Command); len(words) > 3 {
			start = strings.Join(words[3:], " ")
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE games SET seats = ?, seal = ? WHERE n = ?`, start, seal, g.n); err != nil {
		return err
	}
	return rehashMeta(ctx, tx, g.id)
}

func rowsOfV4(ctx context.Context, tx *sql.Tx, id string) ([]Row, error) {
	rows, err := tx.QueryContext(ctx, `SELECT seq, at, by, command, events, undoes, hash FROM entries_before
		WHERE game = ? AND seq BETWEEN 0 AND ? ORDER BY seq`, id, longest)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Row
	for rows.Next() {
		r, err := scanRow(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// seedV4 and chainV4 compute the chain of formats 1 to 4, which covers neither times nor what is
// known of the game.
func seedV4(id string) []byte {
	sum := sha256.Sum256([]byte("game " + id))
	return sum[:]
}

func (r Row) chainV4(previous []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%x\n%d\n%s\n%s\n%d\n%s", previous, r.Seq, r.By, r.Command, r.Undoes, strings.Join(r.Events, "\n"))
	return h.Sum(nil)
}

// words returns the single column of a query.
func words(ctx context.Context, a queryer, query string, args ...any) ([]string, error) {
	rows, err := a.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var w string
		if err := rows.Scan(&w); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, rows.Err()
}
