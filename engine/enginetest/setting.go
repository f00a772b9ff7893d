package enginetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/engine"
)

// A Setting is a way to play random games.
type Setting struct {
	Game  engine.Game
	Seats []engine.Seat
	Facts []engine.Event
	// Steps bounds a game; 0 means 3000. A game that is not over by then is an error.
	Steps int
	// Weigh, if set, chooses the next command, so that random games look like real ones; otherwise
	// all legal commands are equally likely.
	Weigh func(r *rand.Rand, s engine.State, legal []engine.Command) engine.Command
	// Small names the fields of commands for which nobody touches a thing: how something is paid
	// for, a number, one of a few; and the verbs that are typed.
	Small []string
}

// Begin starts a game.
func (set Setting) Begin(tb testing.TB) engine.State {
	tb.Helper()
	s, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func (set Setting) choose(r *rand.Rand, s engine.State, legal []engine.Command) engine.Command {
	if set.Weigh != nil {
		return set.Weigh(r, s, legal)
	}
	return legal[r.IntN(len(legal))]
}

// Seats reads seats from a line of words.
func Seats(line string) []engine.Seat {
	var seats []engine.Seat
	for _, word := range strings.Fields(line) {
		seats = append(seats, engine.Seat(word))
	}
	return seats
}

// Facts reads lines of notation.
func Facts(tb testing.TB, game engine.Game, lines ...string) []engine.Event {
	tb.Helper()
	var facts []engine.Event
	for _, line := range lines {
		fact, err := game.Words.Parse(line)
		if err != nil {
			tb.Fatal(err)
		}
		facts = append(facts, fact)
	}
	return facts
}

// Shards is the number of parts in which random games are played at once.
const Shards = 8

// Games plays random games by the Laws, for each setting in turn; seed is the seed of the first.
func Games(t *testing.T, settings []Setting, games int, seed uint64) {
	for shard := range Shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			steps, played := 0, 0
			for i := shard; i < games; i += Shards {
				n := seed + uint64(i)
				steps += Laws(t, settings[n%uint64(len(settings))], n)
				played++
			}
			t.Logf("%d games, %d commands", played, steps)
		})
	}
}

// Positions plays the given number of steps of a random game of each setting, and returns one state
// in every so many steps.
func Positions(tb testing.TB, settings []Setting, steps, every int) []engine.State {
	tb.Helper()
	var states []engine.State
	for _, set := range settings {
		s, r := set.Begin(tb), rand.New(rand.NewPCG(7, 7))
		for i := range steps {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			if i%every == 0 {
				states = append(states, s)
			}
			next, _, err := engine.Step(s, set.choose(r, s, legal))
			if err != nil {
				tb.Fatal(err)
			}
			s = next
		}
	}
	return states
}
