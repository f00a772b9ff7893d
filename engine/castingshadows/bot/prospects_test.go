package bot_test

import (
	"math"
	"testing"

	"arbiter/engine"
	casting "arbiter/engine/castingshadows/bot"
	"arbiter/engine/castingshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/search"
)

// TestProspectsComeTrue: of all seats that were given about the same chances at the start of a
// turn about as many have won, as far as so few games can tell. The control: not if chances
// are called twice as far from even.
func TestProspectsComeTrue(t *testing.T) {
	tier.Unraced(t, "one goroutine plays a game")
	games := tier.Of(t, tier.Program, "games of each number of seats", 12, 25, 400)
	var given, won, seen [10]float64
	for _, seats := range tables {
		for seed := range uint64(games) {
			var told [][]float64
			turn := 0
			end := bottest.Watch(t, bottest.Start(t, seats), 1000+seed, all(seats, casting.Greedy{}), func(s engine.State) {
				if now := s.View().Round(); now > turn {
					turn, told = now, append(told, s.(search.Position).Prospects())
				}
			})
			for _, list := range told {
				for seat, p := range list {
					i := min(int(10*p), 9)
					given[i], seen[i] = given[i]+p, seen[i]+1
					if winner(end) == seat {
						won[i]++
					}
				}
			}
		}
	}
	off, control := 0.0, 0.0
	for i, n := range seen {
		if n == 0 {
			continue
		}
		t.Logf("%2.0f times given %2.0f %%: won %2.0f %%", n, 100*given[i]/n, 100*won[i]/n)
		off = math.Max(off, math.Abs(given[i]-won[i])/n-2/math.Sqrt(n))
		control = math.Max(control, math.Abs(2*given[i]-n/2-won[i])/n-2/math.Sqrt(n))
	}
	if off > 0.08 || control <= 0.08 {
		t.Errorf("chances are off by %.2f, and by %.2f where they are exaggerated", off, control)
	}
}
