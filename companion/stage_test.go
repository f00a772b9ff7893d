package companion_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/hw"
)

// A stage is a running table with everything around it.
type stage struct {
	testing.TB
	*companion.Table
	changes chan hw.Change
	log     *buffer
	leave   func() // ends the table and waits for it
}

// A buffer is a bytes.Buffer for several goroutines.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func offer(game engine.Game) companion.GameOffer {
	return companion.GameOffer{
		Game: game, Seats: []engine.Seat{"purple", "green", "red"}, Counts: []int{1, 2, 3},
		Robot: testgame.Robot, Order: "order", Box: "plain",
		Boxes: []companion.BoxChoice{{Name: "plain", Own: true, Lines: []string{"value star 3 rulebook"}}},
		Options: []companion.Option{
			{Name: "rich", Title: engine.Text{Format: "rich stars"}, Facts: []string{"value star 9 rulebook"}},
			{Name: "guards", Title: engine.Text{Format: "guards"}, Facts: []string{"guards 6"}},
			{Name: "slow", Title: engine.Text{Format: "guards without a clock"}, Facts: []string{"guards 0"}},
			{Name: "dice", Title: engine.Text{Format: "dice"}, Facts: []string{"dice"}},
			{Name: "told", Title: engine.Text{Format: "all is told"}, Facts: []string{"value moon 1 rulebook", "value sun 2 rulebook"}},
		},
	}
}

// open runs a table, with the given changes to its options.
func open(t testing.TB, store companion.Store, change ...func(*companion.Opts)) *stage {
	t.Helper()
	s := &stage{TB: t, changes: make(chan hw.Change), log: &buffer{}}
	o := companion.Opts{
		Offers: []companion.GameOffer{offer(testgame.Game(false))}, Store: store, Changes: s.changes,
		Tags:   tags(),
		Logger: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: timeless})),
	}
	for _, seat := range []engine.Seat{"purple", "green"} {
		for _, f := range []string{"1", "2"} {
			o.Readers = append(o.Readers, presence.Reader{Name: string(seat) + "-" + f, Seat: seat, Fields: []string{f}})
		}
	}
	for _, f := range change {
		f(&o)
	}
	table, err := companion.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- table.Run(ctx) }()
	s.Table = table
	s.leave = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error("run:", err)
		}
	})
	t.Cleanup(s.leave)
	return s
}

func timeless(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// uid is the tag of a card: purple moon is 01010101.
func uid(seat engine.Seat, card string) hw.UID {
	a := map[engine.Seat]byte{"purple": 1, "green": 2}[seat]
	b := map[string]byte{"moon": 1, "sun": 2, "star": 3}[card]
	u, err := hw.NewUID([]byte{a, b, 1, 1})
	if err != nil {
		panic(err)
	}
	return u
}

func tags() map[string][]string {
	tags := map[string][]string{}
	for _, seat := range []engine.Seat{"purple", "green"} {
		for _, card := range []string{"moon", "sun", "star"} {
			tags[uid(seat, card).String()] = []string{string(seat), card}
		}
	}
	return tags
}

func (s *stage) seats(seats ...engine.Seat) *stage {
	s.Helper()
	n := companion.NewGame{Game: "hush"}
	for _, seat := range seats {
		n.Seats = append(n.Seats, companion.Seating{Seat: seat, Name: "player of " + string(seat)})
	}
	if _, err := s.Start(s.Context(), n); err != nil {
		s.Fatal(err)
	}
	return s
}

func (s *stage) see(seat engine.Seat) companion.Snapshot {
	s.Helper()
	shot, err := s.Snapshot(s.Context(), seat)
	if err != nil {
		s.Fatal(err)
	}
	return shot
}

// play sends lines of seat, each with the current version.
func (s *stage) play(seat engine.Seat, lines ...string) (last companion.Answer) {
	s.Helper()
	for _, line := range lines {
		answer, err := s.Do(s.Context(), companion.Request{Seat: seat, Line: line, Version: s.see(seat).Version})
		if err != nil {
			s.Fatalf("%s: %s: %v", seat, line, err)
		}
		last = answer
	}
	return last
}

func (s *stage) round(values ...string) {
	s.Helper()
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	s.play("green", "green plan 1 moon", "green plan 2 sun", "green ready")
	s.play("green", values...)
}

// refused sends a request that must be refused.
func (s *stage) refused(w companion.Request) string {
	s.Helper()
	_, err := s.Do(s.Context(), w)
	return s.refusal(err)
}

func (s *stage) refusal(err error) string {
	s.Helper()
	if !errors.As(err, &engine.Refusal{}) {
		s.Errorf("not refused: %v", err)
		return ""
	}
	return err.Error()
}

// lie puts a card on a reader, or takes it off.
func (s *stage) lie(kind hw.Kind, reader string, seat engine.Seat, card string) {
	s.Helper()
	s.tell(hw.Change{Kind: kind, At: time.Now(), Reader: reader, UID: uid(seat, card)})
	s.see("") // the table has taken it
}

func (s *stage) tell(c hw.Change) {
	s.Helper()
	select {
	case s.changes <- c:
	case <-time.After(5 * time.Minute):
		s.Fatal("the table does not listen to its readers")
	}
}

func (s *stage) lines() []string {
	var lines []string
	for _, l := range s.see("purple").Log {
		lines = append(lines, l.Command.String())
	}
	return lines
}

func memory() *companiontest.Store { return &companiontest.Store{} }
