package bot_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	casting "arbiter/engine/castingshadows/bot"
	"arbiter/engine/castingshadows/bot/bottest"
)

// threatened is a position in which kit could hit frill, after more facts.
func threatened(t *testing.T, facts ...string) engine.State {
	return bottest.Start(t, "kit frill", append(append([]string{"laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3",
		"appeared companion-01", "appeared companion-02", "appeared companion-03", "kit collected heat-wave-1", "frill moved ancient-rune"}, facts...),
		"kit turn", "kit rolled red-gem,red-gem,blue-orb,blue-orb,purple-orb", "phase act")...)
}

// What would have won is better than what was done, by what it would have been more likely; to
// have done it cost nothing. Who is not to act decides nothing.
func TestVerdicts(t *testing.T) {
	judge, dice := casting.Searcher{Lines: 3, Rollouts: 60, Rounds: 1}, rand.New(rand.NewPCG(1, 1))
	s := threatened(t, "frill collected heat-wave-2", "frill harmed 16 kit heat-wave", "kit harmed 16 frill heat-wave")
	choices := engine.BySeat("kit", s.Legal())
	var hit, miss engine.Command
	for _, c := range choices {
		switch c := c.(type) {
		case castingshadows.Cast:
			hit = c
		case castingshadows.Finish:
			miss = c
		}
	}
	v, ok := judge.Judge(dice, bot.Seen{Seat: "kit", State: s}, choices, []engine.Command{miss})
	if _, casts := v.Best.(castingshadows.Cast); !ok || !casts || v.Could != 1 || v.Loss() < 0.2 {
		t.Errorf("rather than win it ended its turn: %+v, %t", v, ok)
	}
	if v, ok := judge.Judge(dice, bot.Seen{Seat: "kit", State: s}, choices, []engine.Command{hit}); !ok || v.Loss() != 0 {
		t.Errorf("it won: %+v, %t", v, ok)
	}
	if _, ok := judge.Judge(dice, bot.Seen{Seat: "frill", State: s}, choices, []engine.Command{hit}); ok {
		t.Error("control: who is not to act is judged")
	}
}

// Chances add up to 1, and who has hardly a hit point left has the smaller one.
func TestChances(t *testing.T) {
	for harmed, at := range map[string]int{"kit harmed 16 frill heat-wave": 0, "frill harmed 16 kit heat-wave": 1} {
		seen := bot.Seen{Seat: "kit", State: threatened(t, harmed)}
		got := casting.Strong.Chances(rand.New(rand.NewPCG(1, 1)), seen, 8)
		if len(got) != 2 || math.Abs(got[0]+got[1]-1) > 1e-9 || got[at] > 0.4 {
			t.Errorf("%s: %v", harmed, got)
		}
	}
}
