package councilofshadows_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/notation"
)

var (
	games = flag.Int("games", 400, "how many random games TestLaws plays")
	seed  = flag.Uint64("seed", 1, "the first seed of TestLaws")
)

// TestLaws plays random games over all numbers of seats, modules and rulings,
// with the stand-in box and with one that tells nothing but the rulebook.
func TestLaws(t *testing.T) { enginetest.Games(t, settings(t), *games, *seed) }

func settings(tb testing.TB) []enginetest.Setting {
	tables := []struct {
		seats, box string
		extra      []string
	}{
		{"purple automa", "stand-in", nil},
		{"purple red", "stand-in", []string{"module leaders"}},
		{"automa red", "rulebook", []string{"red order 1", "automa order 2", "module leaders", "module advanced"}},
		{"purple red green", "stand-in", []string{"ruling phase-end table"}},
		{"purple red green blue", "stand-in", []string{"module leaders", "module stations", "purple order 3", "red order 1", "green order 4", "blue order 2"}},
		{"ana bea", "rulebook", []string{"module stations"}},
	}
	var all []enginetest.Setting
	for _, table := range tables {
		all = append(all, enginetest.Setting{Game: councilofshadows.Game, Seats: enginetest.Seats(table.seats), Weigh: weigh, Facts: facts(tb, table.box, table.extra...)})
	}
	return all
}

func facts(tb testing.TB, box string, extra ...string) []engine.Event {
	lines, err := env.Box("council-of-shadows", "rulebook")
	if err == nil && box != "rulebook" {
		var more []string
		more, err = env.Box("council-of-shadows", box)
		lines = append(lines, more...)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return enginetest.Facts(tb, councilofshadows.Game, append(lines, extra...)...)
}

// weigh first chooses what to do, then how: a report of energy is one thing, not
// a hundred. Reports are mostly small, as they are at the table.
func weigh(r *rand.Rand, _ engine.State, legal []engine.Command) engine.Command {
	c := legal[r.IntN(len(legal))]
	for range 3 {
		other := legal[r.IntN(len(legal))]
		if notation.Words(other)[1] != notation.Words(c)[1] && r.IntN(2) == 0 {
			c = other
		}
	}
	if last := legal[len(legal)-1]; r.IntN(2) == 0 {
		c = last // done, ready, slide
	}
	if g, ok := c.(councilofshadows.Gain); ok && r.IntN(8) != 0 {
		g.Amount = uint8(1 + r.IntN(12))
		return g
	}
	return c
}

func FuzzCommand(f *testing.F) {
	enginetest.Fuzz(f, councilofshadows.Game, enginetest.Positions(f, settings(f), 120, 20)...)
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLines(f, councilofshadows.Game, "purple plan 1 discover", "table step automa-05 1 left colonize 1 terrestrial 1 grey")
}

func TestVerbs(t *testing.T) { enginetest.Verbs(t, councilofshadows.Game) }
