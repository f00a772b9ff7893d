package gamelog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"arbiter/engine/notation"
)

// Learn remembers a fact that people read off a card of their own box, as a line of the game, so
// that nobody is asked about it again. A line that was told before moves to the end: the latest
// counts.
func (db *DB) Learn(game, line string) error {
	line = strings.Join(strings.Fields(line), " ")
	if err := teachable(game, line); err != nil {
		return err
	}
	return db.learned(game, line, true)
}

// teachable returns an error for a line that is not a fact of a box: empty, or an invented value.
func teachable(game, line string) error {
	switch {
	case strings.TrimSpace(line) == "":
		return fmt.Errorf("learned for %s: an empty line is no fact", game)
	case invented(line):
		return fmt.Errorf("learned for %s: %q is invented, not printed on a card", game, line)
	}
	return nil
}

func invented(line string) bool { return notation.OriginIn(line).Invented() }

// Forget removes a line that Learn remembered. A line that was never told is no error.
func (db *DB) Forget(game, line string) error {
	return db.learned(game, strings.Join(strings.Fields(line), " "), false)
}

func (db *DB) learned(game, line string, keep bool) error {
	err := db.keep(learnedTable(game), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM learned WHERE name = ? AND line = ?`, game, line)
		if err == nil && keep {
			_, err = tx.ExecContext(ctx, `INSERT INTO learned (name, line) VALUES (?, ?)`, game, line)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("learned for %s: %w", game, err)
	}
	return nil
}

// Learned returns the lines of a game in the order in which they were told, without invented
// values, which older programs accepted from files.
func (db *DB) Learned(game string) ([]string, error) {
	var list []string
	err := db.audited(learnedTable(game), func(line, _ string) {
		if !invented(line) {
			list = append(list, line)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("learned for %s: %w", game, err)
	}
	return list, nil
}

// each calls f with the two columns of each row.
func (db *DB) each(query string, f func(a, b string), args ...any) error {
	ctx, done := wait()
	defer done()
	rows, err := db.sql.QueryContext(ctx, query, args...)
	if err != nil {
		return db.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var a, b string
		if err := rows.Scan(&a, &b); err != nil {
			return db.explain(err)
		}
		f(a, b)
	}
	return db.explain(rows.Err())
}

// KeepToken remembers that the tag with the UID holds the token, in place of any other token that
// it held. If another tag has this token already, nothing changes and owner is that tag's UID;
// otherwise owner is "".
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

// Teach forgets and learns facts of a game: all of them or, on an error, none.
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
