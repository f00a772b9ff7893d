package councilofshadows_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// TestPlayoutAgrees plays random games of the full book twice, side by side: a
// playout lists and brings about what Legal, Decide and Apply do.
func TestPlayoutAgrees(t *testing.T) {
	var starts []*councilofshadows.State
	for _, set := range fullSettings(t) {
		starts = append(starts, begun(t, set))
	}
	games, first := tier.Of(t, tier.Referees, "games", 16, 64, 16000), tier.Seed(t)
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			for i := shard; i < games; i += shards {
				n := first + uint64(i)
				sideBySide(t, starts[n%uint64(len(starts))], n)
			}
		})
	}
}

func sideBySide(t *testing.T, s *councilofshadows.State, seed uint64) {
	p, r := s.Playout(), rand.New(rand.NewPCG(seed, 3))
	for {
		legal := s.Legal()
		if !slices.Equal(legal, p.Legal()) {
			t.Fatalf("seed %d: the playout lists something else", seed)
		}
		if len(legal) == 0 {
			return
		}
		c := weighFull(r, s, legal)
		events, err := s.Decide(c)
		if err != nil {
			t.Fatalf("seed %d: legal %q was refused: %v", seed, notation.Format(c), err)
		}
		s = engine.Fold(s, events...).(*councilofshadows.State)
		if p.Play(c); *s != *p.State() {
			t.Fatalf("seed %d: the playout is somewhere else after %q", seed, notation.Format(c))
		}
	}
}
