package councilofshadows_test

import (
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/notation"
)

// TestLatePrice: what is listed follows the box, also when a price is told while
// the game runs, and the state before keeps the price that it knows.
func TestLatePrice(t *testing.T) {
	seats, told := enginetest.Seats("purple red"), facts(t, "example", "book full", "phase buy", "purple holds 0/1/1",
		"displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08")
	game := settings(t)[0].Game
	before, err := game.New(seats, told)
	if err != nil {
		t.Fatal(err)
	}
	late := enginetest.Facts(t, game, "price desert 1 0/0/1 owner")
	after := engine.Fold(before, late...)
	want := []string{"purple buy desert 0/0/1"}
	if got := offers(after, "purple buy desert"); !slices.Equal(got, want) {
		t.Errorf("after the price was told, %q is offered, want %q", got, want)
	}
	if got := offers(before, "purple buy desert"); slices.Equal(got, want) {
		t.Errorf("the state before offers %q, too", got)
	}
	silly := engine.Fold(after, enginetest.Facts(t, game, "price desert 1 9/9/9 owner")...)
	if got := offers(silly, "purple buy desert"); !slices.Equal(got, want) {
		t.Errorf("a price that nobody can print makes %q of %q", got, want)
	}
}

// offers are the lines that begin so.
func offers(s engine.State, prefix string) (all []string) {
	for _, c := range s.Legal() {
		if line := notation.Format(c); len(line) > len(prefix) && line[:len(prefix)] == prefix {
			all = append(all, line)
		}
	}
	return all
}

// TestEachTargetOnce: of a card with two ways to put a cube on a planet each planet
// is offered once, and the wider way decides what is allowed.
func TestEachTargetOnce(t *testing.T) {
	s := startWith(t, "purple red", "book full", "displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08",
		"effect colonize 1 2 colonize 1 anywhere any-planet owner",
		"system tile-01 1 terrestrial desert - - 1/0/0 0 owner", "purple placed tile-01 1",
		"system tile-14 2 terrestrial - - - 1/0/0 0 owner", "purple placed tile-14 7",
		"purple planned 1 colonize", "phase act")
	want := []string{"purple found 1 1 1", "purple found 1 2 1", "purple found 7 1 1"}
	if got := offers(s, "purple "); !slices.Equal(got, want) {
		t.Errorf("%q is offered, want %q", got, want)
	}
}

// A seat with more gems than a byte can count is not poor.
func TestManyGems(t *testing.T) {
	s := startWith(t, "purple red", "book full", "phase buy", "displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08",
		"price desert 1 1/1/0 owner", "purple holds 255/1/0")
	want := []string{"purple buy desert 1/1/0"}
	if got := offers(s, "purple buy desert"); !slices.Equal(got, want) {
		t.Errorf("%q is offered, want %q", got, want)
	}
}
