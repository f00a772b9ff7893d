package gamelog

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// librarySize is how many games there are in benchmarks of long histories.
const librarySize = 10000

// batch is how many games go into one transaction, which has a deadline.
const batch = 50

// library makes a file of many games by a hundred people: those in the middle have 250 entries, the
// others as many as entries says.
func library(t testing.TB, games, entries int) *DB {
	t.Helper()
	db := opened(t, file(t))
	for first := 0; first < games; first += batch {
		err := db.within(func(ctx context.Context, tx *sql.Tx) error {
			for n := first; n < min(first+batch, games); n++ {
				length := entries
				if n == games/2 {
					length = 250
				}
				if err := put(ctx, tx, n, played(length)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func gameID(n int) string { return fmt.Sprintf("g%d", n) }

// put writes a game that is over, within a larger transaction.
func put(ctx context.Context, tx *sql.Tx, n int, list []engine.Entry) error {
	h := header(gameID(n))
	h.Created = noon().Add(time.Duration(n) * time.Hour)
	for i, seat := range h.Setup.Seats {
		h.Labels[seat] = fmt.Sprintf("Player %d", (n*(i+3))%100)
	}
	rows, err := rowsOf(h, list, nil)
	if err != nil {
		return err
	}
	if err := addGame(ctx, tx, h, rows, []string{"red", "blue", "red blue", "nobody", "abandoned"}[n%5]); err != nil {
		return err
	}
	for _, seat := range h.Setup.Seats {
		if _, err := tx.ExecContext(ctx, `INSERT INTO traits VALUES (?, ?, 'leader', ?)`, h.ID, string(seat), fmt.Sprint("leader-", n%6)); err != nil {
			return err
		}
	}
	return rehashMeta(ctx, tx, h.ID)
}

// BenchmarkFind lists the first and the last page, with and without conditions.
func BenchmarkFind(b *testing.B) {
	db := library(b, librarySize, 2)
	for name, s := range map[string]history.Search{
		"newest":     {Most: 50},
		"oldest":     {Most: 50, Skip: librarySize - 50},
		"player":     {Most: 50, Player: "player 7"},
		"winner":     {Most: 50, Player: "player 7", Won: true, Game: "stones"},
		"unfinished": {Most: 50, Is: []string{""}},
		"a week":     {Most: 50, From: noon().AddDate(0, 1, 0), Before: noon().AddDate(0, 1, 7), Not: []string{"abandoned"}},
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				if _, _, err := db.Find(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOneOfMany reads one game among many: its line in the list and its checked log of 250
// entries.
func BenchmarkOneOfMany(b *testing.B) {
	db := library(b, librarySize, 2)
	id := gameID(librarySize / 2)
	for b.Loop() {
		if _, err := db.Summary(id); err != nil {
			b.Fatal(err)
		}
		if _, list, err := db.Entries(id, rules); err != nil || len(list) != 250 {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkTallies(b *testing.B) {
	db := library(b, librarySize, 2)
	for b.Loop() {
		if all, err := db.Players("", "abandoned"); err != nil || len(all) != 100 {
			b.Fatal(len(all), err)
		}
		if all, err := db.Tallies("stones", "leader", "abandoned"); err != nil || len(all) != 6 {
			b.Fatal(len(all), err)
		}
	}
}

// A long list stays quick: a page of it reads no entries, of which there are far more than of
// everything else. The control reads them.
func TestLongHistory(t *testing.T) {
	tier.Test(t, tier.Program, "hundreds of games in a file")
	const games = 500
	db := library(t, games, 40)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	read := func(look func(db *DB)) int {
		t.Helper()
		db := opened(t, db.path)
		before := readBytes(t)
		look(db)
		return readBytes(t) - before
	}
	entries := read(func(db *DB) {
		if err := db.Check(); err != nil {
			t.Fatal(err)
		}
	})
	for _, s := range []history.Search{{Most: 5}, {Most: 5, Skip: games - 5}, {Most: 5, Player: "player 7", Won: true}} {
		n := read(func(db *DB) {
			list, found, err := db.Find(s)
			if err != nil || len(list) != 5 || found < 5 {
				t.Errorf("%+v: %d of %d, %v", s, len(list), found, err)
			}
		})
		if n > entries/4 {
			t.Errorf("%+v: %d bytes are read, and %d with all entries", s, n, entries)
		}
	}
}

// readBytes is how much this process has read so far, as Linux counts it. A database
// that was just opened has nothing in memory.
func readBytes(t testing.TB) int { return processBytes(t, "rchar: ") }
