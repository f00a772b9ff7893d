package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// KeepToken remembers that the tag with the UID holds the token. A tag that holds
// another one now has lost the old one. A token of another tag stays that one's:
// owner is that tag then, and "" otherwise.
func (db *DB) KeepToken(token, uid string) (owner string, err error) {
	if token == "" || uid == "" {
		return "", fmt.Errorf("token: it needs a tag")
	}
	err = db.keep(tokenTable, func(ctx context.Context, tx *sql.Tx) error {
		switch err := tx.QueryRowContext(ctx, `SELECT uid FROM tokens WHERE token = ?`, token).Scan(&owner); {
		case err == nil:
			if owner == uid {
				owner = ""
			}
			return nil
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM tokens WHERE uid = ?`, uid); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO tokens (token, uid) VALUES (?, ?)`, token, uid)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("token of tag %s: %w", uid, err)
	}
	return owner, nil
}

// Tokens returns the tags that hold a token: UIDs by token.
func (db *DB) Tokens() (map[string]string, error) {
	tokens := map[string]string{}
	if err := db.audited(tokenTable, func(token, uid string) { tokens[token] = uid }); err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	return tokens, nil
}

// Teach forgets and learns facts of a game, all of them or none.
func (db *DB) Teach(game string, forget, learn []string) error {
	for _, line := range learn {
		if err := teachable(game, line); err != nil {
			return err
		}
	}
	err := db.keep(learnedTable(game), func(ctx context.Context, tx *sql.Tx) error {
		for _, line := range append(forget[:len(forget):len(forget)], learn...) {
			if _, err := tx.ExecContext(ctx, `DELETE FROM learned WHERE name = ? AND line = ?`, game, line); err != nil {
				return err
			}
		}
		for _, line := range learn {
			if _, err := tx.ExecContext(ctx, `INSERT INTO learned (name, line) VALUES (?, ?)`, game, line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("learned for %s: %w", game, err)
	}
	return nil
}
