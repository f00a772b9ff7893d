package highcouncil_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// BenchmarkGame plays whole random games: list what is legal, choose, decide,
// apply.
func BenchmarkGame(b *testing.B) {
	for name, n := range map[string]int{"four-dealt": 0, "two-dealt": 1, "four-cardboard": 2, "two-cardboard": 3} {
		b.Run(name, func(b *testing.B) {
			start, r := settings(b)[n].Begin(b), rand.New(rand.NewPCG(1, 1))
			b.ReportAllocs()
			commands := 0
			for b.Loop() {
				for s := start; ; commands++ {
					legal := s.Legal()
					if len(legal) == 0 {
						break
					}
					next, _, err := engine.Step(s, weigh(r, s, legal))
					if err != nil {
						b.Fatal(err)
					}
					s = next
				}
			}
			b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
			b.ReportMetric(float64(commands)/float64(b.N), "commands/game")
		})
	}
}

// BenchmarkCopy applies an event that changes one number.
func BenchmarkCopy(b *testing.B) {
	s := settings(b)[0].Begin(b)
	e := engine.Event(highcouncil.Owed{Seat: "white"})
	b.ReportAllocs()
	for b.Loop() {
		s.Apply(e)
	}
}

func BenchmarkView(b *testing.B) {
	s := settings(b)[0].Begin(b)
	b.ReportAllocs()
	for b.Loop() {
		s.View()
	}
}
