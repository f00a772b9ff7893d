package bot

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
	"arbiter/engine/highcouncil/bot/bottest"
)

// A bot takes an action where it can, though its turn may end without one: with nothing but
// cards that bring nothing, it ponders.
func TestBotsTakeAnAction(t *testing.T) {
	s := bottest.Position(t, "white red yellow blue", []string{"ruling no-action allowed"}, []string{
		"table deal white day-01", "table deal white day-02", "table deal white day-03", "table deal red night-01", "table deal red night-02", "table deal red night-03",
		"table deal yellow day-04", "table deal yellow day-05", "table deal yellow day-06", "table deal blue night-04", "table deal blue night-05", "table deal blue night-06",
	})
	seen, choices := bottest.Sees(s, "white")
	ends := false
	for _, c := range choices {
		ends = ends || seen.State.(*highcouncil.State).Idles(c)
	}
	if !ends {
		t.Fatal("control: nobody may end the turn without an action")
	}
	for name, b := range map[string]bot.Bot{"casual": Casual{}, "greedy": Greedy{}, "club": Club} {
		for seed := range uint64(30) {
			if c := b.Choose(rand.New(rand.NewPCG(seed, 1)), seen, choices); seen.State.(*highcouncil.State).Idles(c) {
				t.Errorf("%s ends its turn without an action", name)
				break
			}
		}
	}
}
