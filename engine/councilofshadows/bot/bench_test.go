package bot

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/search"
)

// BenchmarkRollout plays on by Greedy from the beginning of a game of two seats, as bots that
// search do.
func BenchmarkRollout(b *testing.B) {
	s := bottest.FullBook(b, []engine.Seat{"purple", "red"}).State().(*councilofshadows.State)
	luck := search.Luck(1)
	on := newRollouts(s, "purple")
	b.ReportAllocs()
	for b.Loop() {
		on.play(nil, &luck)
	}
}
