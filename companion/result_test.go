package companion_test

import (
	"testing"

	"arbiter/companion"
)

func TestOutcome(t *testing.T) {
	for result, want := range map[string]string{
		"":                  "still running",
		companion.Abandoned: "not finished",
		companion.Nobody:    "ended without a winner",
		"purple":            "won by purple",
		"white yellow":      "won by white, yellow",
		"purple red green":  "won by purple, red, green",
	} {
		if got := companion.Outcome(result).String(); got != want {
			t.Errorf("result %q: %q, want %q", result, got, want)
		}
	}
}

func TestHowMany(t *testing.T) {
	for _, c := range []struct {
		counts []int
		want   string
	}{
		{[]int{4}, "4"}, {[]int{1, 2}, "1 or 2"}, {[]int{1, 2, 3, 4}, "1 to 4"}, {[]int{2, 4}, "2 or 4"}, {[]int{1, 3, 4}, "1, 3 or 4"},
	} {
		if got := companion.HowMany(c.counts).String(); got != c.want {
			t.Errorf("%v: %q, want %q", c.counts, got, c.want)
		}
	}
}
