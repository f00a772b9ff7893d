package gamelog

import (
	"cmp"
	"context"
	"database/sql"
)

// writersSchema is a table that programs before it read past: which program has written in a
// game last, where that is another than the one that began it.
const writersSchema = `CREATE TABLE IF NOT EXISTS writers (game INTEGER PRIMARY KEY, program TEXT NOT NULL) STRICT`

// sign notes that this program goes on with a game that another one has written in. At worst
// nobody is named to an older program that does not know what is written there. Writing is held.
func (g *Game) sign() {
	if g.signed || g.db.Program == "" {
		return
	}
	g.signed = true
	last := ""
	_ = g.db.reading(func(ctx context.Context, a queryer) (err error) {
		last, err = writerOf(ctx, a, g.id)
		return err
	})
	if cmp.Or(last, g.header.Program) == g.db.Program {
		return
	}
	_ = g.db.alter(func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, writersSchema); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO writers (game, program) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET program = excluded.program`, g.n, g.db.Program)
		return err
	})
}

// writerOf names the program that has written in a game last, or in the newest one if id is
// ""; "" if it is the one that began it, or if none is told.
func writerOf(ctx context.Context, a queryer, id string) (program string, err error) {
	err = a.QueryRowContext(ctx, `SELECT coalesce((SELECT program FROM writers WHERE game = n), '') FROM games WHERE ?1 IN (id, '') ORDER BY n DESC LIMIT 1`, id).Scan(&program)
	if err != nil || !visible(program) {
		return "", err
	}
	return program, nil
}
