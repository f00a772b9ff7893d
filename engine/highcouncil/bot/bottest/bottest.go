// Package bottest plays games of The High Council between bots, for tests.
package bottest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
)

// Position returns a game of The High Council with dealt hands, after the given facts and commands.
func Position(t *testing.T, seats string, facts, commands []string) *engine.Session {
	t.Helper()
	told := enginetest.Facts(t, highcouncil.Game, append([]string{"hands dealt"}, facts...)...)
	start, err := highcouncil.Game.New(enginetest.Seats(seats), told)
	if err != nil {
		t.Fatal(err)
	}
	session, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range enginetest.Facts(t, highcouncil.Game, commands...) {
		if _, err := session.Do(c.(engine.Command)); err != nil {
			t.Fatalf("%s: %v", notation.Format(c), err)
		}
	}
	return session
}

// Sees returns what the bot at a seat is given.
func Sees(s *engine.Session, seat engine.Seat) (seen bot.Seen, choices []engine.Command) {
	seen = bot.Seen{Seat: seat, State: s.Seen(seat)}
	return seen, engine.BySeat(seat, seen.State.Legal())
}

// Play plays a game between bots to its end, or until a turn goes round in circles. It returns how
// many times a turn came back to a position that it had left.
func Play(t *testing.T, s *engine.Session, seed uint64, bots map[engine.Seat]bot.Bot) (returns int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	here := func() highcouncil.State { return *s.State().(*highcouncil.State) }
	had := map[highcouncil.State]int{here(): 1} // in this turn
	for had[here()] < circles {
		legal := s.State().Legal()
		if len(legal) == 0 {
			break
		}
		var c engine.Command
		if by := legal[0].By(); by == engine.Table {
			c = legal[r.IntN(len(legal))]
		} else {
			shot, choices := Sees(s, by)
			c = bots[by].Choose(r, shot, choices)
		}
		e, err := s.Do(c)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, notation.Format(c), err)
		}
		if slices.ContainsFunc(e.Events, func(x engine.Event) bool { _, ok := x.(highcouncil.Turn); return ok }) {
			clear(had)
		}
		if had[here()]++; had[here()] > 1 {
			returns++
		}
	}
	return returns
}

// circles is how many times a turn may be in the same position before it counts as going round in
// circles.
const circles = 100
