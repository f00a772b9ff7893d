package castingshadows_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest/tier"
)

// TestPositionsAreSound plays random games and looks at each position that a seat meets:
// two, three, four seats with the stand-in box, and four with one in which nearly
// everything reacts.
func TestPositionsAreSound(t *testing.T) {
	tier.Unraced(t, "no goroutines meet in a game")
	games, seed := tier.Of(t, tier.Laws, "random games", 40, 20000, 20000), tier.Seed(t)
	var playouts []*castingshadows.Playout
	for _, n := range []int{1, 0, 2, 4} {
		playouts = append(playouts, settings(t)[n].Begin(t).(*castingshadows.State).Playout())
	}
	var positions, draws int
	for n := range uint64(games) {
		p, r := playouts[n%4], rand.New(rand.NewPCG(seed+n, 17))
		for p.Begin(r); p.Roll(r); positions++ {
			if wrong := p.Unsound(); wrong != "" {
				t.Fatalf("seed %d, position %d: %s", seed+n, positions, wrong)
			}
		}
		switch end := p.State(); {
		case len(end.Legal()) > 0:
			t.Fatalf("seed %d: no seat can do anything, and the game is not over", seed+n)
		case end.Drawn():
			draws++
		}
	}
	t.Logf("%d games, %d positions, %d draws", games, positions, draws)
}

// TestUnsoundPositionsAreSeen is the control: each position that is spoilt is seen.
func TestUnsoundPositionsAreSeen(t *testing.T) {
	p, r := settings(t)[1].Begin(t).(*castingshadows.State).Playout(), rand.New(rand.NewPCG(1, 17))
	p.Begin(r)
	for name, s := range p.State().Spoilt() {
		if s.Unsound() == "" {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}
