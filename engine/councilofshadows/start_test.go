package councilofshadows_test

import (
	"strings"
	"testing"

	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
)

// TestTablesThatCannotBe: seats and facts with which no game can start, and why.
func TestTablesThatCannotBe(t *testing.T) {
	for _, c := range []struct{ seats, fact, want string }{
		{"purple", "", "one player plays against the Automa"},
		{"purple red green blue ana", "", "5 seats; Council of Shadows has 1 to 4"},
		{"", "", "0 seats; Council of Shadows has 1 to 4"},
		{"purple red automa", "", "one player plays against the Automa"},
		{"purple plan", "", "the name is a word of the game"},
		{"blue automa", "", "the Automa plays blue"},
		{"purple red", "green order 1", "green does not play"},
		{"purple red", "red order 1", "nobody has 2"},
		{"purple red", "green civilization avry", "green does not play"},
		{"purple red", "ruling phase-end never", "leave a choice"},
		{"purple automa", "acts automa-01 6 left energy 1 - 0 - owner", "1 to 5 actions"},
		{"purple red", "purple planned 6 discover", "no such thing"},
		{"purple red", "green slid", "no such thing"},
		{"purple red", "price desert 1 9/9/9 owner", "no such thing"},
		{"purple red", "site front 3 green 4 40 50 owner", "no such thing"},
		{"purple red", "removed empire resource-people", "no such thing"},
		{"purple red", "displays ai-01 desert - - - - - -", "no such thing"},
		{"purple red", "purple drew tile-01", "no such thing"}, // no stack is open
		{"purple red", "purple order 1", ""},
	} {
		var told []string
		if c.fact != "" {
			told = append(told, c.fact)
		}
		_, err := councilofshadows.Game.New(enginetest.Seats(c.seats), facts(t, "example", told...))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("control: %s; %s: %v", c.seats, c.fact, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s; %s: %v, want %q", c.seats, c.fact, err, c.want)
		}
	}
}

// Without the numbers that the rulebook prints no game starts.
func TestTheRulebookBoxIsNeeded(t *testing.T) {
	for _, c := range []struct {
		told []string
		want string
	}{
		{nil, "energy-saver"},
		{[]string{"printed energy-saver 7 owner"}, "energy-boost"},
	} {
		_, err := councilofshadows.Game.New(enginetest.Seats("purple red"), enginetest.Facts(t, councilofshadows.Game, c.told...))
		if err == nil || !strings.Contains(err.Error(), "do not tell "+c.want) {
			t.Errorf("with %q: %v, want %q", c.told, err, c.want)
		}
	}
}

// TestLinesThatAreNone: words that stand for nothing in the box.
func TestLinesThatAreNone(t *testing.T) {
	for line, want := range map[string]string{
		"printed ai-26 4 owner":              `no "ai-26" in the box`,
		"printed ai-01 4 nobody":             "no origin",
		"purple consumption much":            "no number of steps",
		"purple holds 1/2":                   "no gems",
		"purple holds 1/2/3/4":               "no gems",
		"purple holds 1/2/300":               "no gems",
		"book middle":                        "middle",
		"purple build station-score pink -":  "pink",
		"purple build station-score red+ -":  "build",
		"reward front grey 4 2 sometimes ow": "sometimes",
	} {
		_, err := councilofshadows.Game.Words.Parse(line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	if got, want := councilofshadows.Item(255).String(), "item-255"; got != want {
		t.Errorf("an item that there is not is called %q, want %q", got, want)
	}
}
