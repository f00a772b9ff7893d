package gamelog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"

	"github.com/google/go-cmp/cmp"
)

// Each trouble makes writing impossible; undo makes it possible again.
func TestDiskErrorLeavesNoHalfEntry(t *testing.T) {
	for _, trouble := range []struct{ name, do, undo, hint string }{
		{"disk full", "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "the disk is full"},
		{"read-only", "PRAGMA query_only = 1", "PRAGMA query_only = 0", "cannot be written"},
	} {
		t.Run(trouble.name, func(t *testing.T) {
			db := opened(t, file(t))
			g := created(t, db, "g1")
			appendAll(t, g, played(3))
			if _, err := db.sql.Exec(trouble.do); err != nil {
				t.Fatal(err)
			}
			big := played(4)[3]
			for range 3000 { // more than the free room of the last page
				big.Events = append(big.Events, Heap{"red", 1})
			}
			if err := g.Append(big); err == nil || !strings.Contains(err.Error(), trouble.hint) {
				t.Fatalf("Append = %v, want %q", err, trouble.hint)
			}
			_, got := entries(t, db, "g1")
			if d := cmp.Diff(played(3), got); d != "" {
				t.Errorf("after the error: -want +got\n%s", d)
			}
			if _, err := db.sql.Exec(trouble.undo); err != nil {
				t.Fatal(err)
			}
			appendAll(t, g, []engine.Entry{big})
			if _, got = entries(t, db, "g1"); len(got) != 4 || len(got[3].Events) != len(big.Events) {
				t.Errorf("after the trouble: %d entries, want 4", len(got))
			}
			if err := db.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestClosedFileIsAnError(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	g := created(t, db, "g1")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := g.Append(played(1)[0]); err == nil {
		t.Error("Append into a closed file is no error")
	}
	if _, got := entries(t, opened(t, path), "g1"); len(got) != 0 {
		t.Errorf("%d entries, want 0", len(got))
	}
}

// SQLite reports the settings that make an entry safe in a power cut.
func TestFileIsOpenedSafely(t *testing.T) {
	db := opened(t, file(t))
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "user_version": fmt.Sprint(len(steps(t)))} {
		var got string
		if err := db.sql.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s (%v), want %s", pragma, got, err, want)
		}
	}
}

func TestEntriesNeverChange(t *testing.T) {
	db := opened(t, file(t))
	appendAll(t, created(t, db, "g1"), played(3))
	for _, statement := range []string{"UPDATE entries SET by = 'x'", "DELETE FROM entries"} {
		if _, err := db.sql.Exec(statement); err == nil {
			t.Errorf("%s went through", statement)
		}
	}
}

func TestDamageNamesTheEntry(t *testing.T) {
	for _, tamper := range []struct {
		statement string
		entry     int
	}{
		{"UPDATE entries SET events = 'red stone 9' WHERE seq = 4", 4},
		{"UPDATE entries SET by = 'blue' WHERE seq = 2", 2},
		{"UPDATE entries SET command = 'red put 9' WHERE seq = 1", 1},
		{"UPDATE entries SET undoes = 3 WHERE seq = 5", 5},
		{"UPDATE entries SET events = 'printed bag 5 rulebook' WHERE seq = 0", 0},
		{"UPDATE entries SET hash = zeroblob(32) WHERE seq = 6", 6},
		{"DELETE FROM entries WHERE seq = 3", 3},
		{"DELETE FROM entries WHERE seq = 7", 7},
		{"DELETE FROM entries", 0},
	} {
		db := opened(t, file(t))
		appendAll(t, created(t, db, "g1"), played(7))
		for _, s := range []string{"DROP TRIGGER entries_stay_as_they_are", "DROP TRIGGER entries_stay", tamper.statement} {
			if _, err := db.sql.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
		rows, err := db.Rows("g1")
		var damage *Damage
		if !errors.As(err, &damage) {
			t.Errorf("%s: %v, want a Damage", tamper.statement, err)
			continue
		}
		if damage.Seq != tamper.entry || len(rows) != tamper.entry {
			t.Errorf("%s: entry %d is damaged, %d are sound; want %d", tamper.statement, damage.Seq, len(rows), tamper.entry)
		}
		if _, err := db.Games(); err != nil {
			t.Errorf("%s: the list of games: %v", tamper.statement, err)
		}
	}
}

func TestFlippedBytesAreFoundOrHarmless(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	path := file(t)
	db := opened(t, path)
	appendAll(t, created(t, db, "g1"), played(40))
	if err := db.Close(); err != nil { // writes the WAL back
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken.db")
	found, steps := 0, max(1, len(whole)/tier.Of(t, tier.Crash, "flips", 60, 240, 5000))
	for at := 13; at < len(whole); at += steps {
		flipped := append([]byte(nil), whole...)
		flipped[at] ^= 0x41
		if err := os.WriteFile(broken, flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := reread(broken)
		if err != nil {
			found++
			continue
		}
		if d := cmp.Diff(played(40), got); d != "" {
			t.Fatalf("byte %d flipped: no error, but -want +got\n%s", at, d)
		}
	}
	if found == 0 {
		t.Error("no flip was found: the test does not reach the entries")
	}
}

func reread(path string) ([]engine.Entry, error) {
	db, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	_, list, err := db.Entries("g1", rules)
	return list, err
}

// A mark that was torn or altered says nothing; a whole one is read as written.
func TestMark(t *testing.T) {
	want := progress{12, "20261121-201500-k3v9qa", 345, "00ff"}
	if got, ok := parseProgress(want.line() + "rest of a longer line\n"); got != want || !ok {
		t.Errorf("mark %+v, %v; want %+v", got, ok, want)
	}
	if got, ok := parseProgress(progress{changes: 3}.line()); got != (progress{changes: 3}) || !ok {
		t.Errorf("mark without a game: %+v, %v", got, ok)
	}
	line := want.line()
	for at := range len(line) - 1 { // what ends the line may be missing
		altered := []byte(line)
		altered[at] ^= 1
		for _, text := range []string{line[:at], string(altered)} {
			if got, ok := parseProgress(text); got != (progress{}) || ok {
				t.Errorf("%q is read as %+v, %v", text, got, ok)
			}
		}
	}
}

// If a byte of a trait's game was altered and SQLite still finds it under the old game, either it
// counts as before or the damage is reported.
func TestMisplacedTrait(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	created(t, db, "g1")
	finish(t, db, "g1", "red")
	if err := errors.Join(db.CountTraits("g1", []engine.Trait{{Seat: "blue", Kind: "leader", Value: "ava"}, {Seat: "blue", Kind: "path", Value: "sun"}, {Seat: "blue", Kind: "tile", Value: "one"}, {Seat: "red", Kind: "leader", Value: "zoe"}, {Seat: "red", Kind: "path", Value: "sun"}}), db.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Replace(whole, []byte("g1redleaderzoe"), []byte("g0redleaderzoe"), 1)
	if bytes.Equal(text, whole) {
		t.Fatal("the row is not in the file")
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	db = opened(t, path)
	all, err := db.Tallies("stones", "leader", "abandoned")
	if want := []history.Tally{{Name: "ava", Played: 1, Won: 0}, {Name: "zoe", Played: 1, Won: 1}}; err == nil && !cmp.Equal(all, want) {
		t.Errorf("%v are counted, and nothing is said; want %v", all, want)
	}
}
