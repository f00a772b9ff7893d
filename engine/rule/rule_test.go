package rule_test

import (
	"testing"

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
