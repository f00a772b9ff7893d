package councilofshadows_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// A game of the full book that is not over after so many commands does not end.
const mostCommands = 6000

// TestManyGames plays random games of the full book in place, over all numbers of
// seats, modules and rulings, and looks at every position: markers, cards, tiles,
// cubes and stations are where they can be and each of them once. Each game ends,
// with the right winners. It is much faster than the laws, and proves less: they
// look at Decide, lists, secrets and the log, too.
func TestManyGames(t *testing.T) {
	var starts []*councilofshadows.State
	for _, set := range fullSettings(t) {
		starts = append(starts, begun(t, set))
	}
	games, first := tier.Of(t, tier.Referees, "games", 64, 320, 16000), tier.Seed(t)
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			var sum tally
			p := starts[0].Playout()
			for i := shard; i < games; i += shards {
				n := first + uint64(i)
				sum.play(t, p, starts[n%uint64(len(starts))], n)
			}
			t.Log(sum)
		})
	}
}

func begun(tb testing.TB, set enginetest.Setting) *councilofshadows.State {
	s, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		tb.Fatal(err)
	}
	return s.(*councilofshadows.State)
}

// A tally sums up what games were like.
type tally struct{ games, commands, longest, rounds, gems int }

func (y tally) String() string {
	return fmt.Sprintf("%d games, %d commands, at most %d commands and %d rounds in one, at most %d gems of a color",
		y.games, y.commands, y.longest, y.rounds, y.gems)
}

func (y *tally) play(t *testing.T, p *councilofshadows.Playout, start *councilofshadows.State, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 2))
	p.Restart(start)
	var last engine.Command
	defer func() {
		if x := recover(); x != nil {
			t.Fatalf("seed %d, after %q: %v", seed, notation.Format(last), x)
		}
	}()
	n := 0
	for ; n < mostCommands; n++ {
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		last = weighFull(r, start, legal)
		p.Play(last)
		if err := p.Sound(); err != nil {
			t.Fatalf("seed %d, after %d commands, the last of them %q: %v", seed, n+1, notation.Format(last), err)
		}
		y.gems = max(y.gems, p.Gems())
	}
	over, rounds := p.Over()
	want, got := p.Winners()
	if !over || len(want) == 0 || !slices.Equal(got, want) {
		t.Fatalf("seed %d, after %d commands: over %t, the winners are %v, not %v", seed, n, over, got, want)
	}
	y.games, y.commands, y.longest, y.rounds = y.games+1, y.commands+n, max(y.longest, n), max(y.rounds, rounds)
}

// TestSpoiled is the control of TestManyGames: positions that cannot be are found.
func TestSpoiled(t *testing.T) {
	all := fullSettings(t)
	start := begun(t, all[len(all)-1])
	p, r := start.Playout(), rand.New(rand.NewPCG(1, 2))
	for range 60 {
		p.Play(weighFull(r, start, p.Legal()))
	}
	if err := p.Sound(); err != nil {
		t.Fatal(err)
	}
	spoiled := p.State().Playout()
	for n := 0; ; n++ {
		spoiled.Restart(p.State())
		name := spoiled.Spoil(n)
		if name == "" {
			break
		}
		if spoiled.Sound() == nil {
			t.Errorf("nobody minds %s", name)
		}
	}
}

// Random games are played in this many parts at once.
const shards = 8
