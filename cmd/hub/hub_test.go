//go:build !race

// The server's own code would take minutes to be built for the race detector.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"arbiter/cmd/hub/internal/keeper"
	"arbiter/cmd/hub/internal/node"
	"arbiter/cmd/hub/internal/postgres"
	"arbiter/companion/outbox"
)

const patience = 2 * time.Minute

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) { // for what other programs do
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

// A club is a hub of one node, in this program.
type club struct {
	dir  string
	node *node.Node
	nc   *nats.Conn
}

// said runs a command of the hub, and returns what it says.
func (c *club) said(t testing.TB, args ...string) string {
	t.Helper()
	var out strings.Builder
	must(t, run(t.Context(), append(args, "--dir", c.dir), &out))
	return strings.TrimSpace(out.String())
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// founded sets up a hub and starts its node.
func founded(t testing.TB) *club {
	t.Helper()
	c := &club{dir: t.TempDir()}
	c.said(t, "setup", "chess-club", "--store", filepath.Join(c.dir, "store"), "--port", "-1", "--monitor", "127.0.0.1:-1")
	var err error
	c.node, err = node.Start(filepath.Join(c.dir, "node-1.conf"), node.Quiet)
	must(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- c.node.Run(ctx, quiet()) }()
	t.Cleanup(func() { stop(); must(t, <-done) })
	c.nc, err = node.Connect(c.dir, "test", []string{c.node.ClientURL()})
	must(t, err)
	t.Cleanup(c.nc.Close)
	until(t, "the streams are there", func() bool {
		ctx, done := context.WithTimeout(t.Context(), time.Second)
		defer done()
		_, err := c.nc.RequestWithContext(ctx, "$JS.API.STREAM.INFO.GAMES", nil)
		info := struct{ Error any }{}
		m, err2 := c.nc.RequestWithContext(ctx, "$JS.API.STREAM.INFO.LIVE", nil)
		return err == nil && err2 == nil && json.Unmarshal(m.Data, &info) == nil && info.Error == nil
	})
	return c
}

// table makes a device that has joined.
func (c *club) table(t testing.TB, name string) outbox.Hub {
	t.Helper()
	seed, err := outbox.NewSeed()
	must(t, err)
	h := outbox.Hub{URL: c.node.ClientURL(), Seed: seed, Share: outbox.Running}
	h.Ticket = c.said(t, "enroll", name, h.Key())
	if h.Table() != name {
		t.Fatalf("the device reads %q of its ticket, want %q", h.Table(), name)
	}
	return h
}

// connected connects as a table, and tells what it was forbidden.
func connected(t testing.TB, h outbox.Hub) (*nats.Conn, <-chan error) {
	t.Helper()
	wrong := make(chan error, 100)
	nc, err := nats.Connect(h.URL, nats.CustomInboxPrefix("_INBOX_"+h.Table()), nats.UserJWT(func() (string, error) { return h.Ticket, nil }, func(nonce []byte) ([]byte, error) {
		pair, err := nkeys.FromSeed([]byte(h.Seed))
		must(t, err)
		return pair.Sign(nonce)
	}), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { wrong <- err }), nats.NoReconnect())
	must(t, err)
	t.Cleanup(nc.Close)
	return nc, wrong
}

// A table tells what is its own, and can do nothing else.
func TestRightsOfTables(t *testing.T) {
	c := founded(t)
	h := c.table(t, "table-7")
	nc, wrong := connected(t, h)
	// What is forbidden is said later, but in order: after what is allowed, something forbidden is tried.
	tried := func(allowed bool, what string, do func() error) {
		t.Helper()
		must(t, do())
		if allowed {
			must(t, nc.Publish("control", nil))
		}
		select {
		case err := <-wrong:
			if !errors.Is(err, nats.ErrPermissionViolation) || strings.Contains(err.Error(), `"control"`) != allowed {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(patience):
			t.Fatalf("%s is allowed", what)
		}
	}
	for subject, allowed := range map[string]bool{
		"arb.v1.table-7.live": true, "arb.v1.table-7.have": true, "arb.v1.table-7.names": true, "arb.v1.table-7.game.g1": true, "arb.v1.table-7.fork.g1.abc": true,
		"$JS.API.DIRECT.GET.GAMES.arb.v1.table-7.game.g1": true,
		"arb.v1.table-8.live":                             false, "arb.v1.table-8.game.g1": false, "arb.v1.table-7.else": false, "board.v1.x": false, "arb.v1": false,
		"$JS.API.DIRECT.GET.GAMES.arb.v1.table-8.game.g1": false, "$JS.API.DIRECT.GET.LIVE.arb.v1.table-8.live": false, "$JS.API.STREAM.DELETE.GAMES": false, "$JS.API.STREAM.PURGE.GAMES": false,
		"$JS.API.STREAM.INFO.GAMES": false, "$JS.API.CONSUMER.CREATE.GAMES": false, "$JS.API.STREAM.MSG.DELETE.GAMES": false, "$JS.API.INFO": false, "$SYS.REQ.SERVER.PING": false, "_INBOX_table-8.x": false,
	} {
		tried(allowed, "to publish "+subject, func() error { return nc.PublishRequest(subject, "_INBOX_table-7.x", []byte("{}")) })
	}
	for subject, allowed := range map[string]bool{
		"_INBOX_table-7.x": true, "arb.v1.table-7.live": true,
		"arb.v1.table-8.live": false, "arb.v1.>": false, "arb.v1.*.live": false, "arb.v1.table-7.game.>": false, "_INBOX_table-8.>": false, "_INBOX.>": false, ">": false, "$SYS.>": false, "board.v1.>": false,
	} {
		tried(allowed, "to hear "+subject, func() error { _, err := nc.SubscribeSync(subject); return err })
	}
}

// A key is one table, a table one key; whoever is forgotten is out at once.
func TestTablesAreForgotten(t *testing.T) {
	c := founded(t)
	h := c.table(t, "table-7")
	other, err := outbox.NewSeed()
	must(t, err)
	for _, args := range [][]string{{"table-7", outbox.Hub{Seed: other}.Key()}, {"table-8", h.Key()}, {"table.*", outbox.Hub{Seed: other}.Key()}, {"table-9", "nonsense"}, {"table-9"}} {
		if err := run(t.Context(), append([]string{"enroll", "--dir", c.dir}, args...), io.Discard); err == nil {
			t.Errorf("%q is enrolled", args)
		}
	}
	if again := c.said(t, "enroll", "table-7", h.Key()); again == "" {
		t.Error("a ticket that was lost cannot be had again")
	}
	nc, _ := connected(t, h)
	c.said(t, "forget", "table-7")
	must(t, c.node.Reload())
	until(t, "the connection is closed", nc.IsClosed)
	if _, err := nats.Connect(h.URL, nats.UserJWT(func() (string, error) { return h.Ticket, nil }, func(nonce []byte) ([]byte, error) {
		pair, err := nkeys.FromSeed([]byte(h.Seed))
		must(t, err)
		return pair.Sign(nonce)
	})); err == nil {
		t.Error("a forgotten table comes in again")
	}
}

// What is generated is what a node has to have, for one and for three; without sync_interval it does
// not start.
func TestConfigurations(t *testing.T) {
	dir := t.TempDir()
	must(t, run(t.Context(), []string{"setup", "league", "a.example", "b.example", "c.example", "--dir", dir, "--store", filepath.Join(dir, "store")}, io.Discard))
	for i := range 3 {
		o, err := server.ProcessConfigFile(filepath.Join(dir, fmt.Sprintf("node-%d.conf", i+1)))
		must(t, err)
		if o.ServerName != fmt.Sprintf("league-%d", i+1) || !o.SyncAlways || !o.JetStream || len(o.Routes) != 3 || o.Cluster.Name != "league" || o.Cluster.Password == "" || len(o.TrustedOperators) != 1 || o.HTTPHost != "127.0.0.1" {
			t.Errorf("node %d: %+v", i+1, o)
		}
	}
	if err := run(t.Context(), []string{"setup", "league", "a.example", "b.example", "--dir", t.TempDir()}, io.Discard); err == nil {
		t.Error("two nodes are set up")
	}
	if err := run(t.Context(), []string{"setup", "league", "--dir", dir}, io.Discard); err == nil {
		t.Error("a hub is set up twice")
	}
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, file := range all {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
	file := filepath.Join(dir, "node-1.conf")
	text, err := os.ReadFile(file)
	must(t, err)
	must(t, os.WriteFile(file, []byte(strings.Replace(string(text), "sync_interval: always", "sync_interval: 2m", 1)), 0o600))
	if _, err := node.Start(file, nil); err == nil || !strings.Contains(err.Error(), "sync_interval") {
		t.Errorf("without always: %v", err)
	}
}

// database starts a PostgreSQL, or skips where there is none.
func database(t testing.TB) *postgres.Server {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "hub") // a socket's path is short, and its folder open to another user
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	s, err := postgres.Start(dir)
	if errors.Is(err, postgres.ErrMissing) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	must(t, err)
	t.Cleanup(func() { must(t, s.Stop()) })
	return s
}

// made returns a game of n entries after its start; word makes it another game of the same id.
func made(id string, n int, word string) []outbox.Message {
	log := []outbox.Message{{V: 1, At: "2026-11-28T20:00:00.000Z", By: "table", Command: "table start stones red blue", Events: []string{"printed bag 4 rulebook"}, Game: &outbox.Game{ID: id, Name: "stones", Created: "2026-11-28T20:00:00.000Z", Program: "arbiter 1.0"}}}
	log[0].Hash = log[0].After("")
	for i := 1; i <= n; i++ {
		m := outbox.Message{V: 1, Seq: i, At: "2026-11-28T20:01:00.000Z", By: "red", Command: fmt.Sprint("red put ", i, word), Events: []string{"red stone 1", "red heap 0"}}
		m.Hash = m.After(log[i-1].Hash)
		log = append(log, m)
	}
	return append(log, outbox.Message{V: 1, Seq: n, Hash: log[n].Hash, End: &outbox.End{Game: id, Name: "stones", Seats: []string{"red", "blue"}, Result: "red", Created: log[0].At, Finished: log[n].At, Record: true}})
}

// A shelf is the log of a table.
type shelf struct {
	mu    sync.Mutex
	games map[string][]outbox.Message
	kept  map[string]outbox.Parcel
	names map[string]string
}

func newShelf() *shelf {
	return &shelf{games: map[string][]outbox.Message{}, kept: map[string]outbox.Parcel{}, names: map[string]string{"red": "Anna", "blue": "Ben"}}
}

// put adds a game, whose players agree to their names being told.
func (s *shelf) put(id string, log []outbox.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games[id], s.kept[id] = log, outbox.Parcel{Game: id, Named: []string{"red", "blue"}}
}

func (s *shelf) Parcels() (list []outbox.Parcel, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.games {
		p := s.kept[id]
		p.Names = s.names
		list = append(list, p)
	}
	return list, nil
}

func (s *shelf) Whole(id string) ([]outbox.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := slices.Clone(s.games[id])
	end := *log[len(log)-1].End
	log[len(log)-1].End = &end
	return log, nil
}

func (s *shelf) Keep(p outbox.Parcel) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[p.Game] = p
	return nil
}

func (s *shelf) Agree(string, []string) error { return nil }

// plays runs a table.
func plays(t testing.TB, h outbox.Hub, s *shelf) *outbox.Client {
	t.Helper()
	c := outbox.New(outbox.Opts{Log: s, Logger: quiet(), Rest: 50 * time.Millisecond, Pause: 2 * time.Millisecond})
	c.Use(h)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- c.Run(ctx) }()
	t.Cleanup(func() { stop(); must(t, <-done) })
	return c
}

