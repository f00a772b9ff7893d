package gamelog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"arbiter/companion/history"
	"arbiter/engine/notation"
)

// tagSourcesSchema is a table that older programs ignore: where the names of tags came from. A row
// counts only while it has the words of the tag, which an older program may have changed since.
const tagSourcesSchema = `CREATE TABLE IF NOT EXISTS tag_sources (uid TEXT NOT NULL PRIMARY KEY, source TEXT NOT NULL) STRICT, WITHOUT ROWID`

var tagSources = hashedTable{what: "tag_sources", query: `SELECT uid, source FROM tag_sources ORDER BY uid`, optional: true}

// tagSource is a row of tag_sources, as JSON.
type tagSource struct {
	Words  string `json:"words"`
	Origin string `json:"origin"`
	At     string `json:"at"`
}

// Name sets the words of the card whose tag has the UID. No words make it forget the tag.
func (db *DB) Name(uid string, words []string) error {
	return db.NameTags([]history.Tag{{UID: uid, Words: words, Origin: history.FromReader, At: db.Now()}})
}

// NameTags names tags, or removes the names of those without words: all of them or, on an error,
// none.
func (db *DB) NameTags(tags []history.Tag) error {
	for _, t := range tags {
		if t.UID == "" {
			return fmt.Errorf("tag: it has no UID")
		}
		for _, w := range t.Words {
			if !notation.Plain(w) {
				return fmt.Errorf("tag %s: %q must be one word", t.UID, w)
			}
		}
	}
	err := db.keep(tagTable, func(ctx context.Context, tx *sql.Tx) error {
		if err := db.fits(ctx, tx, tagSources, func(_, _ string) {}); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, tagSourcesSchema); err != nil {
			return err
		}
		for _, t := range tags {
			if err := nameTag(ctx, tx, t); err != nil {
				return fmt.Errorf("tag %s: %w", t.UID, err)
			}
		}
		return tagSources.rehash(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("names of tags: %w", err)
	}
	return nil
}

func nameTag(ctx context.Context, tx *sql.Tx, t history.Tag) error {
	for _, table := range []string{`DELETE FROM tags WHERE uid = ?`, `DELETE FROM tag_sources WHERE uid = ?`} {
		if _, err := tx.ExecContext(ctx, table, t.UID); err != nil {
			return err
		}
	}
	if len(t.Words) == 0 {
		return nil
	}
	words := strings.Join(t.Words, " ")
	if _, err := tx.ExecContext(ctx, `INSERT INTO tags (uid, words) VALUES (?, ?)`, t.UID, words); err != nil {
		return err
	}
	source, err := json.Marshal(tagSource{words, t.Origin, written(t.At)})
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO tag_sources (uid, source) VALUES (?, ?)`, t.UID, string(source))
	}
	return err
}

// Tags returns the words of every tag that has a name, by UID.
func (db *DB) Tags() (map[string][]string, error) {
	tags := map[string][]string{}
	err := db.audited(tagTable, func(uid, words string) { tags[uid] = strings.Fields(words) })
	if err != nil {
		return nil, fmt.Errorf("tags: %w", err)
	}
	return tags, nil
}

// TagList returns every tag that has a name, in the order of UIDs.
func (db *DB) TagList() ([]history.Tag, error) {
	var tags []history.Tag
	sources := map[string]tagSource{}
	err := db.reading(func(ctx context.Context, a queryer) error {
		if err := db.fits(ctx, a, tagTable, func(uid, words string) { tags = append(tags, history.Tag{UID: uid, Words: strings.Fields(words)}) }); err != nil {
			return err
		}
		return db.fits(ctx, a, tagSources, func(uid, text string) {
			var s tagSource
			if json.Unmarshal([]byte(text), &s) == nil {
				sources[uid] = s
			}
		})
	})
	if err != nil {
		return nil, fmt.Errorf("tags: %w", err)
	}
	for i := range tags {
		if s, ok := sources[tags[i].UID]; ok && slices.Equal(strings.Fields(s.Words), tags[i].Words) {
			tags[i].Origin, tags[i].At = s.Origin, read(s.At)
		}
	}
	return tags, nil
}
