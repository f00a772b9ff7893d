package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/seal"
	"arbiter/engine"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// What was taken back is drawn again, whatever number the draw has in the log: a game
// with steps that are taken back draws what it draws without them. Control: by the
// first way of sealing it does not.
func TestTakenBackIsDrawnAgain(t *testing.T) {
	tier.Unraced(t, "one goroutine plays a game")
	games, first := tier.Of(t, tier.Program, "games", 2, 60, 2000), tier.Seed(t)
	for shard := range enginetest.Shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			taken, differ := 0, 0
			for n := shard; n < games; n += enginetest.Shards {
				seed := first + uint64(n)
				p, begin := sealedStart(t, seed)
				s := seal.New()
				old, err := seal.Parse(strings.Replace(s.Open(), "seal 3", "seal 1 g", 1))
				must(t, err)
				if seed%3 > 0 {
					s = s.With("purple moon", "white a word")
				}
				straight, _ := drawnOut(t, p, begin, s, seed, false)
				backward, undone := drawnOut(t, p, begin, s, seed, true)
				if taken += undone; !slices.Equal(straight, backward) {
					t.Fatalf("seed %d: %d steps were taken back, and other cards came", seed, undone)
				}
				was, _ := drawnOut(t, p, begin, old, seed, false)
				if is, _ := drawnOut(t, p, begin, old, seed, true); !slices.Equal(was, is) {
					differ++
				}
			}
			if taken == 0 && games > 2*enginetest.Shards || games > 2*enginetest.Shards && differ == 0 {
				t.Errorf("%d steps were taken back; control: by entries %d games differ", taken, differ)
			}
		})
	}
}

func sealedStart(t *testing.T, seed uint64) (games.Entry, engine.State) {
	t.Helper()
	if seed%2 == 0 {
		p, _ := games.Find("council-of-shadows")
		return p, bottest.FullBook(t, []engine.Seat{"purple", "red", "green"}[:2+seed/2%2], "stacks device").State()
	}
	p, _ := games.Find("high-council")
	x, err := p.Words.Parse("hands dealt")
	must(t, err)
	s, err := p.New([]engine.Seat{"white", "red", "yellow", "blue"}[:2+seed/2%2*2], []engine.Event{x.(engine.Event)})
	must(t, err)
	return p, s
}

// drawnOut plays a game to its end or for 600 steps, in each position by the same dice,
// and returns its lines. If it takes back, then one of ten times up to eight steps.
func drawnOut(t *testing.T, p games.Entry, begin engine.State, s seal.Secret, seed uint64, back bool) (lines []string, undone int) {
	t.Helper()
	states, undo := []engine.State{begin}, rand.New(rand.NewPCG(seed, 8))
	for entry := 1; len(lines) < 600; entry++ {
		now := states[len(states)-1]
		legal := now.Legal()
		if len(legal) == 0 {
			return lines, undone
		}
		var may []seal.Draw
		var chances []engine.Command
		for _, c := range legal {
			if p.Deals(now, c) {
				chances = append(chances, c)
				may = append(may, datadir.SealedDraw(companion.DrawnBy(p.Game, now, c, entry)))
			}
		}
		c := legal[rand.New(rand.NewPCG(seed, uint64(len(lines)))).IntN(len(legal))]
		if len(may) > 0 {
			c = chances[slices.Index(may, s.Least(may))]
		}
		events, err := now.Decide(c)
		must(t, err)
		states, lines = append(states, engine.Fold(now, events...)), append(lines, notation.Format(c))
		if n := 1 + undo.IntN(8); back && undo.IntN(10) == 0 && n <= len(lines) {
			states, lines, undone = states[:len(states)-n], lines[:len(lines)-n], undone+n
			entry += n
		}
	}
	return lines, undone
}

// Who takes back a step, and with it what a bot did and what chance brought, and does the
// same again sees the same come of it: nobody fishes for a better answer, alone with a bot
// either. This bot does anything, so that it would do something else.
func TestTakenBackBotsDoTheSameAgain(t *testing.T) {
	tier.Unraced(t, "goroutines of bots meet in TestBotAtTheTable, of dealers in TestDealer")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := virtualRoom(t, t.TempDir())
		r.attended()
		_, err := r.Table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red", Bot: "random"}}, Options: []string{"dealt"}})
		must(t, err)
		dice := rand.New(rand.NewPCG(39, 6))
		for turn := range 6 {
			s := r.myTurn("white")
			mine := slices.DeleteFunc(slices.Clone(s.Legal), func(c companion.LegalCommand) bool { return c.By != "white" })
			line, stands := mine[dice.IntN(len(mine))].Line, len(standing(s))
			came := func() []string {
				r.say(line)
				all := standing(r.myTurn("white"))
				return all[stands:]
			}
			first := came()
			for len(standing(r.see("white"))) > stands {
				_, err := r.Table.Undo(t.Context(), "white", r.see("white").Version)
				must(t, err)
			}
			if again := came(); !slices.Equal(again, first) {
				t.Errorf("turn %d: of %s came\n%s\nand after it was taken back\n%s", turn, line, strings.Join(first, "\n"), strings.Join(again, "\n"))
			}
			if len(first) < 2 && turn == 5 {
				t.Error("the control: the bot did nothing")
			}
		}
	})
}

// standing tells what happened and was not taken back.
func standing(s companion.Snapshot) (all []string) {
	for _, l := range s.Log {
		if l.Undoes == 0 && !l.Undone {
			all = append(all, fmt.Sprint(l.By, " ", l.Command, " ", l.Events))
		}
	}
	return all
}
