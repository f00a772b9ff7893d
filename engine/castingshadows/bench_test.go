package castingshadows_test

import (
	"testing"

	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
)

func BenchmarkStep(b *testing.B) { enginetest.BenchStep(b, settings(b)[1]) }

func BenchmarkPlayout(b *testing.B) {
	enginetest.BenchPlayout(b, settings(b)[1].Begin(b).(*castingshadows.State).Playout())
}
