package councilofshadows_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestLawsOfTheFullBook plays random games of the full book over all numbers of
// seats, modules and rulings.
func TestLawsOfTheFullBook(t *testing.T) {
	_, once := onceSettings(t)
	enginetest.Games(t, append(fullSettings(t), once...), tier.Of(t, tier.Laws, "games", 20, 200, 10000), tier.Seed(t))
}

// TestLaws plays random games over all numbers of seats, modules and rulings,
// with the stand-in box and with one that tells nothing but the rulebook.
func TestLaws(t *testing.T) {
	once, _ := onceSettings(t)
	enginetest.Games(t, append(settings(t), once...), tier.Of(t, tier.Laws, "games", 20, 200, 10000), tier.Seed(t))
}

type table struct {
	seats, box string
	extra      []string
}

func settings(tb testing.TB) []enginetest.Setting {
	return setTables(tb, weigh, []table{
		{"purple automa", "stand-in", nil},
		{"purple red", "stand-in", []string{"module leaders"}},
		{"automa red", "rulebook", []string{"red order 1", "automa order 2", "module leaders", "module advanced"}},
		{"purple red green", "stand-in", []string{"ruling phase-end table"}},
		{"purple red green blue", "stand-in", []string{"module leaders", "module stations", "purple order 3", "red order 1", "green order 4", "blue order 2"}},
		{"ana bea", "rulebook", []string{"module stations"}},
	})
}

// fullSettings are the tables of the full book: each number of seats with each
// combination of the modules.
func fullSettings(tb testing.TB) []enginetest.Setting {
	var tables []table
	for _, seats := range []string{"purple automa", "purple red", "purple red green", "purple red green blue"} {
		for _, modules := range [][]string{nil, {"module leaders"}, {"module stations"}, {"module leaders", "module stations"}} {
			extra := append([]string{"book full"}, modules...)
			if len(modules) == 0 {
				extra = append(extra, "stacks device")
			}
			if len(modules) == 1 {
				extra = append(extra, "module advanced", "ruling phase-end table")
			}
			if len(modules) == 2 {
				extra = append(extra, "ruling galaxy-bonus sum")
			}
			tables = append(tables, table{seats, "stand-in", extra})
		}
	}
	return setTables(tb, weighFull, tables)
}

// onceSettings are tables at which levels rise at once: of the tracks book, and of the full one.
func onceSettings(tb testing.TB) (tracks, full []enginetest.Setting) {
	return setTables(tb, weigh, []table{{"purple red green", "stand-in", []string{"ruling phase-end at-once"}}}),
		setTables(tb, weighFull, []table{
			{"purple automa", "stand-in", []string{"book full", "module leaders", "ruling phase-end at-once"}},
			{"purple red green", "stand-in", []string{"book full", "module stations", "ruling phase-end at-once"}},
		})
}

type weighing func(*rand.Rand, engine.State, []engine.Command) engine.Command

func setTables(tb testing.TB, w weighing, tables []table) []enginetest.Setting {
	var all []enginetest.Setting
	for _, table := range tables {
		all = append(all, enginetest.Setting{Game: councilofshadows.Game, Seats: enginetest.Seats(table.seats), Weigh: w, Facts: facts(tb, table.box, table.extra...), Small: small})
	}
	return all
}

// What is chosen beside the things that are touched. What stands on a card is
// typed.
var small = []string{"Pay", "Cubes", "Amount", "Number", "Value", "Energy", "Side", "Cause", "Step", "Scoring", "Card"}

// TestScreens looks at what screens are told of random games in both books.
func TestScreens(t *testing.T) {
	enginetest.Screens(t, append(settings(t), fullSettings(t)...), tier.Of(t, tier.Screens, "games on screens", 6, 22, 1000), tier.Seed(t), tier.Of(t, tier.Screens, "steps of which one is shown", 23, 23, 7))
}

func TestBlindScreens(t *testing.T) { enginetest.BlindScreens(t, fullSettings(t)[8]) }

// TestScoreboards looks at the ends of random games in both books.
func TestScoreboards(t *testing.T) {
	enginetest.Scoreboards(t, append(settings(t), fullSettings(t)...), tier.Of(t, tier.Screens, "ends", 22, 88, 2000), tier.Seed(t))
}

