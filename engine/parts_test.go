package engine_test

import (
	"testing"

	"arbiter/engine"
)

// A sentence is taken apart where a number stands in it, and a gap is read as one.
func TestParts(t *testing.T) {
	where := engine.Say("in parsec %d of %s", 3, engine.Say("%s or %s", engine.Term("blue"), engine.Term("red")))
	does := engine.Say("puts {one cube|%[1]d cubes} on %[2]s %[3]s", 1, engine.Say("a desert planet"), where)
	for _, c := range []struct {
		text engine.Text
		want []string
	}{
		{engine.Say("Pass"), []string{"Pass"}},
		{engine.Say("%s", engine.Say("Wait %d", 2)), []string{"Wait …", "2"}},
		{engine.Say("Printed on %s: %+d", engine.Term("sun"), -2), []string{"Printed on …: …", "sun", "-2"}},
		{engine.Say("Action %d: %s", 2, does), []string{"Action …: …", "2", "puts … cubes on … …", "1", "a desert planet", "in parsec … of …", "3", "blue or red"}},
	} {
		got := c.text.Parts()
		for i, p := range got {
			if i >= len(c.want) || p.String() != c.want[i] {
				t.Errorf("%q: part %d is %q, want %q", c.text, i, p, c.want)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%q has %d parts, want %d", c.text, len(got), len(c.want))
		}
	}
}
