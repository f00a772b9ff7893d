package gamelog

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"arbiter/companion/history"
)

// Find returns one page of the games that match a search, newest first, and how many match in all.
// A *history.Damage comes together with the sound ones. For an unfinished game it also sets
// Damaged.
func (db *DB) Find(s history.Search) (list []history.Summary, found int, err error) {
	where, args, err := db.condition(s)
	var unsound *FileDamage
	if err == nil && where != "" { // an altered game might be missed, or found wrongly
		unsound, err = db.looked()
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list of games: %w", err)
	}
	if unsound != nil {
		where, args = where+" AND id NOT IN (SELECT value FROM json_each(?))", append(args, listed(unsound.Games))
	}
	ctx, done := wait()
	defer done()
	if err := db.sql.QueryRowContext(ctx, "SELECT count(*) FROM games "+where, args...).Scan(&found); err != nil {
		return nil, 0, fmt.Errorf("list of games: %w", db.explain(err))
	}
	most := -1
	if s.Most > 0 {
		most = s.Most
	}
	if list, err = db.list(where+" ORDER BY n DESC LIMIT ? OFFSET ?", append(args, most, s.Skip)...); err == nil {
		err = unsound.told("list of games")
	}
	for i := range list {
		if g := &list[i]; g.Finished.IsZero() {
			if _, known := db.follows(g.ID); !known {
				_, bad := db.Rows(g.ID)
				g.Damaged = errors.As(bad, new(*Damage))
			}
		}
	}
	return list, found, damageOf(err)
}

// condition translates a search to SQL.
func (db *DB) condition(s history.Search) (where string, args []any, err error) {
	var terms []string
	add := func(term string, with ...any) { terms, args = append(terms, term), append(args, with...) }
	if s.Game != "" {
		add("name = ?", s.Game)
	}
	if !s.From.IsZero() {
		add("created >= ?", written(s.From))
	}
	if !s.Before.IsZero() {
		add("created < ?", written(s.Before))
	}
	if len(s.Is) > 0 {
		add("result IN (SELECT value FROM json_each(?))", listed(s.Is))
	}
	if len(s.Not) > 0 {
		add("result NOT IN (SELECT value FROM json_each(?))", listed(s.Not))
	}
	if s.Player != "" {
		labels, err := db.called(s.Player)
		if err != nil {
			return "", nil, err
		}
		won := ""
		if s.Won {
			won = " AND instr(' ' || (SELECT result FROM games g WHERE g.id = game) || ' ', ' ' || seat || ' ') > 0"
		}
		add("id IN (SELECT game FROM labels WHERE label IN (SELECT value FROM json_each(?))"+won+")", listed(labels))
	}
	if len(terms) == 0 {
		return "", nil, nil
	}
	return "WHERE " + strings.Join(terms, " AND "), args, nil
}

// listed encodes words for json_each.
func listed(words []string) string {
	text, err := json.Marshal(words)
	if err != nil || words == nil {
		return "[]"
	}
	return string(text)
}

// contains reports whether a name contains what somebody types in a search.
func contains(name, part string) bool { return strings.Contains(plain(name), plain(part)) }

// called returns the labels that contain part.
func (db *DB) called(part string) ([]string, error) {
	var found []string
	part = plain(part)
	err := db.each(`SELECT DISTINCT label, '' FROM labels ORDER BY label`, func(label, _ string) {
		if strings.Contains(plain(label), part) {
			found = append(found, label)
		}
	})
	return found, err
}

// plain returns a name in lower case without accents, as people type it in a search.
func plain(name string) string {
	const accented, bare = "áàâäãåçéèêëíìîïñóòôöõøúùûüýÿ", "aaaaaaceeeeiiiinoooooouuuuyy"
	letters := []rune(bare)
	return strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if i := strings.IndexRune(accented, r); i >= 0 {
			return letters[len([]rune(accented[:i]))]
		}
		return r
	}, strings.TrimSpace(name))
}

// Times returns when the entries of a game were written, entry 0 first. The times are labels; an
// unreadable one is zero.
func (db *DB) Times(id string) ([]time.Time, error) {
	rows, err := db.Rows(id)
	if err != nil {
		return nil, err
	}
	all := make([]time.Time, len(rows))
	for i, r := range rows {
		all[i] = r.At
	}
	return all, nil
}
