package highcouncil_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// The first settings, and how many of twenty games are played at each. Where
// people hold their cards, random bots play far longer: they may show any card.
var tables = []struct {
	name string
	part int
}{{"four-dealt", 9}, {"two-dealt", 9}, {"four-held", 1}, {"two-held", 1}}

// How a random game ended.
type outcome struct {
	commands, turns int
	winner          engine.Text // the faction; zero if the council adjourned
}

// TestRandomGames plays whole games of equal random bots and counts who wins.
// What must hold of the material is checked now and then and at the end.
func TestRandomGames(t *testing.T) {
	games, first := tier.Of(t, tier.Referees, "games", 20, 400, 20000), tier.Seed(t)
	for n, table := range tables {
		t.Run(table.name, func(t *testing.T) {
			start := settings(t)[n].Begin(t)
			all := make([]outcome, games*table.part/20)
			var work sync.WaitGroup
			for shard := range enginetest.Shards {
				work.Go(func() {
					for i := shard; i < len(all); i += enginetest.Shards {
						all[i] = play(t, start, rand.New(rand.NewPCG(first+uint64(i), 0)))
					}
				})
			}
			work.Wait()
			report(t, all, first)
		})
	}
}

func play(t *testing.T, s engine.State, r *rand.Rand) outcome {
	for n := 0; ; n++ {
		legal := s.Legal()
		if len(legal) == 0 || n%512 == 511 {
			material(t, s.View())
		}
		if len(legal) == 0 {
			return ended(t, s.View(), n)
		}
		events, err := s.Decide(weigh(r, s, legal))
		if err != nil {
			t.Error(err)
			return outcome{}
		}
		for _, e := range events {
			s = s.Apply(e)
		}
	}
}

func ended(t *testing.T, v engine.View, commands int) outcome {
	o := outcome{commands: commands, turns: v.Stage[0].Args[0].(int)}
	if !v.Over {
		t.Errorf("nothing is legal, but the game is not over")
	}
	for _, p := range v.Seats {
		if p.Winner {
			o.winner = p.Who
		}
	}
	return o
}

// material: no color has more than ten followers, a speaker, ten arguments; no
// faction more than six arguments of a color; every hand three cards, as far as
// they lie nowhere else; a block of 16 ends the game.
func material(t *testing.T, v engine.View) {
	pieces := map[engine.Term]int{}
	for _, z := range v.Zones {
		if z.Seat == engine.Table && len(z.Cards) > 0 {
			pieces[z.Cards[0].Name]++
		}
	}
	for _, color := range []engine.Term{"white", "yellow", "red", "blue"} {
		if f, s := pieces[color+"-follower"], pieces[color+"-speaker"]; f > 10 || s > 1 {
			t.Errorf("%s has %d followers and %d speakers on the ring", color, f, s)
		}
	}
	for _, track := range v.Tracks[2:] {
		sides := [2]int{}
		for i, n := range track.At {
			sides[i%2] += n
			if n < 0 {
				t.Errorf("%s: %v", track.Name, track.At)
			}
		}
		if max(sides[0], sides[1]) > 6 || sides[0]+sides[1] > 10 {
			t.Errorf("%s: %v", track.Name, track.At)
		}
	}
	if block := slices.Max(v.Tracks[1].At); !v.Over && block >= 16 {
		t.Errorf("a block of %d has not won", block)
	}
}

func report(t *testing.T, all []outcome, seed uint64) {
	if len(all) == 0 {
		t.Fatal("no games")
	}
	wins, commands := map[string]int{}, 0
	var turns []int
	for _, o := range all {
		wins[o.winner.String()]++
		commands += o.commands
		turns = append(turns, o.turns)
	}
	slices.Sort(turns)
	at := func(part int) int { return turns[(len(turns)-1)*part/1000] }
	t.Logf("%d games from seed %d, %d commands; turns: 5%% %d, median %d, 95%% %d, 99.9%% %d, most %d; pro %d, contra %d, adjourned %d",
		len(all), seed, commands, at(50), at(500), at(950), at(999), turns[len(turns)-1], wins["pro"], wins["contra"], wins[""])
	if len(all) > 5 && wins["pro"]+wins["contra"] == 0 {
		t.Error("nobody has ever won")
	}
}
