package page_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// What stands below a card is a move about that card alone, the cheapest one where there are several
// ways to pay, and never one that a person would miss: all cards that can be bought have one.
func TestAnswersStandBelowCards(t *testing.T) {
	t.Parallel()
	tier.Unraced(t, "one game after the other, in one goroutine")
	x := pastime{councilofshadows.Game, shadowsbot.Greedy{}, []engine.Seat{"purple", "red"}, []string{"full-book", "dealt"}, 0, nil}
	found, dear := map[string]int{}, 0
	for n := range tier.Of(t, tier.Screens, "games", 1, 1, 10) {
		s, r := x.begun(t), rand.New(rand.NewPCG(uint64(n)+tier.Seed(t), 4))
		for range 3000 {
			legal := s.Legal()
			if s.View().Over || len(legal) == 0 {
				break
			}
			mine := engine.BySeat(legal[0].By(), legal)
			if mine[0].By() == engine.Table {
				s = after(t, s, mine[r.IntN(len(mine))])
				continue
			}
			if verbs := []string{"buy", "return", "choose"}; !slices.ContainsFunc(mine, func(x engine.Command) bool { return slices.Contains(verbs, strings.Fields(notation.Format(x))[1]) }) {
				s = after(t, s, x.chosen(r, s, mine))
				continue
			}
			c := seen(x.game, s, mine[0].By(), mine)
			m := page.NewMoves(c)
			var cards []page.Card
			for _, tab := range page.NewOffers(c, m).Tabs {
				cards = append(cards, tab.Cards...)
			}
			for _, f := range page.NewDock(c, m).Fields {
				cards = append(cards, f.Cards...)
			}
			for _, k := range cards {
				var ways []string
				for _, l := range c.Snap.Legal {
					if slices.Contains([]string{"buy", "return", "choose"}, strings.Fields(l.Line)[1]) && slices.Contains([]string{"card " + strings.Fields(l.Line)[2], "thing " + strings.Fields(l.Line)[2]}, k.Thing) {
						ways = append(ways, l.Line)
					}
				}
				if len(ways) > 1 {
					dear++
				}
				switch want := append(ways, "")[0]; {
				case k.Answer.Line != want:
					t.Fatalf("below %s stands %q, want %q", k.Thing, k.Answer.Line, want)
				case want != "" && (k.Answer.Verb == "" || k.Answer.Ask == ""):
					t.Errorf("what stands below %s has no word or no question", k.Thing)
				case want != "":
					found[strings.Fields(want)[1]]++
				}
			}
			c.Copy = "/games/1/whatif"
			for _, tab := range page.NewOffers(c, page.NewMoves(c)).Tabs {
				if slices.ContainsFunc(tab.Cards, func(k page.Card) bool { return k.Answer.Line != "" }) {
					t.Fatal("in a copy of a game something stands below a card that would be done in the game")
				}
			}
			s = after(t, s, x.chosen(r, s, mine))
		}
	}
	if found["buy"] == 0 || found["return"] == 0 || found["choose"] == 0 || dear == 0 {
		t.Errorf("found %v, and %d with several ways to pay, which proves nothing", found, dear)
	}
}