// facts are what a box tells, and more lines.
func facts(tb testing.TB, box string, extra ...string) []engine.Event {
	tb.Helper()
	told, known := boxes.Load(box)
	if !known {
		lines, err := env.Box("council-of-shadows", "rulebook")
		if err == nil && box != "rulebook" {
			var more []string
			more, err = env.Box("council-of-shadows", box)
			lines = append(lines, more...)
		}
		if err != nil {
			tb.Fatal(err)
		}
		told, _ = boxes.LoadOrStore(box, enginetest.Facts(tb, councilofshadows.Game, lines...))
	}
	return slices.Concat(told.([]engine.Event), enginetest.Facts(tb, councilofshadows.Game, extra...))
}

var boxes sync.Map // facts, by box

// weigh first chooses what to do, then how: a report of energy is one thing, not
// a hundred. Reports are mostly small, as they are at the table.
func weigh(r *rand.Rand, _ engine.State, legal []engine.Command) engine.Command {
	c := legal[r.IntN(len(legal))]
	for range 3 {
		other := legal[r.IntN(len(legal))]
		if reflect.TypeOf(other) != reflect.TypeOf(c) && r.IntN(2) == 0 {
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

// weighFull takes any command alike, but seldom the last one, which mostly ends
// something, while there are others; while cards are planned it is ready soon and
// seldom takes one back.
func weighFull(r *rand.Rand, _ engine.State, legal []engine.Command) engine.Command {
	if _, ends := legal[len(legal)-1].(councilofshadows.Pass); ends && len(legal) > 1 && r.IntN(4) != 0 {
		legal = legal[:len(legal)-1]
	}
	c := legal[r.IntN(len(legal))]
	if _, back := c.(councilofshadows.TakeBack); back && r.IntN(8) != 0 {
		c = legal[0]
	}
	if _, plans := c.(councilofshadows.Plan); plans && r.IntN(4) == 0 {
		for _, other := range legal {
			if ready, ok := other.(councilofshadows.Ready); ok {
				return ready
			}
		}
	}
	return c
}

func FuzzCommand(f *testing.F) {
	enginetest.Fuzz(f, councilofshadows.Game, enginetest.Positions(f, settings(f), 120, 20)...)
}

// FuzzFullCommand types at tables of the full book, from the setup to the end of
// the game.
func FuzzFullCommand(f *testing.F) {
	enginetest.Fuzz(f, councilofshadows.Game, enginetest.Positions(f, fullSettings(f), mostCommands, 47)...)
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLines(f, councilofshadows.Game,
		"purple plan 1 discover", "table step automa-05 1 left colonize 1 terrestrial 1 grey", "purple buy ai-01 1/0/2", "table remove empire discoverers",
		"purple build station-score green -", "purple found 3 1 2", "purple gather 3 station-harvest", "purple score green 0 0",
		"table deal purple -", "displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 -", "system tile-01 1 terrestrial desert - - 1/0/0 2 owner")
}

func TestVerbs(t *testing.T) { enginetest.Verbs(t, councilofshadows.Game) }

// What people are told when a step is taken back brings the cardboard to where it was,
// in both books.
func TestUndos(t *testing.T) {
	for book, all := range map[string][]enginetest.Setting{"tracks": settings(t), "full": fullSettings(t)} {
		t.Run(book, func(t *testing.T) {
			t.Parallel()
			enginetest.Undos(t, all, tier.Of(t, tier.Screens, "games", 10, 22, 800), tier.Seed(t), tier.Of(t, tier.Screens, "steps of which one is taken back", 48, 48, 8), "marker", "turn", "turn unnamed", "carry", "carry away")
		})
	}
}

// Games that long suites found once: what an Automa card does instead was gaining energy, and
// did not stand on its face; and all its cards were told to belong to one pile.
func TestGamesThatFailedOnce(t *testing.T) {
	all := append(settings(t), fullSettings(t)...)
	of := func(seed uint64) enginetest.Setting { return all[seed%uint64(len(all))] }
	for _, seed := range []uint64{926, 1498} {
		if _, err := enginetest.Shown(of(seed), seed, 7); err != nil {
			t.Error(err)
		}
	}
	for _, seed := range []uint64{266, 948} {
		if err := enginetest.Scored(of(seed), seed); err != nil {
			t.Error(err)
		}
	}
}
