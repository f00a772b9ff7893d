package castingshadows_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
	"arbiter/engine/search"
)

// dealt are the settings in which cards are named.
func dealt(t *testing.T) []enginetest.Setting { return settings(t)[:3] }

func TestSamples(t *testing.T) {
	enginetest.Sampled(t, dealt(t), tier.Of(t, tier.Laws, "positions", 300, 1500, 20000), tier.Seed(t))
}

// TestNoSampleOfHeldCards: where people hold their cards nobody can name them.
func TestNoSampleOfHeldCards(t *testing.T) {
	s := settings(t)[3].Begin(t).(*castingshadows.State)
	if _, ok := s.Sample(settings(t)[3].Seats[0], rand.New(rand.NewPCG(1, 1))); ok {
		t.Error("there is a sample")
	}
}

// TestSamplesAreFair: each counterspell that may lie face down before another seat lies
// there equally often, by the square of deviations, which for 8 degrees of freedom is
// above 32 once in 10,000 times.
func TestSamplesAreFair(t *testing.T) {
	r := rand.New(rand.NewPCG(tier.Seed(t), 3))
	seen := begun(t, "kit frill", "dealt device", "kit trapped pointed-shield-1", "frill trapped", "frill trapped").(*castingshadows.State)
	const samples = 4000
	times := map[engine.Term]int{}
	for range samples {
		sample, _ := seen.Sample("kit", r)
		book, _ := sample.View().Zone("frill", "book")
		for _, c := range book.Cards {
			times[c.Name]++
		}
	}
	want, squares := 2*samples/9.0, 0.0
	for _, n := range times {
		squares += math.Pow(float64(n)-want, 2) / want
	}
	if len(times) != 9 || squares > 32 {
		t.Errorf("%d cards of 9 lay there, squares %.0f", len(times), squares)
	}
}

func TestMoves(t *testing.T) {
	enginetest.Moving(t, dealt(t), tier.Of(t, tier.Laws, "positions", 30, 90, 20000), tier.Seed(t))
}

// TestProspects: they add up to 1; who is out has none; at the end the winner has all, or
// those who are left share it.
func TestProspects(t *testing.T) {
	for seed, set := range dealt(t) {
		start, end, _ := played(t, set, uint64(seed))
		for _, s := range append(enginetest.Positions(t, []enginetest.Setting{set}, 2000, 20), start, end) {
			v, sum := s.View(), 0.0
			for i, p := range s.(search.Position).Prospects() {
				if sum += p; v.Seats[i].Out && p != 0 || v.Over && v.Seats[i].Winner && p != 1 || p < 0 {
					t.Errorf("%s: %v of %+v", v.Seats[i].Seat, p, v.Stage)
				}
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("they add up to %v", sum)
			}
		}
	}
}

// TestPlayoutAgrees: a game that stalls is a draw there.
func TestPlayoutAgrees(t *testing.T) {
	games := tier.Of(t, tier.Laws, "games", 3, 12, 300)
	enginetest.Playouts(t, dealt(t), games, tier.Seed(t), (*castingshadows.State).Playout, func(r *rand.Rand, chance []engine.Command) engine.Command {
		c := chance[r.IntN(len(chance))]
		if last := chance[len(chance)-1]; notation.Format(last) == "table adjourn" {
			return last
		}
		return c
	})
}
