// Package bottest plays games of Council of Shadows between bots, for tests.
package bottest

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// FullBook begins a game of the full book with the stand-in box and the given facts.
func FullBook(t testing.TB, seats []engine.Seat, facts ...string) *engine.Session {
	t.Helper()
	return Begin(t, "stand-in", seats, facts...)
}

// Begin is FullBook with another box.
func Begin(t testing.TB, box string, seats []engine.Seat, facts ...string) *engine.Session {
	t.Helper()
	table, err := setups.TableOf(councilofshadows.Game.Name)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := table.Facts(box)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"book full", "stacks device"}
	for _, l := range lines {
		texts = append(texts, l.Text)
	}
	start, err := councilofshadows.Game.New(seats, enginetest.Facts(t, councilofshadows.Game, append(texts, facts...)...))
	if err != nil {
		t.Fatal(err)
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Sees returns what a bot at a seat is given: what the seat sees, the commands of the seat,
// and those of robots.
func Sees(s *engine.Session, seat engine.Seat) (seen bot.Seen, choices []engine.Command) {
	seen = bot.Seen{Seat: seat, State: s.Seen(seat)}
	for _, c := range seen.State.Legal() {
		if c.By() == seat || c.By() == "automa" {
			choices = append(choices, c)
		}
	}
	return seen, choices
}

// Match plays a game between bots, with chance as shuffled stacks would have it, and returns its
// end.
func Match(t testing.TB, s *engine.Session, seed uint64, bots map[engine.Seat]bot.Bot) councilofshadows.Observation {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 11))
	for range 4000 {
		legal := s.State().Legal()
		if len(legal) == 0 {
			return s.State().(*councilofshadows.State).Observe()
		}
		c := engine.Command(nil)
		if chance := engine.BySeat(engine.Table, legal); len(chance) > 0 {
			c = chance[r.IntN(len(chance))]
		} else {
			by := legal[0].By()
			if by == "automa" {
				by = "purple" // its opponent chooses for it
			}
			shot, choices := Sees(s, by)
			c = bots[by].Choose(r, shot, choices)
		}
		if _, err := s.Do(c); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, notation.Format(c), err)
		}
	}
	t.Fatalf("seed %d: the game does not end", seed)
	return councilofshadows.Observation{}
}
