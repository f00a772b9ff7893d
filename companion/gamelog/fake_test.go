package gamelog

import (
	"path/filepath"
	"testing"
	"time"

	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// Seats of a tiny game put stones on points and say which bag is open.
type (
	Put struct {
		Seat  engine.Seat
		Point uint8
		Color string `word:"optional"`
	}
	Stone struct {
		Seat  engine.Seat
		Point uint8
	}
	Heap struct {
		Seat engine.Seat
		By   int
	}
	Printed struct {
		Card   string
		Value  int
		Origin string
	}
)

func (p Put) By() engine.Seat { return p.Seat }

func stones() engine.Game {
	return engine.Game{Name: "stones", Words: notation.Of(Put{}, Stone{}, Heap{}, Printed{})}
}

func rules(name string) (engine.Game, bool) { return stones(), name == "stones" }

func noon() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

func header(id string) history.Header {
	return history.Header{
		ID:      id,
		Created: noon(),
		Program: "arbiter test",
		Labels:  map[engine.Seat]string{"red": "Ana María", "blue": "\"J\tö\nrg\""},
		Setup: engine.Setup{
			Game:  "stones",
			Seats: []engine.Seat{"red", "blue"},
			Facts: []engine.Event{Printed{"bag", 4, "rulebook"}, Printed{"box", -2, "owner"}},
		},
	}
}

// played returns n entries; every fifth takes back the one before.
func played(n int) []engine.Entry {
	var list []engine.Entry
	for seq := 1; seq <= n; seq++ {
		if seq%5 == 0 {
			list = append(list, engine.Entry{Seq: seq, By: "blue", Undoes: seq - 1})
			continue
		}
		e := engine.Entry{Seq: seq, By: "red", Command: Put{"red", uint8(seq), ""}}
		for i := range seq % 3 {
			e.Events = append(e.Events, Stone{"red", uint8(seq + i)}, Heap{"red", -i})
		}
		list = append(list, e)
	}
	return list
}

func file(t testing.TB) string { return filepath.Join(t.TempDir(), "games with a space?.db") }

func opened(t testing.TB, path string) *DB {
	t.Helper()
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func created(t testing.TB, db *DB, id string) *Game {
	t.Helper()
	g, err := db.Create(header(id))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func appendAll(t testing.TB, g *Game, list []engine.Entry) {
	t.Helper()
	for _, e := range list {
		if err := g.Append(e); err != nil {
			t.Fatal(err)
		}
	}
}

func entries(t testing.TB, db *DB, id string) (engine.Setup, []engine.Entry) {
	t.Helper()
	setup, list, err := db.Entries(id, rules)
	if err != nil {
		t.Fatal(err)
	}
	return setup, list
}
