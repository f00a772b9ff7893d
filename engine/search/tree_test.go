package search

import (
	"math"
	"strings"
	"testing"

	"arbiter/engine"
)

// A step is a command of climb.
type step string

func (step) By() engine.Seat { return "climber" }

// A climb is a game of one seat, which is won at the top. Far ahead, each step up raises its
// prospects by less than a thousandth.
type climb struct{ start, height, turns int }

func (c *climb) Begin(engine.Dice) { c.height, c.turns = c.start, 0 }

func (c *climb) Moves(to []engine.Command) []engine.Command {
	return append(to, step("sit"), step("up"), step("down"))
}

func (c *climb) Actor() int { return 0 }

func (c *climb) Turns() int { return c.turns }

func (c *climb) Play(m engine.Command, _ engine.Dice) {
	c.turns++
	c.height += strings.Count(string(m.(step)), "up") - strings.Count(string(m.(step)), "down")
}

func (c *climb) Roll(d engine.Dice) bool {
	c.Play([]step{"sit", "up", "down"}[d.IntN(3)], d)
	return true
}

func (c *climb) Prospects(to []float64) []float64 {
	return append(to, 1/(1+math.Exp(-float64(c.height)/2)))
}

// Who is far ahead, or far behind, still goes up: most lines begin with it. Prospects are
// told as they are.
func TestFarAhead(t *testing.T) {
	for _, start := range []int{0, 20, -20} {
		luck := Luck(1)
		tree := NewTree(&climb{start: start}, &luck)
		for range 600 {
			tree.Iterate()
		}
		up := Tried{}
		for _, m := range tree.Root() {
			if m.Move == step("up") {
				up = m
			}
		}
		if up.Times < 400 {
			t.Errorf("from %d on it goes up in %d of 600 lines", start, up.Times)
		}
		if at := up.Mean(); start > 0 && at < 0.9999 || start < 0 && at > 0.001 {
			t.Errorf("from %d on its prospects are %v", start, at)
		}
	}
}

// What is beyond far comes to far; what is not stays, and so does what is decided.
func TestNearer(t *testing.T) {
	for was, want := range map[float64]float64{0.5: 0.5, 0.8: 0.8, 0.9: 0.9, 0.99: 0.9, 0.001: 0.1, 1: 1, 0: 0} {
		if got := nearer(was, beyond([]float64{was})[0]); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v comes to %v, want %v", was, got, want)
		}
	}
	if got := nearer(1, beyond([]float64{0.99})[0]); got != 1 {
		t.Errorf("what is won from there is worth %v", got)
	}
}

// After a step the tree goes on with the lines that began with it, from there.
func TestTheTreeFollows(t *testing.T) {
	luck := Luck(1)
	tree := NewTree(&climb{}, &luck)
	for range 600 {
		tree.Iterate()
	}
	if tree.Follow(step("fly")) {
		t.Error("it follows a step that nobody tried")
	}
	began := map[engine.Command]int{}
	for _, m := range tree.Root() {
		began[m.Move] = m.Times
	}
	if !tree.Follow(step("up")) || tree.lines != began[step("up")] {
		t.Fatalf("%d of %d lines are kept", tree.lines, began[step("up")])
	}
	for range 100 {
		tree.Iterate()
	}
	times := 0
	for _, m := range tree.Root() {
		times += m.Times
	}
	// The line that grew the node ended there.
	if want := began[step("up")] - 1 + 100; times != want {
		t.Errorf("%d lines go on, want %d", times, want)
	}
	if p := tree.playout.(*climb); p.turns != 1+tree.Horizon {
		t.Errorf("lines end after %d turns", p.turns)
	}
}
