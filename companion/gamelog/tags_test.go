package gamelog

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/companion/history"
)

// The origin and time of a tag's name are stored, also in a backup; a name given by an older
// program has neither.
func TestTagsKnowTheirOrigin(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	at := time.Date(2026, 11, 27, 20, 15, 0, 0, time.UTC)
	db.Now = func() time.Time { return at }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if list, err := db.TagList(); err != nil || len(list) != 0 {
		t.Fatalf("a file of an older program: %v %v", list, err)
	}
	must(db.Name("04A1", []string{"ai-01"}))
	must(db.NameTags([]history.Tag{{UID: "04A2", Words: []string{"ai-02"}, Origin: "phone.csv", At: at.Add(time.Hour)}, {UID: "04A3", Words: []string{"ai-03"}, Origin: history.FromPage, At: at}}))
	if err := db.NameTags([]history.Tag{{UID: "04A1"}, {UID: "04A2", Words: []string{"two words"}}}); err == nil {
		t.Error("a card of two words in one is stored")
	}
	must(db.NameTags([]history.Tag{{UID: "04A3"}}))
	want := []history.Tag{
		{UID: "04A1", Words: []string{"ai-01"}, Origin: history.FromReader, At: at},
		{UID: "04A2", Words: []string{"ai-02"}, Origin: "phone.csv", At: at.Add(time.Hour)},
	}
	list := func(db *DB) []history.Tag {
		t.Helper()
		got, err := db.TagList()
		must(err)
		must(db.Check())
		return got
	}
	if d := cmp.Diff(want, list(db)); d != "" {
		t.Fatalf("-want +got\n%s", d)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	must(db.Backup(copied, func([]string) ([]SideFile, error) { return nil, nil }))
	if d := cmp.Diff(want, list(opened(t, copied))); d != "" {
		t.Errorf("a backup: -want +got\n%s", d)
	}
	// This is how an older program does it, which knows only the table of tags.
	older(t, path, db, `UPDATE tags SET words = 'ai-09' WHERE uid = '04A1'`)
	db = opened(t, path)
	if want[0] = (history.Tag{UID: "04A1", Words: []string{"ai-09"}}); cmp.Diff(want, list(db)) != "" {
		t.Errorf("what an older program has named: %s", cmp.Diff(want, list(db)))
	}
	// Alterations behind our back are reported, and nothing is written over them.
	for _, damage := range []string{`UPDATE tag_sources SET source = replace(source, 'phone', 'other')`, `DROP TABLE tag_sources`} {
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		change(t, path, damage)
		db = opened(t, path)
		if _, err := db.TagList(); err == nil {
			t.Errorf("%s is not noticed", damage)
		}
		if err := db.Name("04A5", []string{"ai-05"}); err == nil {
			t.Errorf("%s: written over", damage)
		}
		if _, err := db.Tags(); err != nil {
			t.Errorf("%s: cards are not known any more: %v", damage, err)
		}
	}
}

// change runs SQL in a file behind our back.
func change(t *testing.T, path, with string) {
	t.Helper()
	db, err := sql.Open("sqlite3", uri(path, nil))
	if err == nil {
		_, err = db.Exec(with)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// older changes tags like a program that knows nothing of their origin: with a hash over tags
// alone.
func older(t *testing.T, path string, db *DB, with string) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	change(t, path, with)
	db = opened(t, path)
	ctx, done := wait()
	defer done()
	tx, err := db.sql.BeginTx(ctx, nil)
	if err == nil {
		err = tagTable.rehash(ctx, tx)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
