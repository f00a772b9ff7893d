package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
	"arbiter/setups"
)

var (
	balanceGames = flag.Int("balance", 60, "how many games of the greedy bots TestBalance plays for each number of seats")
	balanceSeed  = flag.Uint64("balanceseed", 1, "the first seed of TestBalance")
)

// A memory is a log that is kept nowhere.
type memory struct{}

func (memory) Append(engine.Entry) error { return nil }

// fullGame begins a game of the full book with the stand-in box.
func fullGame(t testing.TB, seats []engine.Seat, options ...string) *engine.Session {
	t.Helper()
	table, err := setups.TableOf(councilofshadows.Game.Name)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := table.Facts("stand-in")
	if err != nil {
		t.Fatal(err)
	}
	texts := append([]string{"book full"}, options...)
	for _, l := range lines {
		texts = append(texts, l.Text)
	}
	var facts []engine.Event
	for _, text := range texts {
		e, err := councilofshadows.Game.Words.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		facts = append(facts, e)
	}
	start, err := councilofshadows.Game.New(seats, facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := engine.Resume(start, memory{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// playOut lets bots play until the game is over, chance as a shuffled stack would
// have it, and returns the last round.
func playOut(t testing.TB, s *engine.Session, seats []engine.Seat, b bot, r *rand.Rand, tell func(engine.Entry)) councilofshadows.Look {
	t.Helper()
	for range 5000 {
		legal := s.State().Legal()
		if len(legal) == 0 {
			return s.State().(*councilofshadows.State).Look()
		}
		c := step(s, legal, seats, b, r)
		e, err := s.Do(c)
		if err != nil {
			t.Fatalf("%s: %v", notation.Format(c), err)
		}
		if tell != nil {
			tell(e)
		}
	}
	t.Fatal("the game does not end")
	return councilofshadows.Look{}
}

func step(s *engine.Session, legal []engine.Command, seats []engine.Seat, b bot, r *rand.Rand) engine.Command {
	if c := chance(legal, r); c != nil {
		return c
	}
	for _, seat := range seats {
		own := engine.Of(seat, legal)
		shot := companion.Snapshot{Seat: seat, State: s.Seen(seat)}
		if seat == "automa" {
			continue
		}
		if len(own) == 0 {
			own = engine.Of("automa", legal)
		}
		if len(own) == 0 {
			continue
		}
		choices := make([]companion.Choice, len(own))
		for i, c := range own {
			choices[i] = companion.Choice{By: c.By(), Command: c}
		}
		return b.choose(r, shot, choices).Command
	}
	panic("nobody may do anything")
}

func chance(legal []engine.Command, r *rand.Rand) engine.Command {
	deals := slices.DeleteFunc(engine.Of(engine.Table, legal), func(c engine.Command) bool {
		d, ok := c.(councilofshadows.Deal)
		return ok && d.Card == councilofshadows.None
	})
	if len(deals) == 0 {
		return nil
	}
	return deals[r.IntN(len(deals))]
}

// TestBalance plays games of equal bots.
func TestBalance(t *testing.T) {
	for _, c := range []struct{ seats, options string }{
		{"purple red", ""}, {"purple red green", ""}, {"purple red green blue", ""},
		{"purple red", "module leaders;module stations"}, {"purple red green", "module leaders;module stations"}, {"purple red green blue", "module leaders;module stations"},
		{"purple automa", ""}, {"purple automa", "module leaders;module stations"},
	} {
		t.Run(c.seats+" "+c.options, func(t *testing.T) {
			t.Parallel()
			var seats []engine.Seat
			for _, s := range strings.Fields(c.seats) {
				seats = append(seats, engine.Seat(s))
			}
			var options []string
			if c.options != "" {
				options = strings.Split(c.options, ";")
			}
			var rounds []int
			wins := make([]float64, len(seats))
			var energy, consumption, level, n int
			for i := range *balanceGames {
				r := rand.New(rand.NewPCG(*balanceSeed+uint64(i), 4))
				order := slices.Clone(options)
				turn := r.Perm(len(seats))
				for at, p := range turn {
					order = append(order, fmt.Sprintf("%s order %d", seats[p], at+1))
				}
				l := playOut(t, fullGame(t, seats, order...), seats, settler{}, r, nil)
				rounds = append(rounds, l.Round)
				winners := 0.0
				for _, q := range l.Seats {
					if q.Winner {
						winners++
					}
					energy, consumption, level, n = energy+q.Energy, consumption+q.Consumption, level+q.Level, n+1
				}
				for i, q := range l.Seats {
					k := slices.Index(turn, i)
					if seats[len(seats)-1] == "automa" {
						k = i
					}
					if q.Winner {
						wins[k] += 1 / winners
					}
				}
			}
			slices.Sort(rounds)
			for i := range wins {
				wins[i] /= float64(len(rounds)) / 100
			}
			t.Logf("%d games: rounds %d-%d-%d, wins %.1f, consumption %d, level %.2f", len(rounds), rounds[0], rounds[len(rounds)/2], rounds[len(rounds)-1], wins, consumption/n, float64(level)/float64(n))
		})
	}
}

// TestShow prints one game.
func TestShow(t *testing.T) {
	seats := []engine.Seat{"purple", "automa"}
	s := fullGame(t, seats)
	r := rand.New(rand.NewPCG(*balanceSeed, 4))
	playOut(t, s, seats, settler{}, r, func(e engine.Entry) {
		fmt.Println(notation.Format(e.Command))
		for _, x := range e.Events {
			fmt.Println("      ", councilofshadows.Game.Tell(x))
		}
	})
}
