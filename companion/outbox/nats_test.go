//go:build !race

// The server's own code would take minutes to be built for the race detector.

package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/companion/spectator"
)

const patience = time.Minute

// hub runs a server with the stream of games. The table may do only what a table may.
func hub(t *testing.T) (*server.Server, *nats.Conn) {
	t.Helper()
	all := &server.Permissions{Publish: &server.SubjectPermission{Allow: []string{">"}}, Subscribe: &server.SubjectPermission{Allow: []string{">"}}}
	few := &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{"arb.v1.t7.>", "$JS.API.DIRECT.GET.GAMES.arb.v1.t7.>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX_t7.>", "arb.v1.t7.live"}},
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		Users: []*server.User{{Username: "club", Password: "club", Permissions: all}, {Username: "t7", Password: "t7", Permissions: few}}, NoAuthUser: "t7",
	})
	must(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server does not start")
	}
	nc, err := nats.Connect(s.ClientURL(), nats.UserInfo("club", "club"))
	must(t, err)
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	must(t, err)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: Games, Subjects: []string{"arb.v1.*.game.*", "arb.v1.*.fork.*.*"}, AllowAtomicPublish: true, AllowDirect: true, DenyDelete: true, Discard: jetstream.DiscardNew})
	must(t, err)
	return s, nc
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// stored returns what a subject has in the stream.
func stored(t *testing.T, nc *nats.Conn, subject string) (list []Message) {
	t.Helper()
	js, err := jetstream.New(nc)
	must(t, err)
	c, err := js.OrderedConsumer(t.Context(), Games, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
	must(t, err)
	info, err := c.Info(t.Context())
	must(t, err)
	for range info.NumPending {
		m, err := c.Next(jetstream.FetchMaxWait(patience))
		must(t, err)
		var x Message
		must(t, json.Unmarshal(m.Data(), &x))
		list = append(list, x)
	}
	return list
}

func same(got, want []Message) bool {
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	return string(a) == string(b)
}

// A game of more entries than one batch takes is there once and whole, wherever an answer was lost,
// and whoever tells it again. Without the expectation it would be there twice: the control.
func TestAGameIsStoredOnce(t *testing.T) {
	s, club := hub(t)
	nc, err := nats.Connect(s.ClientURL(), nats.CustomInboxPrefix("_INBOX_t7"))
	must(t, err)
	defer nc.Close()
	log := made("g1", 2500, "")
	subject := Subject("t7", "game.g1")
	texts := [][]byte{}
	for _, m := range log {
		text, err := json.Marshal(m)
		must(t, err)
		texts = append(texts, text)
	}
	if _, err := batch(t.Context(), nc, subject, texts[:1000], 0); err != nil { // and the answer is lost
		t.Fatal(err)
	}
	for range 2 {
		must(t, deliver(t.Context(), nc, subject, log))
	}
	if got := stored(t, club, subject); !same(got, log) {
		t.Errorf("%d messages are stored, want the %d of the game", len(got), len(log))
	}
	for range 2 {
		must(t, club.Publish(Subject("t7", "game.control"), texts[0]))
	}
	must(t, club.Flush())
	if got := stored(t, club, Subject("t7", "game.control")); len(got) != 2 {
		t.Errorf("without the expectation %d are stored, want 2", len(got))
	}
}

// Two games of one id are no double: the second one is told as what it is.
func TestAForkIsFound(t *testing.T) {
	s, club := hub(t)
	nc, err := nats.Connect(s.ClientURL(), nats.CustomInboxPrefix("_INBOX_t7"))
	must(t, err)
	defer nc.Close()
	subject := Subject("t7", "game.g1")
	must(t, deliver(t.Context(), nc, subject, made("g1", 5, "")))
	if err := deliver(t.Context(), nc, subject, made("g1", 5, "0")); !errors.Is(err, errFork) {
		t.Errorf("the other game: %v", err)
	}
	if got := stored(t, club, subject); !same(got, made("g1", 5, "")) {
		t.Errorf("the first game has changed: %v", got)
	}
}

// A result that was told alone is followed by its game.
func TestAGameFollowsItsResult(t *testing.T) {
	s, club := hub(t)
	nc, err := nats.Connect(s.ClientURL(), nats.CustomInboxPrefix("_INBOX_t7"))
	must(t, err)
	defer nc.Close()
	log, subject := made("g1", 3, ""), Subject("t7", "game.g1")
	short := *log[4].End
	short.Record = false
	result := Message{V: Version, Seq: 3, Hash: log[4].Hash, End: &short}
	must(t, deliver(t.Context(), nc, subject, []Message{result}))
	must(t, deliver(t.Context(), nc, subject, log))
	must(t, deliver(t.Context(), nc, subject, log))
	if got := stored(t, club, subject); !same(got, append([]Message{result}, log...)) {
		t.Errorf("stored are %v", got)
	}
}

// A shelf is a log in memory.
type shelf struct {
	mu    sync.Mutex
	games map[string][]Message
	kept  map[string]Parcel
	order []string
}

func (s *shelf) Parcels() (list []Parcel, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.order {
		p := s.kept[id]
		p.Game, p.Names = id, map[string]string{"red": "Anna", "blue": "Ben"}
		list = append(list, p)
	}
	return list, nil
}

func (s *shelf) Whole(id string) ([]Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := slices.Clone(s.games[id])
	end := *log[len(log)-1].End
	log[len(log)-1].End = &end
	return log, nil
}

func (s *shelf) Keep(p Parcel) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.Named = s.kept[p.Game].Named
	s.kept[p.Game] = p
	return nil
}

