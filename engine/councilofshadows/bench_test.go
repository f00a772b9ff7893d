package councilofshadows_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
)

func fresh(b *testing.B) enginetest.Setting { return settings(b)[4] }

// fourFull is a game of four seats in the full book, with both modules.
func fourFull(b *testing.B) enginetest.Setting {
	all := fullSettings(b)
	return all[len(all)-1]
}

func BenchmarkDecision(b *testing.B)     { enginetest.BenchDecision(b, fresh(b)) }
func BenchmarkFullDecision(b *testing.B) { enginetest.BenchDecision(b, fourFull(b)) }
func BenchmarkStep(b *testing.B)         { enginetest.BenchStep(b, fresh(b)) }
func BenchmarkFullStep(b *testing.B)     { enginetest.BenchStep(b, fourFull(b)) }
func BenchmarkGame(b *testing.B)         { enginetest.BenchGame(b, fresh(b)) }
func BenchmarkFullGame(b *testing.B)     { enginetest.BenchGame(b, fourFull(b)) }

func BenchmarkCopy(b *testing.B) {
	enginetest.BenchApply(b, fresh(b).Begin(b), councilofshadows.Energy{Seat: "purple", By: 0, Cause: councilofshadows.Yield})
}

func BenchmarkView(b *testing.B) { enginetest.BenchView(b, fresh(b).Begin(b)) }

// BenchmarkFullSession is BenchmarkFullDecision with log and undo.
func BenchmarkFullSession(b *testing.B) {
	start, r := fourFull(b).Begin(b), rand.New(rand.NewPCG(1, 1))
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
	start, r := fourFull(b).Begin(b).(*councilofshadows.State), rand.New(rand.NewPCG(1, 1))
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
	start := fourFull(b).Begin(b).(*councilofshadows.State)
	p := start.Playout()
	b.ReportAllocs()
	for b.Loop() {
		p.Restart(start)
	}
}
