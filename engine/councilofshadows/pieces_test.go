package councilofshadows_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// Whoever takes a step back reads where the cubes lie as the board says it: by the galaxy and
// the planet, and not by numbers that stand nowhere.
func TestCubesAreNamedByTheBoard(t *testing.T) {
	named := regexp.MustCompile(`^Cubes in [a-z-]+( \d)?, (terrestrial|desert|volcanic)( \(\d of \d\))?$`)
	seen := 0
	for n, set := range fullSettings(t) {
		s, err := set.Game.New(set.Seats, set.Facts)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(tier.Seed(t), uint64(n)))
		for range tier.Of(t, tier.Screens, "commands", 300, 600, 2000) {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			events, err := s.Decide(set.Weigh(r, s, legal))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				s = s.Apply(e)
			}
		}
		for _, heap := range s.View().Pieces {
			if strings.Contains(heap.Name, "/") {
				seen++
				if title := heap.Title.String(); !named.MatchString(title) {
					t.Errorf("cubes are called %q", title)
				}
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d heaps of cubes were seen: that proves nothing", seen)
	}
}
