package page_test

import (
	"slices"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
)

// Where alternatives share a verb, none of them is the primary button: who taps it blindly
// would have chosen the first. What has a verb of its own may be.
func TestNoPrimaryAmongAlike(t *testing.T) {
	t.Parallel()
	alike, primary := 0, 0
	for steps := range 160 {
		for seed := range uint64(2) {
			x := council("purple red", steps)
			x.seed = seed + 1
			s := x.state(t)
			for _, seat := range []engine.Seat{"purple", "red"} {
				c := acting(s, seat)
				p := page.NewPrompt(c, page.NewMoves(c))
				if p.Main != nil {
					primary++
					if slices.ContainsFunc(p.Others, func(o page.Move) bool { return o.Verb == p.Main.Verb }) {
						t.Errorf("after %d steps %s has the primary button %q beside %q", steps, seat, p.Main.Line, p.Others[0].Line)
					}
				} else if slices.ContainsFunc(p.Others, func(o page.Move) bool { return !o.Lapses && !o.Unseen }) {
					alike++
				}
			}
		}
	}
	if alike == 0 || primary == 0 {
		t.Errorf("%d prompts have a primary button, %d alternatives that are alike: that proves nothing", primary, alike)
	}
}
