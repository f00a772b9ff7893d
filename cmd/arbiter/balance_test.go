package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// fullBook begins a game of the full book with the stand-in box and more facts.
func fullBook(t testing.TB, seats []engine.Seat, facts ...string) *engine.Session {
	t.Helper()
	table, err := setups.TableOf(councilofshadows.Game.Name)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := table.Facts(standIn)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"book full", "stacks device"}
	for _, l := range lines {
		texts = append(texts, l.Text)
	}
	var told []engine.Event
	for _, text := range append(texts, facts...) {
		e, err := councilofshadows.Game.Words.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, e)
	}
	start, err := councilofshadows.Game.New(seats, told)
	if err != nil {
		t.Fatal(err)
	}
	s, err := engine.Resume(start, silent{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sees is what a bot at a seat is given, without the picture: the commands of the
// seat, and those of robots.
func sees(s *engine.Session, seat engine.Seat) companion.Snapshot {
	state := s.Seen(seat)
	shot := companion.Snapshot{Seat: seat, State: state, Version: s.Version()}
	for _, c := range state.Legal() {
		if c.By() == seat || c.By() == "automa" {
			shot.Legal = append(shot.Legal, companion.Choice{By: c.By(), Command: c})
		}
	}
	return shot
}

// match plays a game between bots, with chance as shuffled stacks have it, and
// returns its end.
func match(t testing.TB, s *engine.Session, seed uint64, bots map[engine.Seat]bot) councilofshadows.Look {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 11))
	for range 4000 {
		legal := s.State().Legal()
		if len(legal) == 0 {
			return s.State().(*councilofshadows.State).Look()
		}
		c := engine.Command(nil)
		if chance := engine.Of(engine.Table, legal); len(chance) > 0 {
			c = chance[r.IntN(len(chance))]
		} else {
			by := legal[0].By()
			if by == "automa" {
				by = "purple" // who plays against it chooses for it
			}
			shot := sees(s, by)
			c = bots[by].choose(r, shot, shot.Legal).Command
		}
		if _, err := s.Do(c); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, notation.Format(c), err)
		}
	}
	t.Fatalf("seed %d: the game does not end", seed)
	return councilofshadows.Look{}
}

// A tally is what many games came to. Shares are of the games, by the place in the
// first turn order; a shared victory is shared there, too.
type tally struct {
	rounds []int
	shares []float64
}

func (t *tally) median() int {
	slices.Sort(t.rounds)
	return t.rounds[len(t.rounds)/2]
}

// add counts a game in which the seats had these places in the first turn order.
func (t *tally) add(end councilofshadows.Look, places []int) {
	t.rounds = append(t.rounds, end.Round)
	winners := 0.0
	for _, q := range end.Seats {
		if q.Winner {
			winners++
		}
	}
	for i, q := range end.Seats {
		if q.Winner {
			t.shares[places[i]] += 1 / winners
		}
	}
}

// measure plays games of bots at a table. Who begins is decided by dice.
func measure(t testing.TB, seats []engine.Seat, facts []string, bots map[engine.Seat]bot, first uint64, games int) tally {
	t.Helper()
	all := tally{shares: make([]float64, len(seats))}
	for i := range games {
		seed := first + uint64(i)
		places := rand.New(rand.NewPCG(seed, 12)).Perm(len(seats))
		told := slices.Clone(facts)
		for seat, place := range places {
			told = append(told, fmt.Sprintf("%s order %d", seats[seat], place+1))
		}
		end := match(t, fullBook(t, seats, told...), seed, bots)
		if seats[1] == "automa" {
			places = []int{0, 1} // here the question is who wins, not who begins
		}
		all.add(end, places)
	}
	for i := range all.shares {
		all.shares[i] /= float64(games)
	}
	return all
}

// limit is the largest share of wins that is no sign of an advantage: 60 in 100 in
// many games, more in few, as far as chance explains it (two deviations).
func limit(games int) float64 {
	if games >= 2000 {
		return 0.6
	}
	return 0.6 + 2*math.Sqrt(0.6*0.4/float64(games))
}

// TestBalance plays the full book with the stand-in box among equal greedy bots:
// half the games take 5 to 9 rounds or so, and no place in the turn order wins too
// often. Against the Automa it only tells how often the bot wins.
func TestBalance(t *testing.T) {
	tier.Long(t, tier.Program, "a thousand games of greedy bots at each of 8 tables")
	t.Parallel()
	games, seed := tier.Of(t, tier.Program, "games", 0, 0, 400), tier.Seed(t)
	modules := []string{"module leaders", "module stations"}
	for _, names := range []string{"purple automa", "purple red", "purple red green", "purple red green blue"} {
		for _, facts := range [][]string{nil, modules} {
			t.Run(fmt.Sprint(names, " ", len(facts), " modules"), func(t *testing.T) {
				t.Parallel()
				var seats []engine.Seat
				bots := map[engine.Seat]bot{}
				for _, name := range strings.Fields(names) {
					seats = append(seats, engine.Seat(name))
					bots[engine.Seat(name)] = settler{}
				}
				all := measure(t, seats, facts, bots, seed, games)
				median := all.median()
				t.Logf("%d games: %d to %d rounds, median %d; wins %.3f", games, all.rounds[0], all.rounds[len(all.rounds)-1], median, all.shares)
				if median < 5 || median > 9 {
					t.Errorf("a median of %d rounds, want 5 to 9", median)
				}
				if most := slices.Max(all.shares); most > limit(games) && seats[1] != "automa" {
					t.Errorf("one place wins %.3f of the games, want %.3f at most", most, limit(games))
				}
			})
		}
	}
}

// TestUnequalBots is the control: among unequal bots the measure must see who is
// better. It also says that greedy plays better than the others.
func TestUnequalBots(t *testing.T) {
	tier.Test(t, tier.Program, "32 games of bots")
	for name, other := range map[string]bot{"casual": casual{}, "random": random{councilofshadows.Game}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const games = 16
			all := tally{shares: make([]float64, 2)}
			for seed := range uint64(games) {
				first, second := bot(settler{}), other
				places := []int{0, 1}
				if seed%2 == 1 {
					first, second, places = second, first, []int{1, 0}
				}
				all.add(match(t, fullBook(t, []engine.Seat{"purple", "red"}), seed, map[engine.Seat]bot{"purple": first, "red": second}), places)
			}
			if wins := all.shares[0] / games; wins <= limit(games) {
				t.Errorf("greedy wins %.2f of the games against %s", wins, name)
			}
		})
	}
}
