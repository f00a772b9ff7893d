package rule_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// named is a game in which a word is a letter.
func named(w rule.Word) any { return string(rune(w)) }

func TestRefusal(t *testing.T) {
	if r := (rule.Refusal{}); !r.Allowed() || r.Err(named) != nil {
		t.Errorf("nothing: %t, %v, want allowed", r.Allowed(), r.Err(named))
	}
	r := rule.Refuse("%s, %s, %s and %s", 'a', 'b', 'c', 0xffff)
	if r.Allowed() {
		t.Error("it allows what it refuses")
	}
	if got, want := r.Err(named).Error(), "a, b, c and \uffff"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNumberIsANumber: whatever somebody sends in a line, a number of 16 bits, stands for
// nothing that a game has words for.
func TestNumberIsANumber(t *testing.T) {
	const seat rule.Word = 1 << 16
	spoken := func(w rule.Word) any {
		if w&^0xffff == seat {
			return engine.Seat("ana")
		}
		return int(w)
	}
	for n := range 1 << 16 {
		if w := rule.Number(uint16(n)); spoken(w) != n {
			t.Fatalf("%d is spoken as %v", n, spoken(w))
		}
	}
	if got, want := rule.Refuse("%s is not asked", seat).Err(spoken).Error(), "ana is not asked"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNothingIsNamed: a refusal that names what its line leaves empty has no hole.
func TestNothingIsNamed(t *testing.T) {
	for _, empty := range []any{engine.Term(""), engine.Seat("")} {
		r := rule.Refuse("%s is not on this board", 1)
		if got, want := r.Err(func(rule.Word) any { return empty }).Error(), "- is not on this board"; got != want {
			t.Errorf("%T: %q, want %q", empty, got, want)
		}
	}
}

// TestRefusingCostsNothing: lists ask rules, which mostly refuse.
func TestRefusingCostsNothing(t *testing.T) {
	allowed, word := 0, rule.Word(0)
	if n := testing.AllocsPerRun(100, func() {
		if word++; rule.Refuse("%s is not %s", word, word).Allowed() {
			allowed++
		}
	}); n != 0 || allowed != 0 {
		t.Errorf("%v allocations, %d allowed, want none", n, allowed)
	}
}
