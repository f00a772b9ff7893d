package gamelog

import (
	"cmp"
	"context"
	"database/sql"
)

// writersSchema is a table that older programs ignore: which program last wrote to a game, if that
// is not the one that began it.
const writersSchema = `CREATE TABLE IF NOT EXISTS writers (game INTEGER PRIMARY KEY, program TEXT NOT NULL) STRICT`

// sign stores that this program continues a game of another one. On an error, an older program will
// not be able to name it. The caller holds db.writing.
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

// writerOf returns the program that last wrote to a game, or to the newest one if id is ""; "" if
// that is the one that began it, or is not known.
func writerOf(ctx context.Context, a queryer, id string) (program string, err error) {
	err = a.QueryRowContext(ctx, `SELECT coalesce((SELECT program FROM writers WHERE game = n), '') FROM games WHERE ?1 IN (id, '') ORDER BY n DESC LIMIT 1`, id).Scan(&program)
	if err != nil || !visible(program) {
		return "", err
	}
	return program, nil
}
