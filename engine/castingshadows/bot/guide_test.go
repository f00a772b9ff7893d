package bot_test

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	casting "arbiter/engine/castingshadows/bot"
	"arbiter/engine/castingshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// TestGuideComesUp: of games against a bot all that the guide explains comes up in some before
// it ends, and what everybody meets in the first turn in each; each step has another name.
func TestGuideComesUp(t *testing.T) {
	tier.Unraced(t, "one goroutine plays a game")
	const games = 40
	came := map[string]int{}
	for seed := range uint64(games) {
		in := map[string]bool{}
		watch := func(s engine.State) {
			v := s.View()
			for _, step := range castingshadows.Game.Guide {
				if v.Round() <= castingshadows.Game.GuideRounds && v.Round() >= step.Round && meets(s, v, step) {
					in[step.Name] = true
				}
			}
		}
		bottest.Watch(t, bottest.Start(t, "kit frill"), seed, all("kit frill", casting.Greedy{}), watch)
		for name := range in {
			came[name]++
		}
	}
	if n := len(castingshadows.Game.Guide); n == 0 || n > 12 {
		t.Errorf("the guide has %d steps", n)
	}
	names := map[string]bool{}
	for _, step := range castingshadows.Game.Guide {
		if names[step.Name] {
			t.Errorf("two steps are called %s", step.Name)
		}
		names[step.Name] = true
		switch n := came[step.Name]; {
		case n == 0:
			t.Errorf("%s never comes up in %d games", step.Name, games)
		case step.Verb == "" && n < games:
			t.Errorf("%s comes up in %d of %d games", step.Name, n, games)
		}
	}
}

// meets reports whether kit is asked something, and meets what a step is about.
func meets(s engine.State, v engine.View, step engine.GuideStep) bool {
	asked := false
	for _, p := range v.Prompts {
		asked = asked || p.Seat == "kit"
	}
	if !asked || step.Phase != "" && step.Phase != v.Phase {
		return false
	}
	for _, c := range engine.BySeat("kit", s.Legal()) {
		if step.Verb == "" || strings.HasPrefix(notation.Format(c)+" ", "kit "+step.Verb+" ") {
			return true
		}
	}
	return false
}
