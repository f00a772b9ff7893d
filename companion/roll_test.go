package companion_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/seal"
	"arbiter/engine"
)

// Chance rolls each die by itself: it falls on the side of least rank. What was taken
// back falls as before, whatever number it has in the log.
func TestRoll(t *testing.T) {
	least := map[string]string{"roll-1-bone-1": "3", "roll-1-bone-2": "4", "roll-2-bone-2": "1"}
	s := open(t, memory(), func(o *companion.Opts) {
		o.Rank = func(_ string, _ engine.Sealed, d companion.Drawn) string {
			if d.Thing == least[d.Pile] {
				return "0"
			}
			return "1"
		}
	})
	s.begun("dice", nil)
	roll := func(want string) {
		t.Helper()
		a, err := s.Roll(t.Context(), s.see("").Version)
		if err != nil || a.Line != want {
			t.Errorf("%s, %v, want %s", a.Line, err, want)
		}
	}
	if got := s.refused(companion.Request{Seat: "purple", Line: "purple gain 1", Version: s.see("purple").Version}); got != "wait" {
		t.Error(got)
	}
	roll("table roll sun star")
	for _, seat := range []engine.Seat{"purple", "green", "red"} {
		if _, err := s.undo(seat); err != nil {
			t.Fatal(err)
		}
	}
	roll("table roll sun star")
	s.play("purple", "purple reroll 2")
	roll("table roll - moon")
	if _, err := s.Roll(t.Context(), s.see("").Version); s.refusal(err) != "no dice are to be rolled" {
		t.Error(err)
	}
	if _, err := s.Roll(t.Context(), 0); err == nil {
		t.Error("an old moment is rolled for")
	}
}

// Each side of a die comes as often as another one.
func TestDiceAreFair(t *testing.T) {
	n, r := map[string]int{}, engine.Roll{Dice: []engine.Die{{Name: "a", Sides: []engine.Term{"x", "x", "y"}}}}
	secret, err := seal.Parse("arbiter seal 3 " + strings.Repeat("5e", 32))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3000 {
		r.Name = fmt.Sprint("roll-", i)
		r.Fell = func(sides []int) engine.Command { n[fmt.Sprint(sides)]++; return nil }
		companion.Rolled(r, 1, func(d companion.Drawn) string {
			return secret.Rank(seal.Draw{Entry: d.Entry, Pile: d.Pile, Thing: d.Thing})
		})
	}
	for side, k := range n {
		if k < 850 || k > 1150 { // five standard deviations
			t.Errorf("side %s came %d times of 3000", side, k)
		}
	}
}
