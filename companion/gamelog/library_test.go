package gamelog

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"testing"
	"time"

	"arbiter/engine"
)

// The library is how many games there are in benchmarks of long histories.
var librarySize = flag.Int("library", 10000, "how many games BenchmarkFind and others look through")

// library makes a file of many games, each of 250 entries in the middle of the
// shelf and of two elsewhere, played by a hundred people.
func library(t testing.TB, games int) *DB {
	t.Helper()
	db := opened(t, file(t))
	for first := 0; first < games; first += 500 {
		err := db.within(func(ctx context.Context, tx *sql.Tx) error {
			for n := first; n < min(first+500, games); n++ {
				length := 2
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

// put writes a game that is over, in a transaction of many.
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
	if err := takeIn(ctx, tx, h, rows, []string{"red", "blue", "red blue", "nobody", "abandoned"}[n%5]); err != nil {
		return err
	}
	for _, seat := range h.Setup.Seats {
		if _, err := tx.ExecContext(ctx, `INSERT INTO traits VALUES (?, ?, 'leader', ?)`, h.ID, string(seat), fmt.Sprint("leader-", n%6)); err != nil {
			return err
		}
	}
	return reckon(ctx, tx, h.ID)
}

// A page of the list, the first and the last, with and without conditions.
func BenchmarkFind(b *testing.B) {
	db := library(b, *librarySize)
	for name, s := range map[string]Search{
		"newest":     {Most: 50},
		"oldest":     {Most: 50, Skip: *librarySize - 50},
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

// One game among many: its line in the list and its checked log of 250 entries.
func BenchmarkOneOfMany(b *testing.B) {
	db := library(b, *librarySize)
	id := gameID(*librarySize / 2)
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
	db := library(b, *librarySize)
	for b.Loop() {
		if all, err := db.Players("", "abandoned"); err != nil || len(all) != 100 {
			b.Fatal(len(all), err)
		}
		if all, err := db.Tallies("stones", "leader", "abandoned"); err != nil || len(all) != 6 {
			b.Fatal(len(all), err)
		}
	}
}

// A long list stays quick: far more than what the benchmarks take is a mistake
// in a query, such as one that reads all entries.
func TestLongHistory(t *testing.T) {
	db := library(t, 2000)
	begin := time.Now()
	for _, s := range []Search{{Most: 50}, {Most: 50, Skip: 1950}, {Most: 50, Player: "player 7", Won: true}} {
		list, found, err := db.Find(s)
		if err != nil || len(list) != 50 || found < 50 {
			t.Errorf("%+v: %d of %d, %v", s, len(list), found, err)
		}
	}
	if took, most := time.Since(begin), 2*time.Second; took > most {
		t.Errorf("three pages of 2,000 games took %v, want less than %v", took, most)
	}
}
