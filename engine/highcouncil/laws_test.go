package highcouncil_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
)

// TestLaws plays random games of two and of four seats, with cardboard and with
// dealt hands.
func TestLaws(t *testing.T) {
	enginetest.Games(t, settings(t), tier.Of(t, tier.Laws, "games", 5, 20, 200), tier.Seed(t))
}

func settings(tb testing.TB) []enginetest.Setting {
	tables := []struct{ seats, facts string }{
		{"white red yellow blue", "hands dealt, ruling no-action allowed"},
		{"white red", "hands dealt"},
		{"white red yellow blue", ""},
		{"ana bea", ""},
		{"blue white red yellow", "hands dealt, seated 7 yellow speaker, seated 6 red follower"},
	}
	var all []enginetest.Setting
	for _, table := range tables {
		all = append(all, enginetest.Setting{Game: highcouncil.Game, Seats: enginetest.Seats(table.seats), Weigh: weigh, Facts: facts(tb, table.facts), Steps: 400000, Small: []string{"With", "Paid", "Color", "Rank"}})
	}
	return all
}

// TestScreens looks at what screens are told of random games.
func TestScreens(t *testing.T) {
	enginetest.Screens(t, settings(t), tier.Of(t, tier.Screens, "games on screens", 5, 20, 200), tier.Seed(t), 29)
}

func TestBlindScreens(t *testing.T) { enginetest.BlindScreens(t, settings(t)[0]) }

// TestScoreboards looks at the ends of random games.
func TestScoreboards(t *testing.T) {
	enginetest.Scoreboards(t, settings(t), tier.Of(t, tier.Screens, "ends", 5, 20, 200), tier.Seed(t))
}

// facts reads facts with commas between them.
func facts(tb testing.TB, lines string) []engine.Event {
	return enginetest.Facts(tb, highcouncil.Game, strings.FieldsFunc(lines, func(r rune) bool { return r == ',' })...)
}

// weigh first chooses what to do, then how: each kind of command is equally
// likely, but a card is seldom taken back.
func weigh(r *rand.Rand, _ engine.State, legal []engine.Command) engine.Command {
	var count [kinds]int
	for _, c := range legal {
		count[kindOf(c)]++
	}
	for {
		k := r.IntN(kinds)
		if count[k] == 0 || k == back && count[back] < len(legal) && r.IntN(20) != 0 {
			continue
		}
		n := r.IntN(count[k])
		for _, c := range legal {
			if kindOf(c) == k {
				if n == 0 {
					return c
				}
				n--
			}
		}
	}
}

const (
	back  = 0
	kinds = 10
)

func kindOf(c engine.Command) int {
	switch c.(type) {
	case highcouncil.TakeBack:
		return back
	case highcouncil.Play:
		return 1
	case highcouncil.Discuss:
		return 2
	case highcouncil.TakeSeat:
		return 3
	case highcouncil.Ponder:
		return 4
	case highcouncil.Confer:
		return 5
	case highcouncil.Return:
		return 6
	case highcouncil.Convince:
		return 7
	case highcouncil.Finish:
		return 8
	}
	return 9 // Deal
}

func FuzzCommand(f *testing.F) {
	enginetest.Fuzz(f, highcouncil.Game, enginetest.Positions(f, settings(f), 600, 60)...)
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLines(f, highcouncil.Game, "white convince 7 6 white yellow", "white take-seat 13 yellow follower white 7")
}

func TestVerbs(t *testing.T) { enginetest.Verbs(t, highcouncil.Game) }

// What people are told when a step is taken back brings the cardboard to where it was.
func TestUndos(t *testing.T) {
	enginetest.Undos(t, settings(t), tier.Of(t, tier.Screens, "games", 5, 20, 200), tier.Seed(t), 400, "marker", "carry", "carry away", "carry unnamed")
}
