// Package bottest plays games of Casting Shadows between bots, for tests.
package bottest

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// Start returns a game with the stand-in box in which the device rolls and deals, with the given
// facts as well.
func Start(tb testing.TB, seats string, facts ...string) engine.State {
	tb.Helper()
	lines, err := setups.BoxLines("casting-shadows", "stand-in")
	if err != nil {
		tb.Fatal(err)
	}
	told := enginetest.Facts(tb, castingshadows.Game, append(append(lines, "dealt device"), facts...)...)
	start, err := castingshadows.Game.New(enginetest.Seats(seats), told)
	if err != nil {
		tb.Fatal(err)
	}
	return start
}

// mostSteps bounds the length of a game; games of greedy bots take a few hundred commands.
const mostSteps = 20000

// Play plays a game between bots to its end and returns that end: dice and draws are random, a
// window closes once everybody has answered, and a stalled game is a draw.
func Play(tb testing.TB, start engine.State, seed uint64, bots map[engine.Seat]bot.Bot) *castingshadows.State {
	tb.Helper()
	return Watch(tb, start, seed, bots, func(engine.State) {})
}

// Watch is Play with a callback for each position.
func Watch(tb testing.TB, start engine.State, seed uint64, bots map[engine.Seat]bot.Bot, watch func(engine.State)) *castingshadows.State {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		tb.Fatal(err)
	}
	steps := 0
	for legal := s.State().Legal(); len(legal) > 0; legal = s.State().Legal() {
		watch(s.State())
		c := Next(r, s, legal, bots)
		if steps++; steps > mostSteps {
			tb.Fatalf("seed %d: no end after %d commands: %s", seed, steps, notation.Format(c))
		}
		if _, err := s.Do(c); err != nil {
			tb.Fatalf("seed %d: %s: %v", seed, notation.Format(c), err)
		}
	}
	return s.State().(*castingshadows.State)
}

// Next returns the next command: a seat's choice, chance, or what the table does.
func Next(r *rand.Rand, s *engine.Session, legal []engine.Command, bots map[engine.Seat]bot.Bot) engine.Command {
	choose := func(seat engine.Seat, more ...engine.Command) engine.Command {
		seen := s.Seen(seat)
		return bots[seat].Choose(r, bot.Seen{Seat: seat, State: seen}, append(engine.BySeat(seat, seen.Legal()), more...))
	}
	if w := engine.WindowOf(s.State()); w.Open() {
		for _, seat := range w.Seats {
			if c := choose(seat, w.Close); c != w.Close {
				return c
			}
		}
		return w.Close
	}
	if seat := legal[0].By(); seat != engine.Table {
		return choose(seat)
	}
	if roll := engine.RollOf(s.State()); roll.Open() {
		return roll.Command(func(d engine.Die) int { return r.IntN(len(d.Sides)) })
	}
	if last := legal[len(legal)-1]; len(legal) > 1 {
		if _, draw := last.(castingshadows.Adjourn); draw {
			return last
		}
	}
	return legal[r.IntN(len(legal))]
}
