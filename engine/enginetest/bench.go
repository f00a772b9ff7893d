package enginetest

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/search"
)

// BenchGame plays whole random games: list what is legal, choose, step.
func BenchGame(b *testing.B, set Setting) {
	start, r := set.Begin(b), rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	commands := 0
	for b.Loop() {
		for s := start; ; commands++ {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			next, _, err := engine.Step(s, set.choose(r, s, legal))
			if err != nil {
				b.Fatal(err)
			}
			s = next
		}
	}
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
	b.ReportMetric(float64(commands)/float64(b.N), "commands/game")
}

// BenchDecision lists the legal commands, chooses one, decides and folds.
func BenchDecision(b *testing.B, set Setting) {
	benchCommand(b, set, func(s engine.State, c engine.Command) (engine.State, error) {
		events, err := s.Decide(c)
		if err != nil {
			return nil, err
		}
		return engine.Fold(s, events...), nil
	})
}

// BenchStep is BenchDecision with Step in place of Decide and Fold.
func BenchStep(b *testing.B, set Setting) {
	benchCommand(b, set, func(s engine.State, c engine.Command) (engine.State, error) {
		next, _, err := engine.Step(s, c)
		return next, err
	})
}

// BenchPlayout plays random games in place, as search does.
func BenchPlayout(b *testing.B, p search.Playout) {
	r, commands := rand.New(rand.NewPCG(1, 1)), 0
	var moves []engine.Command
	b.ReportAllocs()
	for b.Loop() {
		p.Begin(r)
		for moves = p.Moves(moves[:0]); len(moves) > 0; moves = p.Moves(moves[:0]) {
			p.Play(moves[r.IntN(len(moves))], r)
			commands++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "moves/s")
}

func benchCommand(b *testing.B, set Setting, play func(engine.State, engine.Command) (engine.State, error)) {
	start := set.Begin(b)
	s, r := start, rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		legal := s.Legal()
		if len(legal) == 0 {
			s = start
			continue
		}
		next, err := play(s, set.choose(r, s, legal))
		if err != nil {
			b.Fatal(err)
		}
		s = next
	}
}

// BenchApply applies an event such as one that changes one number.
func BenchApply(b *testing.B, s engine.State, e engine.Event) {
	b.ReportAllocs()
	for b.Loop() {
		s.Apply(e)
	}
}

// BenchView draws a view.
func BenchView(b *testing.B, s engine.State) {
	b.ReportAllocs()
	for b.Loop() {
		s.View()
	}
}