func (s *shelf) Agree(id string, seats []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.kept[id]
	p.Named = seats
	s.kept[id] = p
	return nil
}

func (s *shelf) put(id string, log []Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games[id], s.order = log, append(s.order, id)
}

// client runs a client of a table at a server.
func client(t *testing.T, s *server.Server, table string, share Level, shelf *shelf) *Client {
	t.Helper()
	seed, err := NewSeed()
	must(t, err)
	h := Hub{URL: s.ClientURL(), Seed: seed, Share: share}
	h.Ticket = ticket(h.Key(), table)
	c := New(Opts{Log: shelf, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Rest: 20 * time.Millisecond, Pause: time.Millisecond, Wait: 2 * time.Second})
	c.Use(h)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- c.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		must(t, <-done)
	})
	return c
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(2 * time.Millisecond) { // for what the client does
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

// keeper answers as a hub does that has everything in its database.
func keeper(t *testing.T, club *nats.Conn, s *shelf, names chan<- Names) {
	t.Helper()
	_, err := club.Subscribe("arb.v1.*.have", func(m *nats.Msg) {
		var q Asking
		k := Kept{V: Version, Games: map[string][]string{}}
		if json.Unmarshal(m.Data, &q) == nil {
			for _, id := range q.Games {
				log, _ := s.Whole(id)
				k.Games[id] = []string{log[len(log)-1].Hash}
			}
		}
		text, _ := json.Marshal(k)
		_ = m.Respond(text)
	})
	must(t, err)
	_, err = club.Subscribe("arb.v1.*.names", func(m *nats.Msg) {
		var n Names
		if json.Unmarshal(m.Data, &n) == nil {
			names <- n
		}
		_ = m.Respond([]byte("{}"))
	})
	must(t, err)
	must(t, club.Flush())
}

// A game goes to the hub and its database, and names only of seats that agree; when one takes that
// back, its name is withdrawn.
func TestGamesReachTheDatabase(t *testing.T) {
	s, club := hub(t)
	shelf := &shelf{games: map[string][]Message{}, kept: map[string]Parcel{}}
	names := make(chan Names, 100)
	keeper(t, club, shelf, names)
	c := client(t, s, "t7", Records, shelf)
	over := spectator.Table{ID: "g1", Over: true, Seats: []spectator.Seat{{Seat: "red", Named: true}, {Seat: "blue"}}}
	c.Tell(over)
	shelf.put("g1", made("g1", 3, ""))
	until(t, "the game is kept", func() bool { return c.Status().Kept == 1 })
	if n := <-names; fmt.Sprint(n) != fmt.Sprint(Names{Version, "g1", map[string]string{"red": "Anna"}}) {
		t.Errorf("told are %v", n)
	}
	over.Seats = []spectator.Seat{{Seat: "red"}, {Seat: "blue"}}
	c.Tell(over)
	if n := <-names; len(n.Names) != 0 {
		t.Errorf("told are %v, though nobody agrees any more", n)
	}
	if got := stored(t, club, Subject("t7", "game.g1")); !same(got, made("g1", 3, "")) {
		t.Errorf("stored are %v", got)
	}
}

// Of results alone nothing else goes to the hub, and without a level nothing at all.
func TestOwnersChooseWhatIsTold(t *testing.T) {
	s, club := hub(t)
	heard := make(chan string, 100)
	_, err := club.Subscribe("arb.>", func(m *nats.Msg) { heard <- string(m.Data) })
	must(t, err)
	must(t, club.Flush())
	shelf := &shelf{games: map[string][]Message{"g1": made("g1", 3, "")}, kept: map[string]Parcel{}, order: []string{"g1"}}
	c := client(t, s, "t7", Results, shelf)
	c.Tell(spectator.Table{ID: "g2", Entry: 1})
	until(t, "it is sent", func() bool { ps, _ := shelf.Parcels(); return ps[0].State != Due })
	if got := stored(t, club, "arb.v1.*.game.*"); got[0].End == nil || got[0].End.Record || got[0].Command != "" {
		t.Errorf("a result tells %+v", got[0])
	}
	if len(heard) == 0 {
		t.Error("nothing was heard, so nothing is shown")
	}
	for len(heard) > 0 {
		if text := <-heard; strings.Contains(text, "command") || strings.Contains(text, "entry") {
			t.Errorf("told was %s", text)
		}
	}
	shelf.put("g3", made("g3", 3, ""))
	c.Use(Hub{})
	if st := c.Status(); st.Table != "" {
		t.Errorf("without a hub it is %v", st)
	}
}

// The latest picture is told, and a second device with the same key is noticed by the first.
func TestPicturesAndTwins(t *testing.T) {
	s, club := hub(t)
	seen := make(chan Picture, 100)
	_, err := club.Subscribe("arb.v1.t7.live", func(m *nats.Msg) {
		var p Picture
		if json.Unmarshal(m.Data, &p) == nil {
			seen <- p
		}
	})
	must(t, err)
	must(t, club.Flush())
	shelf := &shelf{}
	c := client(t, s, "t7", Running, shelf)
	c.Tell(spectator.Table{ID: "g1", Entry: 4})
	for p := range seen {
		if p.Table.Entry == 4 {
			break
		}
	}
	twin := client(t, s, "t7", Running, shelf)
	until(t, "the first one notices the second", func() bool {
		twin.Tell(spectator.Table{ID: "g1", Entry: 5})
		return !c.Status().Wrong.IsZero() && c.Status().Wrong.String() == errTwinSaid
	})
}

const errTwinSaid = "Another device uses the key of this table."

// A table that is forbidden its subjects says so at once, and does not try for ever.
func TestDeniedTablesSaySo(t *testing.T) {
	s, _ := hub(t)
	shelf := &shelf{games: map[string][]Message{"g1": made("g1", 3, "")}, kept: map[string]Parcel{}, order: []string{"g1"}}
	c := client(t, s, "t8", Records, shelf)
	until(t, "it says so", func() bool { return !c.Status().Wrong.IsZero() })
	if got := c.Status().Wrong.String(); got != "The hub does not let t8 tell its games." {
		t.Errorf("it says %q", got)
	}
}

// Games wait while the hub is away.
func TestGamesWaitForTheHub(t *testing.T) {
	s, _ := hub(t)
	at := s.ClientURL()
	s.Shutdown()
	s.WaitForShutdown()
	shelf := &shelf{games: map[string][]Message{"g1": made("g1", 3, "")}, kept: map[string]Parcel{}, order: []string{"g1"}}
	c := client(t, s, "t7", Records, shelf)
	until(t, "it says that "+at+" does not answer", func() bool { return c.Status().Wrong.String() == "The hub does not answer." })
	if ps, _ := shelf.Parcels(); ps[0].State != Due {
		t.Errorf("the game is %q", ps[0].State)
	}
}
