package gamelog

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
)

// leave seals the game that was written last before another one is written to: the mark knows only
// one game.
func (db *DB) leave(next string) error {
	if db.progress.game == "" || db.progress.game == next || db.hurt {
		return nil
	}
	return db.alter(db.settle)
}

// settle seals the marked game, unless it is damaged.
func (db *DB) settle(ctx context.Context, tx *sql.Tx) error {
	if db.progress.game == "" || db.hurt {
		return nil
	}
	err := db.edit(ctx, tx, db.progress.game, func() error { return db.sealMarked(ctx, tx, db.progress.game) })
	if broken := (*FileDamage)(nil); errors.As(err, &broken) {
		return nil // reading that game tells of the damage; other games go on
	}
	return err
}

// sealMarked seals the game if it is the marked one. A seal never moves back.
func (db *DB) sealMarked(ctx context.Context, tx *sql.Tx, id string) error {
	if db.progress.game != id {
		return nil
	}
	hash, err := hex.DecodeString(db.progress.hash)
	if err != nil {
		return fmt.Errorf("mark: %w", err)
	}
	_, err = tx.ExecContext(ctx, `UPDATE games SET entries = ?1, seal = ?2 WHERE id = ?3 AND entries < ?1`, db.progress.seq, hash, id)
	return err
}
