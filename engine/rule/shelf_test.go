package rule_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// TestListed: a command that was listed before costs nothing, and commands that meet in one place
// are not mixed up.
func TestListed(t *testing.T) {
	want := func(c engine.Command, key uint64) {
		t.Helper()
		var got engine.Command
		switch c := c.(type) {
		case Build:
			got = rule.Listed(c, key)
		case Burn:
			got = rule.Listed(c, key)
		}
		if got != c {
			t.Errorf("%#v is listed as %#v", c, got)
		}
	}
	for range 2 {
		want(Build{"ana"}, 1)
		want(Build{"ben"}, 1)
		want(Burn{"ben"}, 1)
		want(Build{"ana"}, 2)
	}
	if n := testing.AllocsPerRun(100, func() { rule.Listed(Build{"ana"}, 2) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
	if n := testing.AllocsPerRun(100, func() { rule.Listed(Build{"ana"}, 1); rule.Listed(Build{"ben"}, 1) }); n == 0 {
		t.Error("two commands in one place make nothing: the count shows nothing")
	}
}
