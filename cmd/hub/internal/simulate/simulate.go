// Package simulate is tables that play nothing real, to try a hub with.
package simulate

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"arbiter/companion/outbox"
	"arbiter/companion/spectator"
)

// A Table plays one simulated game after the other, and tells its hub.
type Table struct {
	Hub    outbox.Hub
	Seed   uint64
	Pace   time.Duration // of steps
	Games  int           // after which it ends; 0 is never
	Steps  int           // of a game, at least 1
	Rest   time.Duration // between two looks at what is due; default 5 s
	Logger *slog.Logger

	shelf shelf
}

var (
	colors  = []string{"red", "blue", "green", "yellow"}
	players = []string{"Anna", "Ben", "Carla", "David", "Elif", "Felix", "Greta", "Hugo", "Inés", "Jonas", "Klara", "Luis", "Marta", "Nils", "Olga", "Pablo"}
)

// Run plays until ctx ends or all games are in the hub's database.
func (t *Table) Run(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(t.Seed, 1)) // #nosec G404 -- simulated games need no secret chance
	c := outbox.New(outbox.Opts{Log: &t.shelf, Logger: t.Logger, Rest: cmp.Or(t.Rest, 5*time.Second)})
	c.Use(t.Hub)
	ctx, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	for n := 1; ctx.Err() == nil && (t.Games == 0 || n <= t.Games); n++ {
		t.play(ctx, c, rng, fmt.Sprintf("%s-%d-%d", t.Hub.Table(), t.Seed, n))
	}
	c.Tell(spectator.Table{V: spectator.Version})
	for ctx.Err() == nil && c.Status().Kept < t.Games {
		t.wait(ctx, 100*time.Millisecond)
	}
	stop()
	return <-done
}

// Ends returns the last hashes of all games, by their ids.
func (t *Table) Ends() map[string]string {
	t.shelf.mu.Lock()
	defer t.shelf.mu.Unlock()
	ends := map[string]string{}
	for id, log := range t.shelf.games {
		ends[id] = log[len(log)-1].Hash
	}
	return ends
}

func (t *Table) wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// stamp is how logs write times.
const stamp = "2006-01-02T15:04:05.000Z"

func (t *Table) play(ctx context.Context, c *outbox.Client, rng *rand.Rand, id string) {
	seats := colors[:2+rng.IntN(3)]
	names := map[string]string{}
	for i, p := range rng.Perm(len(players))[:len(seats)] {
		names[seats[i]] = players[p]
	}
	at := func() string { return time.Now().UTC().Format(stamp) }
	log := []outbox.Message{{V: outbox.Version, At: at(), By: "table", Command: "table start simulated " + strings.Join(seats, " "), Game: &outbox.Game{ID: id, Name: "simulated", Created: at(), Program: "hub simulate"}}}
	log[0].Hash = log[0].After("")
	points, turn := make([]int, len(seats)), 0
	picture := func(over bool) spectator.Table {
		p := spectator.Table{V: spectator.Version, ID: id, Kind: "simulated", Title: "Simulated game", Entry: len(log) - 1, Stage: []string{fmt.Sprint("Round ", len(log)/len(seats)+1)}, Over: over, Tracks: []spectator.Track{{Name: "points", Title: "Points"}}}
		for i, seat := range seats {
			p.Seats = append(p.Seats, spectator.Seat{Seat: seat, Color: seat, Called: names[seat], Named: true, Tracks: map[string]int{"points": points[i]}})
		}
		if over {
			p.Winners = []string{seats[best(points)]}
		} else {
			p.Waiting = []string{seats[turn]}
		}
		if n := len(log); n > 1 {
			p.Last = []string{names[log[n-1].By] + ": " + log[n-1].Command}
		}
		return p
	}
	for range t.Steps {
		c.Tell(picture(false))
		if t.wait(ctx, time.Duration(float64(t.Pace)*(0.5+rng.Float64()))); ctx.Err() != nil {
			return
		}
		n := 1 + rng.IntN(6)
		points[turn] += n
		m := outbox.Message{V: outbox.Version, Seq: len(log), At: at(), By: seats[turn], Command: fmt.Sprint(seats[turn], " gain ", n), Events: []string{fmt.Sprint(seats[turn], " points ", points[turn])}}
		m.Hash = m.After(log[len(log)-1].Hash)
		log, turn = append(log, m), (turn+1)%len(seats)
	}
	last := log[len(log)-1]
	log = append(log, outbox.Message{V: outbox.Version, Seq: last.Seq, Hash: last.Hash, End: &outbox.End{Game: id, Name: "simulated", Seats: seats, Result: seats[best(points)], Created: log[0].At, Finished: last.At, Record: true}})
	c.Tell(picture(true))
	t.wait(ctx, 3*t.Pace)
	t.shelf.put(id, log, names)
}

func best(points []int) (at int) {
	for i, p := range points {
		if p > points[at] {
			at = i
		}
	}
	return at
}

// A shelf is a log in memory.
type shelf struct {
	mu    sync.Mutex
	games map[string][]outbox.Message
	kept  map[string]outbox.Parcel
}

var _ outbox.Log = (*shelf)(nil)

func (s *shelf) put(id string, log []outbox.Message, names map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.games == nil {
		s.games, s.kept = map[string][]outbox.Message{}, map[string]outbox.Parcel{}
	}
	var all []string
	for seat := range names {
		all = append(all, seat)
	}
	s.games[id], s.kept[id] = log, outbox.Parcel{Game: id, Names: names, Named: all}
}

// Parcels returns all games that are over.
func (s *shelf) Parcels() (list []outbox.Parcel, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.kept {
		list = append(list, p)
	}
	return list, nil
}

// Whole returns a game.
func (s *shelf) Whole(id string) ([]outbox.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := append([]outbox.Message(nil), s.games[id]...)
	end := *log[len(log)-1].End
	log[len(log)-1].End = &end
	return log, nil
}

// Keep stores a parcel.
func (s *shelf) Keep(p outbox.Parcel) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[p.Game] = p
	return nil
}

// Agree does nothing: simulated players always agree.
func (s *shelf) Agree(string, []string) error { return nil }
