package highcouncil_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
)

// dealt are the settings in which cards are named.
func dealt(t *testing.T) []enginetest.Setting {
	all := settings(t)
	return []enginetest.Setting{all[0], all[1], all[4]}
}

func TestSamples(t *testing.T) {
	enginetest.Sampled(t, dealt(t), tier.Of(t, tier.Laws, "positions", 600, 600, 20000), tier.Seed(t))
}

func TestMoves(t *testing.T) {
	enginetest.Moving(t, dealt(t), tier.Of(t, tier.Laws, "positions", 300, 600, 20000), tier.Seed(t))
}

// TestNoSampleOfHeldHands: where people hold their cards nobody can name them.
func TestNoSampleOfHeldHands(t *testing.T) {
	s := settings(t)[3].Begin(t).(*highcouncil.State)
	if _, ok := s.Sample("ana", rand.New(rand.NewPCG(1, 1))); ok {
		t.Error("there is a sample")
	}
}

// TestSamplesAreFair: each card that may be in a hand is there equally often, by the
// square of deviations, which for 31 degrees of freedom is above 70 once in 10,000 times.
func TestSamplesAreFair(t *testing.T) {
	s, err := engine.Resume(settings(t)[1].Begin(t), engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(tier.Seed(t), 3))
	for range 6 {
		legal := s.State().Legal()
		if _, err := s.Do(legal[r.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	seen := s.Seen("white").(*highcouncil.State)
	const samples = 4000
	times := map[engine.Term]int{}
	for range samples {
		sample, _ := seen.Sample("white", r)
		hand, _ := sample.View().Zone("red", engine.Hand)
		for _, c := range hand.Cards {
			times[c.Name]++
		}
	}
	want, squares := 3*samples/32.0, 0.0
	for _, n := range times {
		squares += math.Pow(float64(n)-want, 2) / want
	}
	if len(times) != 32 || squares > 70 {
		t.Errorf("%d cards of 32 were in the hand, squares %.0f", len(times), squares)
	}
}

func TestPlayoutAgrees(t *testing.T) {
	games := tier.Of(t, tier.Laws, "games", 4, 16, 400)
	enginetest.Playouts(t, dealt(t), games, tier.Seed(t), (*highcouncil.State).Playout, func(r *rand.Rand, chance []engine.Command) engine.Command {
		return chance[r.IntN(len(chance))]
	})
}
