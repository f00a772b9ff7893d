package councilofshadows_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

func fresh(b *testing.B) engine.State {
	set := settings(b)[4]
	s, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkDecision lists the legal commands, chooses one, decides and applies.
func BenchmarkDecision(b *testing.B) {
	start := fresh(b)
	s, r := start, rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		legal := s.Legal()
		if len(legal) == 0 {
			s = start
			continue
		}
		events, err := s.Decide(weigh(r, s, legal))
		if err != nil {
			b.Fatal(err)
		}
		s = engine.Fold(s, events...)
	}
}

// BenchmarkGame plays whole random games of four seats.
func BenchmarkGame(b *testing.B) {
	start, r := fresh(b), rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	commands := 0
	for b.Loop() {
		for s := start; ; commands++ {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			events, err := s.Decide(weigh(r, s, legal))
			if err != nil {
				b.Fatal(err)
			}
			s = engine.Fold(s, events...)
		}
	}
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
}

// BenchmarkCopy applies an event that changes one number.
func BenchmarkCopy(b *testing.B) {
	s := fresh(b)
	e := engine.Event(councilofshadows.Energy{Seat: "purple", By: 0, Cause: councilofshadows.Yield})
	b.ReportAllocs()
	for b.Loop() {
		s.Apply(e)
	}
}

func BenchmarkView(b *testing.B) {
	s := fresh(b)
	b.ReportAllocs()
	for b.Loop() {
		s.View()
	}
}
