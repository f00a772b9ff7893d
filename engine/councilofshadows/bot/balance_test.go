package bot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

// exampleBook is bottest.FullBook with the box of the engine's scripts, which does not change.
func exampleBook(t testing.TB, seats []engine.Seat, facts ...string) *engine.Session {
	t.Helper()
	lines, err := setups.BoxLinesFrom("../testdata")(councilofshadows.Game.Name, "example")
	if err != nil {
		t.Fatal(err)
	}
	return bottest.Begin(t, scenario.DefaultBox, seats, append(lines, facts...)...)
}

// places are the places of seats in the first turn order, which dice decide.
func places(seats []engine.Seat, seed uint64) (list []int, facts []string) {
	list = rand.New(rand.NewPCG(seed, 12)).Perm(len(seats))
	for i, place := range list {
		facts = append(facts, fmt.Sprintf("%s order %d", seats[i], place+1))
	}
	return list, facts
}

// measure plays games of greedy bots at a table.
func measure(t testing.TB, names string, begin func(testing.TB, []engine.Seat, ...string) *engine.Session, first uint64, games int) *tally {
	t.Helper()
	var seats []engine.Seat
	bots := map[engine.Seat]bot.Bot{}
	for _, name := range strings.Fields(names) {
		seats = append(seats, engine.Seat(name))
		bots[engine.Seat(name)] = Greedy{}
	}
	all := newTally(len(seats))
	for i := range games {
		seed := first + uint64(i)
		order, told := places(seats, seed)
		s := begin(t, seats, told...)
		end := bottest.Match(t, s, seed, bots)
		if seats[1] == "automa" {
			order = []int{0, 1} // here the question is who wins, not who begins
		}
		all.add(end, order)
		all.note(s)
	}
	return all
}

// limit is the largest share of wins that is no sign of a better bot: 60 in 100 and
// two deviations.
func limit(games int) float64 { return 0.6 + 2*math.Sqrt(0.6*0.4/float64(games)) }

// TestBalance plays the full book with the stand-in box among equal greedy bots and
// compares what comes of it with the targets (census_test.go).
func TestBalance(t *testing.T) {
	tier.Test(t, tier.Program, "60 games of greedy bots at each of 3 tables")
	t.Parallel()
	games, seed := tier.Of(t, tier.Program, "games", 0, 60, 2000), tier.Seed(t)
	for _, names := range []string{"purple red", "purple red green", "purple red green blue"} {
		t.Run(names, func(t *testing.T) {
			t.Parallel()
			all := measure(t, names, bottest.FullBook, seed, games)
			t.Log(all)
			for _, fault := range all.faults() {
				t.Error(fault)
			}
		})
	}
}

// The last seat of the first turn order does not buy the same in each game: purchases
// of about the same worth are decided by dice.
func TestFirstPurchasesDiffer(t *testing.T) {
	tier.Test(t, tier.Program, "8 games of greedy bots")
	t.Parallel()
	seats := []engine.Seat{"purple", "red", "green", "blue"}
	bots := map[engine.Seat]bot.Bot{}
	for _, seat := range seats {
		bots[seat] = Greedy{}
	}
	kinds := map[string]int{}
	for seed := range uint64(8) {
		s := bottest.FullBook(t, seats, "purple order 1", "red order 2", "green order 3", "blue order 4")
		bottest.Match(t, s, seed, bots)
		kinds[firstPurchases(s, "blue")]++
	}
	t.Log(kinds)
	if len(kinds) == 1 {
		t.Errorf("it always buys %v", kinds)
	}
}

// firstPurchases are what a seat bought in round 1.
func firstPurchases(s *engine.Session, seat engine.Seat) (list string) {
	for _, entry := range s.Entries() {
		for _, e := range entry.Events {
			switch e := e.(type) {
			case councilofshadows.Planned:
				return list
			case councilofshadows.Bought:
				if e.Seat == seat {
					list += e.What.String() + " "
				}
			}
		}
	}
	return list
}

// TestBalanceOfOtherBoxes is the control: with the values of the box of the scripts,
// which nobody has tuned, the measure has faults.
func TestBalanceOfOtherBoxes(t *testing.T) {
	tier.Test(t, tier.Program, "40 games of greedy bots with other values")
	t.Parallel()
	all := measure(t, "purple red green blue", exampleBook, tier.Seed(t), 40)
	t.Log(all.faults())
	if len(all.faults()) == 0 {
		t.Errorf("nothing is wrong: %s", all)
	}
}

// TestBalanceAgainstTheAutoma tells how often the bot wins; there is no target.
func TestBalanceAgainstTheAutoma(t *testing.T) {
	tier.Long(t, tier.Program, "400 games of the greedy bot against the Automa")
	t.Parallel()
	t.Log(measure(t, "purple automa", bottest.FullBook, tier.Seed(t), 400))
}

// TestUnequalBots is the control: among unequal bots the measure must see who is
// better. It also says that greedy plays better than the others.
func TestUnequalBots(t *testing.T) {
	tier.Test(t, tier.Program, "32 games of bots")
	for name, other := range map[string]bot.Bot{"casual": Casual{}, "random": Random()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const games = 16
			all := newTally(2)
			for seed := range uint64(games) {
				first, second := bot.Bot(Greedy{}), other
				places := []int{0, 1}
				if seed%2 == 1 {
					first, second, places = second, first, []int{1, 0}
				}
				all.add(bottest.Match(t, bottest.FullBook(t, []engine.Seat{"purple", "red"}), seed, map[engine.Seat]bot.Bot{"purple": first, "red": second}), places)
			}
			if wins := all.shares()[0]; wins <= limit(games) {
				t.Errorf("greedy wins %.2f of the games against %s", wins, name)
			}
		})
	}
}
