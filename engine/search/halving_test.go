package search

import (
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/enginetest/tier"
)

// lines are four of which the later ones are better; the last but one is all but as good as
// the last.
func lines() []Line {
	var all []Line
	for _, name := range []string{"a", "bb", "ccc", "dddd"} {
		all = append(all, Line{Plays: []engine.Command{step(name)}})
	}
	return all
}

// tossed is a rollout that is won more often by longer names, and counts them.
func tossed(played map[string]int) Rollout {
	odds := map[int]int{1: 20, 2: 40, 3: 79, 4: 80}
	return func(plays []engine.Command, d engine.Dice) float64 {
		name := string(plays[0].(step))
		played[name]++
		if d.IntN(100) < odds[len(name)] {
			return 1
		}
		return 0
	}
}

// The best line is found, most rollouts go to the better ones, and no more are played than
// are wanted.
func TestHalving(t *testing.T) {
	luck, played := Luck(3), map[string]int{}
	h := Halve(lines(), 400, 0, &luck, tossed(played))
	if c := h.Choice(); c == nil {
		t.Error("broken off at once it chooses nothing")
	}
	if got := bot.Decide(h); !strings.HasPrefix(string(got.(step)), "ccc") && got != step("dddd") {
		t.Errorf("it chooses %v", got)
	}
	all := played["a"] + played["bb"] + played["ccc"] + played["dddd"]
	if all > 400 || played["a"] >= played["ccc"] || played["bb"] >= played["dddd"] {
		t.Errorf("%d rollouts: %v", all, played)
	}
}

// Lines that are nearly as good are chosen, too, if that is allowed; worse ones are not.
func TestNearLines(t *testing.T) {
	chosen := map[engine.Command]int{}
	for seed := range 60 {
		luck := Luck(seed)
		chosen[bot.Decide(Halve(lines(), 400, 0.2, &luck, tossed(map[string]int{})))]++
	}
	if chosen[step("ccc")] < 10 || chosen[step("dddd")] < 10 || chosen[step("a")]+chosen[step("bb")] > 0 {
		t.Errorf("chosen: %v", chosen)
	}
}

// Parts of a decision are added up.
func TestHalvesAreJoined(t *testing.T) {
	luck, other := Luck(1), Luck(2)
	won := func(plays []engine.Command, _ engine.Dice) float64 { return 1 / float64(len(plays[0].(step))) }
	lost := func(plays []engine.Command, _ engine.Dice) float64 { return float64(len(plays[0].(step))) / 10 }
	a, b := Halve(lines()[:2], 2, 0, &luck, won), Halve(lines()[:2], 20, 0, &other, lost)
	bot.Decide(a)
	bot.Decide(b)
	if got := a.Choice(); got != step("a") {
		t.Fatalf("alone the first chooses %v", got)
	}
	if a.Join(b); a.Choice() != step("bb") {
		t.Errorf("together they choose %v", a.Choice())
	}
}

// All lines are compared as often, with equal luck: where the same is done the same comes of it.
func TestCompared(t *testing.T) {
	luck, played := Luck(5), map[string]int{}
	all := []Line{{Plays: []engine.Command{step("ccc")}}, {Plays: []engine.Command{step("ccc"), step("a")}}}
	if Compare(all, 100, &luck, tossed(played)); all[0].Mean() != all[1].Mean() || played["ccc"] != 100 {
		t.Errorf("%v and %v after %v", all[0].Mean(), all[1].Mean(), played)
	}
	four := lines()
	clear(played)
	if Compare(four, 1000, &luck, tossed(played)); len(Best(four).Plays[0].(step)) < 3 || played["a"] >= played["dddd"] {
		t.Errorf("best is %v after %v", Best(four).Plays, played)
	}
}

// A line is left out early only if equal luck has shown often enough that it is worse.
func TestWorseBeyondDoubt(t *testing.T) {
	r := rand.New(rand.NewPCG(tier.Seed(t), 3))
	var a, worse, close Line
	for n := range 24 {
		luck := r.Float64()
		a.add(luck)
		worse.add(luck - 0.1 - 0.02*r.Float64())
		close.add(luck + r.Float64() - 0.5)
		if got := surely(&a, &worse); got != (n+1 >= 2*often) {
			t.Errorf("after %d rollouts it is sure that a line is worse: %v", n+1, got)
		}
	}
	if surely(&a, &close) || surely(&worse, &a) || surely(&a, &a) {
		t.Error("control: a line is left out that is as good, or better")
	}
}
