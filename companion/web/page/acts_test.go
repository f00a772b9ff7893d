package page_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	castingbot "arbiter/engine/castingshadows/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// While a seat acts its page shows all acts: those that no command begins with tell why, and
// no other does. Who does not act, and games without acts, have none.
func TestActsTellWhy(t *testing.T) {
	t.Parallel()
	x := pastime{game: castingshadows.Game, seats: []engine.Seat{"kit", "frill"}, options: []string{"dealt", "no-clock"}}
	s, r := x.begun(t), rand.New(rand.NewPCG(3, 4))
	shown, denied := 0, map[string]int{}
	for range 400 {
		legal := s.Legal()
		if len(legal) == 0 {
			break
		}
		by := legal[0].By()
		mine := engine.BySeat(by, legal)
		acts := page.NewActs(seen(x.game, s, by, mine))
		if by == engine.Table && len(acts) > 0 {
			t.Errorf("the table has %v", acts)
		}
		for i, a := range acts {
			shown++
			may := slices.ContainsFunc(mine, func(c engine.Command) bool {
				return slices.Contains(x.game.Acts[i].Verbs, strings.Fields(notation.Format(c))[1])
			})
			if may != (a.Why == "") {
				t.Errorf("%s may be done: %t, and why not: %q", a.Title, may, a.Why)
			}
			if a.Why != "" {
				denied[a.Why]++
			}
		}
		c := mine[r.IntN(len(mine))]
		if by != engine.Table {
			c = castingbot.Greedy{}.Choose(r, bot.Seen{Seat: by, State: s}, mine)
		}
		events, err := s.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			s = s.Apply(e)
		}
	}
	if shown < 60 || len(denied) < 4 {
		t.Errorf("%d acts were shown, with the reasons %v: that proves little", shown, denied)
	}
	if acts := page.NewActs(acting(council("purple red", 40).state(t), "purple")); acts != nil || councilofshadows.Game.Acts != nil {
		t.Errorf("a game without acts has %v", acts)
	}
}
