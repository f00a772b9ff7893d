// Package bottest plays games of The High Council between bots, for tests.
package bottest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
)

// Position returns a game of The High Council with dealt hands, after the given facts and commands.
func Position(t *testing.T, seats string, facts, commands []string) *engine.Session {
	t.Helper()
	var told []engine.Event
	for _, line := range append([]string{"hands dealt"}, facts...) {
		e, err := highcouncil.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, e)
	}
	var all []engine.Seat
	for _, s := range strings.Fields(seats) {
		all = append(all, engine.Seat(s))
	}
	start, err := highcouncil.Game.New(all, told)
	if err != nil {
		t.Fatal(err)
	}
	session, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range commands {
		c, err := highcouncil.Game.Words.Parse(line)
		if err == nil {
			_, err = session.Do(c.(engine.Command))
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
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
