package mqtt

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/companion/companiontest/mosquitto"
	"arbiter/companion/spectator"
	"arbiter/engine"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A device is a client at work.
type device struct {
	*Client
	log  *strings.Builder
	stop func()
}

func client(t *testing.T, b Broker, set ...func(*Opts)) *device {
	t.Helper()
	d := &device{log: new(strings.Builder)}
	o := Opts{Program: "arbiter 1.2", Say: func(x engine.Text) string { return x.String() }, Page: func() string { return "http://192.168.1.20/" }, Logger: slog.New(slog.NewTextHandler(&guarded{b: d.log}, nil))}
	for _, f := range set {
		f(&o)
	}
	d.Client = New(o)
	if b.Name == "" {
		b.Name = "arbiter"
	}
	d.Use(b)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	d.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case <-done:
		case <-time.After(mosquitto.Patience):
			t.Error("it does not end")
		}
	})
	t.Cleanup(d.stop)
	return d
}

type guarded struct {
	mu sync.Mutex
	b  *strings.Builder
}

func (g *guarded) Write(text []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(text)
}

// outcome waits until the status is known.
func (d *device) outcome(t *testing.T) Status {
	t.Helper()
	ctx, done := context.WithTimeout(context.Background(), mosquitto.Patience)
	defer done()
	s := d.Outcome(ctx)
	if s.Trying {
		t.Fatal("nothing is known in the end")
	}
	return s
}

func (d *device) well(t *testing.T) {
	t.Helper()
	mosquitto.Until(t, "the broker is told", func() bool { s := d.Status(); return !s.Trying && s.Wrong.IsZero() })
}

// shown is a table of two seats.
func shown(entry, energy int) spectator.Table {
	turn := "purple"
	return spectator.Table{
		V: 1, ID: "g", Kind: "council-of-shadows", Title: "Council of Shadows", Entry: entry, Stage: []string{"Round 2", "Phase 3: actions"}, Round: 2, Phase: "act", Turn: &turn, Waiting: []string{"purple"},
		Prompts: []spectator.Prompt{{Seat: "purple", Text: "Play your cards"}}, Tracks: []spectator.Track{{Name: "level", Title: "Level"}, {Name: "energy", Title: "Energy"}},
		Seats: []spectator.Seat{
			{Seat: "purple", Called: "Ana", Tracks: map[string]int{"level": 1, "energy": energy}},
			{Seat: "red", Called: "Red", Tracks: map[string]int{"level": 0, "energy": 7}},
		},
	}
}
