package highcouncil_test

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
)

// TestAboutThings: what people are told of each kind of thing in the box.
func TestAboutThings(t *testing.T) {
	for term, want := range map[engine.Term]string{
		"day-07":        "take seat 7, or discuss for an argument: white.",
		"night-06":      "take seat 6, or discuss: it goes with any color.",
		"trilithon-red": "discuss: take two arguments of any color.",
		"red-follower":  "takes 1 argument to convince alone, 2 in a group of two, 3 in a larger group, 1 while voting from a larger group.",
		"blue-speaker":  "counts as a piece of its group; it always takes 3 arguments to convince it, 1 while voting from a larger group.",
		"trilithon":     "lies in the middle while voting.",
		"white":         "",
		"pro":           "",
		"":              "",
	} {
		if got := highcouncil.Game.Describe(nil, term).String(); got != want {
			t.Errorf("%s: %q, want %q", term, got, want)
		}
	}
	for _, term := range highcouncil.Game.Terms {
		thing := strings.Contains(string(term), "-") || term == "trilithon"
		if told := !highcouncil.Game.Describe(nil, term).IsZero(); told != thing {
			t.Errorf("%s: told %v, want %v", term, told, thing)
		}
	}
}

// TestAboutArguing: a command to convince tells which groups argue; one that is not
// about two pieces tells nothing.
func TestAboutArguing(t *testing.T) {
	s, err := highcouncil.Game.New(enginetest.Seats("white red yellow blue"),
		facts(t, "seated 7 white follower,seated 8 white speaker,seated 6 red follower,seated 5 red follower,seated 4 blue follower"))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"white convince 7 6 white white":  "a group of 2 argues with a group of 2",
		"white convince 9 8 white white":  "",
		"white convince 99 6 white white": "",
		"white ponder":                    "",
	} {
		c, err := highcouncil.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := highcouncil.Game.Describe(s, c).String(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
