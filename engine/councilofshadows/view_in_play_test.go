package councilofshadows_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// What the view tells of the Automa's card is what has happened: each action is done on
// the side that the log says, or left out.
func TestAutomaCardOnScreens(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(12) {
		set := append(settings(t)[:1], fullSettings(t)[:4]...)[seed%5]
		s, r := set.Begin(t), rand.New(rand.NewPCG(seed, 4))
		var did []councilofshadows.Did
		for legal := s.Legal(); len(legal) > 0; legal = s.Legal() {
			next, events, err := engine.Step(s, set.Weigh(r, s, legal))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				switch e := e.(type) {
				case councilofshadows.Opened:
					did = nil
				case councilofshadows.Did:
					did = append(did, e)
				}
			}
			s = next
			if c := s.View().InPlay; c.Seat == "automa" {
				compareDone(t, c, did, seen)
			}
		}
	}
	for _, side := range []string{"left", "right", "skip"} {
		if seen[side] == 0 {
			t.Errorf("no action was done so: %s", side)
		}
	}
	t.Log(seen)
}

func compareDone(t *testing.T, c engine.InPlay, did []councilofshadows.Did, seen map[string]int) {
	t.Helper()
	for n, step := range c.Steps {
		if n >= len(did) {
			if step.Progress == engine.Finished || step.Progress == engine.LeftOut {
				t.Fatalf("action %d of %s is %+v, and has not been done", n+1, c.Card, step)
			}
			continue
		}
		want := map[councilofshadows.Side]engine.InPlayStep{
			councilofshadows.Left:    {Progress: engine.Finished, Option: 0},
			councilofshadows.Right:   {Progress: engine.Finished, Option: 1},
			councilofshadows.Skipped: {Progress: engine.LeftOut, Option: -1},
		}[did[n].Side]
		if step.Progress != want.Progress || step.Option != want.Option || (step.Option == 0) != step.Why.IsZero() {
			t.Fatalf("action %d of %s is %+v, but %+v was done", n+1, c.Card, step, did[n])
		}
		seen[string(did[n].Side)]++
	}
}
