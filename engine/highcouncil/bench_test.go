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

func BenchmarkCopy(b *testing.B) {
	enginetest.BenchApply(b, settings(b)[0].Begin(b), highcouncil.Owed{Seat: "white"})
}

func BenchmarkView(b *testing.B) { enginetest.BenchView(b, settings(b)[0].Begin(b)) }
