package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// timed is a store that tells when an entry is safe.
type timed struct {
	companion.Store
	safe chan time.Time
}

func (s timed) Create(h history.Header) (engine.Log, error) {
	log, err := s.Store.Create(h)
	return timedLog{log, s.safe}, err
}

type timedLog struct {
	engine.Log
	safe chan time.Time
}

func (l timedLog) Append(e engine.Entry) error {
	err := l.Log.Append(e)
	l.safe <- time.Now()
	return err
}

// From the moment at which a card has certainly arrived or left to the moment at
// which the entry is on the disk, with the real store, twenty readers and four
// onlookers; and, turn by turn on the same disk, the least that anything durable
// costs: a line of 200 bytes and a sync.
func BenchmarkArrivedToCommitted(b *testing.B) {
	dir := b.TempDir()
	table, changes, safe := watchedTable(b, dir)
	bare, err := os.Create(filepath.Join(dir, "lines"))
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	line := append(bytes.Repeat([]byte("x"), 199), '\n')
	uid, err := hw.ParseUID("04A2241B5C6D80")
	if err != nil {
		b.Fatal(err)
	}
	var ours, least []time.Duration
	b.ResetTimer()
	for i := range b.N {
		begin := time.Now()
		changes <- hw.Change{Kind: []hw.Kind{hw.Arrived, hw.Left}[i%2], At: begin, Reader: "purple-1", UID: uid}
		ours = append(ours, (<-safe).Sub(begin))
		if _, err := table.Snapshot(b.Context(), ""); err != nil { // everybody has been shown it
			b.Fatal(err)
		}
		begin = time.Now()
		if _, err := bare.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := bare.Sync(); err != nil {
			b.Fatal(err)
		}
		least = append(least, time.Since(begin))
	}
	report(b, ours, "")
	report(b, least, "-bare")
}

func report(b *testing.B, times []time.Duration, what string) {
	slices.Sort(times)
	at := func(share float64) float64 {
		return float64(times[int(share*float64(len(times)-1))].Microseconds())
	}
	b.ReportMetric(at(0.5), "p50-us"+what)
	b.ReportMetric(at(0.99), "p99-us"+what)
}

// watchedTable is a game of four in which cards are planned, with onlookers.
func watchedTable(b *testing.B, dir string) (*companion.Table, chan<- hw.Change, <-chan time.Time) {
	b.Helper()
	db, err := datadir.Create(dir)
	if err != nil {
		b.Fatal(err)
	}
	rig, err := setups.LoadRig("four-seats-five-fields")
	if err != nil {
		b.Fatal(err)
	}
	offers, err := companion.Offers(games.List()...)
	if err != nil {
		b.Fatal(err)
	}
	changes, safe := make(chan hw.Change), make(chan time.Time, 1)
	table, err := companion.New(companion.Opts{
		Offers: offers, Store: timed{datadir.Store{DB: db.DB, Dir: dir}, safe}, Readers: presence.ReadersOf(rig), Changes: changes,
		Tags: map[string][]string{"04A2241B5C6D80": {"purple", "discover"}}, Settle: time.Nanosecond,
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- table.Run(ctx) }()
	b.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	n := companion.NewGame{Game: "council-of-shadows", Box: "stand-in", Order: colors}
	for _, seat := range colors {
		n.Seats = append(n.Seats, companion.Seating{Seat: seat})
	}
	if _, err := table.Start(ctx, n); err != nil {
		b.Fatal(err)
	}
	for i, seat := range colors {
		if _, err := table.Do(ctx, companion.Request{Seat: seat, Line: string(seat) + " pass", Version: i}); err != nil {
			b.Fatal(err)
		}
		<-safe
		if _, err := table.Watch(ctx, seat); err != nil {
			b.Fatal(err)
		}
	}
	return table, changes, safe
}
