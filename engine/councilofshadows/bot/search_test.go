package bot

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
)

// TestSearchSeesItsSeatAlone plays two games that differ only in the bonus cards that red
// has: with the same dice each strength on purple does the same in both.
func TestSearchSeesItsSeatAlone(t *testing.T) {
	t.Parallel()
	seats := []engine.Seat{"purple", "red"}
	a, b := bottest.FullBook(t, seats), bottest.FullBook(t, seats)
	r := rand.New(rand.NewPCG(tier.Seed(t), 12))
	asked, peeked := 0, false
	for range 150 {
		c, d := alikeCommands(r, a.State(), b.State())
		if c == nil {
			break
		}
		if c.By() == "purple" && asked < 12 && r.IntN(4) == 0 {
			peeked = peeked || caught(a, b)
			c = alikeIn(t, a, b, r.Uint64())
			d, asked = c, asked+1
		}
		play(t, a, c)
		play(t, b, d)
	}
	if *a.State().(*councilofshadows.State) == *b.State().(*councilofshadows.State) || asked < 6 || !peeked {
		t.Errorf("control: the games do not differ, purple was asked %d times only, or a bot that sees everything is not caught: %v", asked, peeked)
	}
}

// alikeCommands are commands for two games, the same one for both but where red is dealt a
// card; none if there is no such one.
func alikeCommands(r *rand.Rand, a, b engine.State) (c, d engine.Command) {
	legal, other := a.Legal(), b.Legal()
	for _, i := range r.Perm(len(legal)) {
		if deal, ok := legal[i].(councilofshadows.Deal); ok && deal.To == "red" {
			return legal[i], other[r.IntN(len(other))]
		}
		if slices.Contains(other, legal[i]) {
			return legal[i], legal[i]
		}
	}
	return nil, nil
}

func play(t *testing.T, s *engine.Session, c engine.Command) {
	t.Helper()
	if _, err := s.Do(c); err != nil {
		t.Fatal(err)
	}
}

// peeking is a bot that would be unfair: what it does depends on all that it is shown.
type peeking struct{}

func (peeking) Choose(_ bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return choices[int(crc32.ChecksumIEEE(fmt.Append(nil, s.State.View().Zones)))%len(choices)]
}

// caught tells whether it does something else in each of the games if it is shown all.
func caught(a, b *engine.Session) bool {
	var did [2]engine.Command
	for i, s := range []*engine.Session{a, b} {
		seen, choices := bottest.Sees(s, "purple")
		seen.State = s.State()
		did[i] = peeking{}.Choose(nil, seen, choices)
	}
	return did[0] != did[1]
}

// alikeIn is what the strengths do in both games; the choice of one of them.
func alikeIn(t *testing.T, a, b *engine.Session, dice uint64) (chosen engine.Command) {
	t.Helper()
	for _, strength := range []bot.Bot{peeking{}, Casual{}, Greedy{}, Searcher{Lines: 4, Rollouts: 8}} {
		var did [2]engine.Command
		for i, s := range []*engine.Session{a, b} {
			seen, choices := bottest.Sees(s, "purple")
			did[i] = strength.Choose(rand.New(rand.NewPCG(dice, 0)), seen, choices)
		}
		if chosen = did[0]; did[1] != chosen {
			t.Fatalf("%T can tell the games apart: %v, %v", strength, did[0], did[1])
		}
	}
	return chosen
}

// TestSearchBeatsGreedy plays whole games from either seat, against greedy and against the
// Automa: they end. In many, it wins most against greedy.
func TestSearchBeatsGreedy(t *testing.T) {
	t.Parallel()
	games, first := tier.Of(t, tier.Program, "games", 1, 1, 40), tier.Seed(t)
	won := 0
	for i := range uint64(games) {
		seats := []engine.Seat{"purple", "red"}
		bots := map[engine.Seat]bot.Bot{"purple": Greedy{}, "red": Greedy{}}
		bots[seats[i%2]] = Club
		end := bottest.Match(t, bottest.FullBook(t, seats), first+i, bots)
		if end.Seats[i%2].Winner {
			won++
		}
	}
	t.Logf("%d games, %d won", games, won)
	if games >= 20 && won*10 < games*7 {
		t.Errorf("it wins %d of %d", won, games)
	}
	alone := []engine.Seat{"purple", "automa"}
	bottest.Match(t, bottest.FullBook(t, alone), first, map[engine.Seat]bot.Bot{"purple": Searcher{Lines: 3, Rollouts: 6}})
}

// Chances are in the order in which the seats were named, whoever's turn is first: who is far
// ahead has the larger one.
func TestChances(t *testing.T) {
	seats := []engine.Seat{"purple", "red"}
	for ahead, name := range seats {
		s := bottest.FullBook(t, seats, "red order 1", "purple order 2", "round 5", "phase buy", string(name)+" bought project-4", string(name)+" at energy 60")
		got := Searcher{}.Chances(rand.New(rand.NewPCG(1, 0)), bot.Seen{Seat: "purple", State: s.Seen("purple")}, 3)
		if len(got) != 2 || got[ahead] < 0.6 || got[1-ahead] > 0.4 {
			t.Errorf("%s is ahead, with chances of %v", name, got)
		}
	}
}

// The best of some worths are those that sorting finds, the lowest first.
func TestBest(t *testing.T) {
	r := rand.New(rand.NewPCG(tier.Seed(t), 4))
	for range 200 {
		var top best
		var all []float64
		most := r.IntN(5)
		for range r.IntN(12) {
			w := float64(r.IntN(8))
			all = append(all, w)
			top.add(w, most)
		}
		slices.Sort(all)
		if want := all[max(0, len(all)-most):]; !slices.Equal(top.worths[:top.n], want) {
			t.Fatalf("the best %d of %v are not %v", most, all, top.worths[:top.n])
		}
	}
}
