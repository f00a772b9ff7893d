package councilofshadows_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// A playout lists and brings about what Legal, Decide and Apply do.
func TestPlayoutAgrees(t *testing.T) {
	for n, set := range fullSettings(t) {
		s, err := set.Game.New(set.Seats, set.Facts)
		if err != nil {
			t.Fatal(err)
		}
		p, r := s.(*councilofshadows.State).Playout(), rand.New(rand.NewPCG(uint64(n), 3))
		for {
			legal := s.Legal()
			if !reflect.DeepEqual(append([]engine.Command{}, legal...), append([]engine.Command{}, p.Legal()...)) {
				t.Fatalf("table %d: the playout lists something else", n)
			}
			if len(legal) == 0 {
				break
			}
			c := weighFull(r, s, legal)
			events, err := s.Decide(c)
			if err != nil {
				t.Fatal(err)
			}
			s = engine.Fold(s, events...)
			if p.Play(c); !reflect.DeepEqual(s, engine.State(p.State())) {
				t.Fatalf("table %d: the playout is somewhere else after %v", n, c)
			}
		}
	}
}
