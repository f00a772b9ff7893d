package bot

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// Each kind is equally likely for the random bot, however many commands it has.
func TestRandomBot(t *testing.T) {
	t.Parallel()
	var choices []engine.Command
	for _, line := range []string{"red pass", "red gain 1", "red gain 2", "red gain 3", "red gain 4", "red gain 5", "table open automa-03"} {
		x, err := councilofshadows.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		choices = append(choices, x.(engine.Command))
	}
	b := Random()
	got := map[string]int{}
	for seed := range uint64(9000) {
		c := b.Choose(rand.New(rand.NewPCG(seed, 0)), bot.Seen{}, choices)
		got[notation.Words(c)[1]]++
		if again := b.Choose(rand.New(rand.NewPCG(seed, 0)), bot.Seen{}, choices); again != c {
			t.Fatalf("the same dice choose %q and %q", notation.Format(c), notation.Format(again))
		}
	}
	for _, verb := range []string{"pass", "gain", "open"} {
		if n := got[verb]; n < 2700 || n > 3300 {
			t.Errorf("%s %d times of 9000, want about 3000", verb, n)
		}
	}
}
