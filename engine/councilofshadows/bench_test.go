package councilofshadows_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
)

func fresh(b *testing.B) engine.State { return startOf(b, settings(b)[4]) }

// fourFull is a game of four seats in the full book, with both modules.
func fourFull(b *testing.B) engine.State {
	all := fullSettings(b)
	return startOf(b, all[len(all)-1])
}

func startOf(b *testing.B, set enginetest.Setting) engine.State {
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
			next, _, err := engine.Step(s, weigh(r, s, legal))
			if err != nil {
				b.Fatal(err)
			}
			s = next
		}
	}
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
}

// BenchmarkStep is BenchmarkDecision in one step.
func BenchmarkStep(b *testing.B) { benchStep(b, fresh(b), weigh) }

// BenchmarkFullStep is BenchmarkFullDecision in one step.
func BenchmarkFullStep(b *testing.B) { benchStep(b, fourFull(b), weighFull) }

func benchStep(b *testing.B, start engine.State, w weighing) {
	s, r := start, rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		legal := s.Legal()
		if len(legal) == 0 {
			s = start
			continue
		}
		next, _, err := engine.Step(s, w(r, s, legal))
		if err != nil {
			b.Fatal(err)
		}
		s = next
	}
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

// BenchmarkFullDecision lists the legal commands of the full book, chooses one,
// decides and applies.
func BenchmarkFullDecision(b *testing.B) {
	start := fourFull(b)
	s, r := start, rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		legal := s.Legal()
		if len(legal) == 0 {
			s = start
			continue
		}
		events, err := s.Decide(weighFull(r, s, legal))
		if err != nil {
			b.Fatal(err)
		}
		s = engine.Fold(s, events...)
	}
}

// BenchmarkFullGame plays whole random games of four seats in the full book.
func BenchmarkFullGame(b *testing.B) {
	start, r := fourFull(b), rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	commands := 0
	for b.Loop() {
		for s := start; ; commands++ {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			next, _, err := engine.Step(s, weighFull(r, s, legal))
			if err != nil {
				b.Fatal(err)
			}
			s = next
		}
	}
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkFullSession is BenchmarkFullDecision with log and undo.
func BenchmarkFullSession(b *testing.B) {
	start, r := fourFull(b), rand.New(rand.NewPCG(1, 1))
	session := func() *engine.Session {
		s, err := engine.Resume(start, engine.NoLog{})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	s := session()
	b.ReportAllocs()
	for b.Loop() {
		legal := s.State().Legal()
		if len(legal) == 0 {
			s = session()
			continue
		}
		if _, err := s.Do(weighFull(r, s.State(), legal)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFullPlayout is BenchmarkFullGame in place.
func BenchmarkFullPlayout(b *testing.B) {
	start, r := fourFull(b).(*councilofshadows.State), rand.New(rand.NewPCG(1, 1))
	p := start.Playout()
	b.ReportAllocs()
	commands := 0
	for b.Loop() {
		for p.Restart(start); ; commands++ {
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			p.Play(weighFull(r, start, legal))
		}
	}
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkFullCopy copies a position.
func BenchmarkFullCopy(b *testing.B) {
	start := fourFull(b).(*councilofshadows.State)
	p := start.Playout()
	b.ReportAllocs()
	for b.Loop() {
		p.Restart(start)
	}
}
