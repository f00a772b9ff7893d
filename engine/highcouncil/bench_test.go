package highcouncil_test

import (
	"testing"

	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
)

func BenchmarkGame(b *testing.B) {
	for n, name := range []string{"four-dealt", "two-dealt", "four-cardboard", "two-cardboard"} {
		b.Run(name, func(b *testing.B) { enginetest.BenchGame(b, settings(b)[n]) })
	}
}

func BenchmarkStep(b *testing.B) { enginetest.BenchStep(b, settings(b)[1]) }

func BenchmarkPlayout(b *testing.B) {
	enginetest.BenchPlayout(b, settings(b)[1].Begin(b).(*highcouncil.State).Playout())
}

func BenchmarkCopy(b *testing.B) {
	enginetest.BenchApply(b, settings(b)[0].Begin(b), highcouncil.Owed{Seat: "white"})
}

func BenchmarkView(b *testing.B) { enginetest.BenchView(b, settings(b)[0].Begin(b)) }
