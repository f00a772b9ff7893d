package main

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// BenchmarkArrivedToCommitted is the software's part of a card that was laid: from
// the reader's word to the entry in SQLite, on the disk, and told to everybody who
// watches. The log, the rules and the table are the real ones.
func BenchmarkArrivedToCommitted(b *testing.B) {
	uid, err := hw.ParseUID("04A2241B5C6D80")
	if err != nil {
		b.Fatal(err)
	}
	h := planning(b, uid)
	shots, err := h.table.Watch(b.Context(), "purple")
	if err != nil {
		b.Fatal(err)
	}
	version := (<-shots).Version
	var took []time.Duration
	change := func(kind hw.Kind) {
		begin := time.Now()
		h.changes <- hw.Change{Kind: kind, At: begin, Reader: "purple-1", UID: uid}
		for s := range shots {
			if s.Version > version {
				version = s.Version
				break
			}
		}
		took = append(took, time.Since(begin))
	}
	b.ResetTimer()
	for range b.N {
		change(hw.Arrived)
		change(hw.Left)
	}
	b.StopTimer()
	slices.Sort(took)
	at := func(q float64) float64 { return float64(took[int(q*float64(len(took)-1))].Microseconds()) }
	b.ReportMetric(at(0.5), "us-median")
	b.ReportMetric(at(0.99), "us-p99")
}

// planning is a house in which two people plan and one of them has a card with a
// tag.
func planning(b *testing.B, uid hw.UID) *house {
	h := emulatedHouse(b, "two-seats-five-fields", uid.String(), "purple", "discover")
	stop := h.run()
	b.Cleanup(func() {
		if err := stop(); err != nil {
			b.Error(err)
		}
	})
	n := companion.NewGame{Game: "council-of-shadows", Box: "stand-in", Order: []engine.Seat{"purple", "green"}}
	for _, seat := range n.Order {
		n.Seats = append(n.Seats, companion.Sitting{Seat: seat})
	}
	if _, err := h.table.Start(b.Context(), n); err != nil {
		b.Fatal(err)
	}
	for _, seat := range n.Order {
		s, err := h.table.Snapshot(b.Context(), seat)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := h.table.Do(b.Context(), companion.Wish{Seat: seat, Line: string(seat) + " pass", Version: s.Version}); err != nil {
			b.Fatal(err)
		}
	}
	return h
}

// emulatedHouse is a house at an emulated table, which knows one tag.
func emulatedHouse(b *testing.B, rigName, uid string, words ...string) *house {
	rig, err := setups.LoadRig(rigName)
	if err != nil {
		b.Fatal(err)
	}
	top, err := newTabletop(rig, b.TempDir(), 1)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	db, err := create(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	if err := db.Name(uid, words); err != nil {
		b.Fatal(err)
	}
	h, err := newHouse(houseOpts{rig: rig, db: db.DB, dir: dir, lang: "en", program: "test", wires: top, logger: slog.New(slog.DiscardHandler), settle: time.Millisecond})
	if err != nil {
		b.Fatal(err)
	}
	return h
}
