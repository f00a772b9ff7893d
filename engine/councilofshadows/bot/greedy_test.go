package bot

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/notation"
)

// Each habit of the greedy bot in a position of its own, with the values of the
// example box. Purple plays against red.
func TestGreedy(t *testing.T) {
	display := "displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08"
	for name, c := range map[string]struct {
		facts, played string
		want          string // a regular expression of the command
	}{
		"pays with the cheaper gem":                         {"purple holds 1/0/1", "", `purple (buy \S+ 1/0/0|pass)`},
		"keeps gems that are worth more than what they buy": {"round 6; purple bought project-1; phase buy; red throne; purple holds 0/0/1", "", "purple pass"},
		"buys the energy with which it rises":               {"purple holds 1/1/0; purple at consumption 40; purple at energy 35", "", "purple buy project-2 1/1/0"},
		"plans a colony before a harvest":                   {"round 2; phase plan; purple planned 2 gems; red planned 2 gems", "", "purple plan 1 (discover|tower|colonize)"},
		"settles where it gets the majority":                {"phase act; purple planned 1 tower; purple ranged 1 2; purple placed tile-12 8; purple placed tile-14 11; red stands 8 1 3", "", "purple found 11 [12] 2"},
		"scores where it has the majority":                  {"phase act; purple scored; purple placed tile-12 8; purple stands 8 1 2", "", "purple score blue 8 1"},
		"scores everything in the last round":               {"phase act; purple throne; purple scored; purple placed tile-12 8; purple stands 8 1 1; red stands 8 2 2", "", "purple score blue 8 1"},
		"stops when nothing is left to score":               {"phase act; purple scored", "", "purple pass"},
		"puts the worst bonus card under the pile":          {"phase act; purple scored; purple placed tile-03 3; purple stands 3 1 1; purple dealt light-10; purple dealt light-14; purple dealt light-17; purple dealt light-18", "purple score green 3 1; table deal purple light-15", "purple return light-1[45]"},
		"takes Empire where it rules": {
			"phase act; purple scored; purple at energy 60; purple at consumption 40; purple chose -; purple placed tile-12 8; purple stands 8 1 2; purple placed tile-11 11; purple stands 11 1 2; purple placed tile-03 3; purple stands 3 1 2; purple placed tile-13 15; purple stands 15 1 2; removed new-stargate energy-saver",
			"purple pass", "purple choose empire"},
		"does not harvest an empty system": {"phase act; purple planned 1 harvest; purple placed tile-10 3; purple placed tile-07 4; purple stands 3 1 1; purple stands 4 1 2", "", "purple gather 4"},
	} {
		t.Run(name, func(t *testing.T) {
			facts := []string{display}
			if !strings.Contains(c.facts, "phase ") {
				facts = append(facts, "phase buy")
			}
			facts = append(facts, strings.Split(c.facts, "; ")...)
			s := exampleBook(t, []engine.Seat{"purple", "red"}, facts...)
			for line := range strings.SplitSeq(c.played, "; ") {
				if line == "" {
					continue
				}
				x, err := councilofshadows.Game.Words.Parse(line)
				if err == nil {
					_, err = s.Do(x.(engine.Command))
				}
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			}
			seen, choices := bottest.Sees(s, "purple")
			for dice := range uint64(10) {
				got := notation.Format(Greedy{}.Choose(rand.New(rand.NewPCG(dice, 0)), seen, choices))
				if !regexp.MustCompile("^(" + c.want + ")$").MatchString(got) {
					t.Fatalf("it does %q, want %s", got, c.want)
				}
			}
		})
	}
}
