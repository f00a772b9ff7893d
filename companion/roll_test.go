package companion_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/seal"
	"arbiter/engine"
)

// Each die is rolled on its own: it shows the side of lowest rank. After an undo it falls the same
// way, whatever its number in the log.
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
		t.Error("dice were rolled for a stale version")
	}
}

// Each side of a die comes up as often as any other.
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

// People who roll real dice tell them by their sides, not from a list of all possible rolls; a
// mistake is taken back and told again. Nobody tells what a program rolls.
func TestPeopleTellDice(t *testing.T) {
	s := open(t, memory())
	s.begun("dice", nil)
	shot := s.see("purple")
	if len(shot.Legal) != 0 || len(shot.Roll.Dice) != 2 || s.see("").Roll.Open() {
		t.Fatalf("purple may do %v and tell %v", shot.Legal, shot.Roll.Dice)
	}
	tell := func(words ...string) {
		t.Helper()
		if _, err := s.TellRoll(t.Context(), "green", words, s.see("green").Version); err != nil {
			t.Fatal(err)
		}
	}
	tell("sun", "star")
	if _, err := s.TellRoll(t.Context(), "green", []string{"m", "m"}, s.see("green").Version); s.refusal(err) != "no dice are to be rolled" {
		t.Error(err)
	}
	if shot := s.see("purple"); shot.Roll.Open() || len(shot.Legal) == 0 {
		t.Errorf("then purple tells %v and may do %v", shot.Roll.Dice, shot.Legal)
	}
	for _, seat := range []engine.Seat{"purple", "green", "red"} {
		if _, err := s.undo(seat); err != nil {
			t.Fatal(err)
		}
	}
	tell("m", "su")
	log := s.see("purple").Log
	if got := log[len(log)-1].Command.String(); got != "the dice show moon and sun" {
		t.Error(got)
	}
	dealt := open(t, memory(), func(o *companion.Opts) {
		o.Offers[0].Deals = func(_ engine.State, c engine.Command) bool { _, rolls := c.(testgame.Roll); return rolls }
	})
	dealt.begun("dice", nil)
	if shot := dealt.see("purple"); shot.Roll.Open() || len(shot.Legal) != 0 || !dealt.see(engine.Table).Roll.Open() {
		t.Errorf("purple tells %v that a program rolls", shot.Roll.Dice)
	}
}

// With buttons people choose the side of one die after the other.
func TestDiceByButtons(t *testing.T) {
	b := buttoned(t, all)
	b.begun("dice", nil)
	b.push("next")
	b.shows("first die", "› bone-1: moon (1/3)")
	b.push("next, confirm")
	b.shows("second die", "› the dice show sun and moon (1/3)")
	b.push("next, next, confirm")
	b.shows("told", "")
	log := b.see("purple").Log
	if got := log[len(log)-1].Command.String(); got != "the dice show sun and star" {
		t.Error(got)
	}
}
