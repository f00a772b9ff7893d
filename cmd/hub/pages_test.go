//go:build !race

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"arbiter/cmd/hub/internal/simulate"
	"arbiter/companion/outbox"
	"arbiter/companion/spectator"
)

// Simulated tables play at a hub; each game is in the database with the hash that its table has, and
// the pages show it, in three languages. What a table or a player is called is never markup. Nothing
// can be changed by a page.
func TestPagesOfAHub(t *testing.T) {
	c, pg := founded(t), database(t)
	keeps(t, c, pg.URL)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- (&call{logger: quiet(), out: io.Discard}).pages(ctx, c.nc, pg.URL, l) }()
	t.Cleanup(func() { stop(); must(t, <-done) })
	tables := make([]*simulate.Table, 3)
	var all sync.WaitGroup
	for i := range tables {
		tables[i] = &simulate.Table{Hub: c.table(t, fmt.Sprint("table-", i)), Seed: uint64(i), Pace: time.Millisecond, Games: 3, Steps: 9, Rest: 20 * time.Millisecond, Logger: quiet()}
		all.Go(func() { must(t, tables[i].Run(t.Context())) })
	}
	all.Wait()
	db, err := pgx.Connect(t.Context(), pg.URL)
	must(t, err)
	defer db.Close(context.Background())
	n := 0
	for _, table := range tables {
		for id, hash := range table.Ends() {
			if asked[int](t, db, `SELECT count(*) FROM ending WHERE game = $1 AND encode(hash, 'hex') = $2`, id, hash) != 1 || asked[int](t, db, `SELECT count(*) FROM entry WHERE game = $1`, id) != 10 {
				t.Errorf("%s is not in the database as its table has it", id)
			}
			n++
		}
	}
	if n != 9 || asked[int](t, db, `SELECT count(*) FROM ending`) != 9 {
		t.Errorf("%d games, want 9", n)
	}
	until(t, "the names are there", func() bool { return asked[int](t, db, `SELECT count(DISTINCT game) FROM called`) == 9 })
	_, err = db.Exec(t.Context(), `UPDATE called SET name = '<b>Ana</b>' WHERE (tab, game, seat) = (SELECT tab, game, seat FROM called LIMIT 1)`)
	must(t, err)

	at := "http://" + l.Addr().String()
	page := func(path string) string {
		t.Helper()
		answer, err := http.Get(at + path)
		must(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		if answer.StatusCode != http.StatusOK || !strings.HasSuffix(strings.TrimSpace(string(text)), "</html>") {
			t.Errorf("%s: %d, %.300s", path, answer.StatusCode, text)
		}
		if strings.Contains(string(text), "<b>Ana") || !strings.Contains(answer.Header.Get("Content-Security-Policy"), "default-src 'self'") {
			t.Errorf("%s lets markup through, or has no policy", path)
		}
		return string(text)
	}
	for _, c := range []struct{ path, want string }{
		{"/?lang=de", "Tische"}, {"/?lang=es", "Mesas"}, {"/?lang=en", "Boards"}, {"/?lang=xx", "Boards"},
		{"/evening?lang=de", "table-2"}, {"/evening?day=2001-01-01", "No game ended on that day."}, {"/evening?day=nonsense", "table-2"},
		{"/league?lang=es", "&lt;b&gt;Ana"}, {"/player?name=" + url.QueryEscape("<b>Ana</b>"), "&lt;b&gt;Ana"}, {"/player?name=%00", "Nobody of that name"},
		{"/seating?lang=de", "Plätze an einem Tisch"}, {"/seating?names=x%0Ay%0Az&size=2", "<li>x, z</li><li>y</li>"}, {"/seating?names=x&size=-9", "<li>x</li>"},
	} {
		if text := page(c.path); !strings.Contains(text, c.want) {
			t.Errorf("%s lacks %q", c.path, c.want)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		r, err := http.NewRequestWithContext(t.Context(), method, at+"/", nil)
		must(t, err)
		answer, err := http.DefaultClient.Do(r)
		must(t, err)
		answer.Body.Close()
		if answer.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s is answered with %d", method, answer.StatusCode)
		}
	}

	answer, err := http.Get(at + "/live?lang=de")
	must(t, err)
	defer answer.Body.Close()
	told, err := json.Marshal(outbox.Picture{V: 1, Boot: "b", N: 1, Table: spectator.Table{ID: "g", Title: "<i>game</i>", Seats: []spectator.Seat{{Seat: "red", Color: `red" onclick="x`, Called: "<script>x</script>"}}}})
	must(t, err)
	must(t, c.nc.Publish("arb.v1.table-9.live", []byte(`{"v":1,"table":`))) // nonsense is no board
	must(t, c.nc.Publish("arb.v1.table-9.live", told))
	lines, seen := bufio.NewScanner(answer.Body), false
	for !seen && lines.Scan() {
		if strings.Contains(lines.Text(), "<script>") || strings.Contains(lines.Text(), `" onclick`) {
			t.Fatalf("a board has markup of a table: %s", lines.Text())
		}
		seen = strings.Contains(lines.Text(), "&lt;script&gt;")
	}
	if !seen {
		t.Error("the board never came")
	}
}