// keeps runs a keeper until it is stopped.
func keeps(t testing.TB, c *club, db string) (stop func()) {
	t.Helper()
	k := keeper.Keeper{DB: db, NATS: c.nc, Logger: quiet(), Pause: time.Millisecond, Batch: 7}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- k.Run(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); must(t, <-done) })
	t.Cleanup(stop)
	return stop
}

func asked[T any](t testing.TB, db *pgx.Conn, query string, args ...any) (v T) {
	t.Helper()
	must(t, db.QueryRow(context.Background(), query, args...).Scan(&v))
	return v
}

// Games of tables come to the database once, whole and with names, though the keeper is ended all the
// time and the stream has them twice; a fork is there with both games. What nobody understands is
// kept, and holds up nothing. Without the primary key entries would be there twice: the control.
func TestGamesComeToTheDatabase(t *testing.T) {
	c, pg := founded(t), database(t)
	db, err := pgx.Connect(t.Context(), pg.URL)
	must(t, err)
	defer db.Close(context.Background())
	first, second := newShelf(), newShelf()
	for i := range 5 {
		first.put(fmt.Sprint("g", i), made(fmt.Sprint("g", i), 40, ""))
	}
	second.put("g0", made("g0", 30, "")) // another device of the same key
	second.games["g0"] = made("g0", 40, "0")
	h := c.table(t, "table-7")
	h.Share = outbox.Records
	told := plays(t, h, first)
	until(t, "the first table has told its games", func() bool { s := told.Status(); return s.Sent+s.Kept+len(first.games) > 0 && sent(first) == 5 })
	twin := plays(t, h, second)
	until(t, "the second has told its own", func() bool { return sent(second) == 1 })
	for _, m := range made("g1", 40, "") { // as a table would that does not look what is there
		text, err := json.Marshal(m)
		must(t, err)
		must(t, c.nc.Publish("arb.v1.table-7.game.g1", text))
	}
	alien := map[string]string{"it is no JSON": `{"v`, "version 2 is newer than this hub": `{"v":2,"new":true}`, "it has no hash": `{"v":1}`, "it has what no log has": `{"v":1,"seq":1,"hash":"` + strings.Repeat("0", 64) + `","by":"\u0000"}`, "entry 7 does not fit the one before": `{"v":1,"seq":7,"hash":"` + strings.Repeat("0", 64) + `"}`}
	for _, text := range alien {
		must(t, c.nc.Publish("arb.v1.table-7.game.g9", []byte(text)))
	}
	must(t, c.nc.Flush())
	for range 20 { // each time it gets somewhat further
		stop := keeps(t, c, pg.URL)
		time.Sleep(time.Millisecond) // for a part of its work; how much does not matter
		stop()
	}
	stop := keeps(t, c, pg.URL)
	until(t, "both tables hear that all is kept", func() bool { return told.Status().Kept == 5 && twin.Status().Kept == 1 })
	until(t, "what nobody understands is there", func() bool { return asked[int](t, db, `SELECT count(*) FROM odd`) == len(alien) })
	until(t, "the names are there", func() bool { return asked[int](t, db, `SELECT count(*) FROM called`) == 10 })
	if got, want := asked[int](t, db, `SELECT count(*) FROM entry`), 5*41+40; got != want { // of the fork only the start is the same
		t.Errorf("%d entries, want %d", got, want)
	}
	for why := range alien {
		if asked[int](t, db, `SELECT count(*) FROM odd WHERE why = $1`, why) != 1 {
			t.Errorf("nobody says: %s", why)
		}
	}
	if got := asked[string](t, db, `SELECT string_agg(tab || ' ' || game || ' ' || ends, ',') FROM fork`); got != "table-7 g0 2" {
		t.Errorf("forks: %q", got)
	}
	for id, log := range first.games {
		if got := asked[string](t, db, `SELECT encode(hash, 'hex') FROM ending WHERE game = $1 AND hash = decode($2, 'hex')`, id, log[40].Hash); got != log[40].Hash {
			t.Errorf("%s ends with %s", id, got)
		}
	}
	second.mu.Lock()
	second.names = map[string]string{"red": "Anna"} // the owner deletes a name
	second.mu.Unlock()
	until(t, "the name is withdrawn", func() bool { return asked[int](t, db, `SELECT count(*) FROM called`) == 9 })
	stop()

	_, err = db.Exec(t.Context(), `TRUNCATE entry, position; ALTER TABLE entry DROP CONSTRAINT entry_pkey`)
	must(t, err)
	keeps(t, c, pg.URL)
	until(t, "without the primary key they are there twice", func() bool {
		return asked[int](t, db, `SELECT count(*) FROM entry WHERE game = 'g1'`) == 2*41
	})
}

func sent(s *shelf) (n int) {
	all, _ := s.Parcels()
	for _, p := range all {
		if p.State != outbox.Due {
			n++
		}
	}
	return n
}
