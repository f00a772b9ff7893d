package engine_test

import (
	"fmt"
	"testing"

	"arbiter/engine"
)

// bone is what sides lie up.
type bone struct{ Sides string }

func (bone) By() engine.Seat { return engine.Table }

// People tell a die by its side's name, by the beginning of a word of it, or by initials;
// what fits two sides that differ, or none, is asked for again.
func TestTold(t *testing.T) {
	red := engine.Die{Name: "red", Sides: []engine.Term{"red-gem", "red-gem", "red-orb", "shadow-fragment", "cursed-crystal", "sun"}}
	r := engine.Roll{Name: "roll-1", Dice: []engine.Die{red, red}, Fell: func(sides []int) engine.Command { return bone{fmt.Sprint(sides)} }}
	for words, want := range map[[2]string]string{
		{"red-gem", "red-orb"}:   "{[0 2]}",
		{"g", "o"}:               "{[0 2]}",
		{"rg", "sf"}:             "{[0 3]}",
		{"frag", "shadow"}:       "{[3 3]}",
		{"c", "sun"}:             "{[4 5]}",
		{"su", "cursed-crystal"}: "{[5 4]}",
		{"r", "g"}:               "red shows red-gem, red-orb, shadow-fragment, cursed-crystal, sun: r is none of that, or more than one",
		{"g", "s"}:               "red shows red-gem, red-orb, shadow-fragment, cursed-crystal, sun: s is none of that, or more than one",
		{"g", "blue-gem"}:        "red shows red-gem, red-orb, shadow-fragment, cursed-crystal, sun: blue-gem is none of that, or more than one",
		{"", "g"}:                "red shows red-gem, red-orb, shadow-fragment, cursed-crystal, sun: - is none of that, or more than one",
	} {
		c, err := r.Told(words[:])
		got := fmt.Sprint(c)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%v: %s, want %s", words, got, want)
		}
	}
	if _, err := r.Told([]string{"g"}); err == nil || err.Error() != "2 dice are rolled: say what each of them shows" {
		t.Error(err)
	}
}
