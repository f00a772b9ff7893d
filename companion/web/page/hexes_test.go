package page_test

import (
	"strings"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
)

// hexed is a game on hexagons: somebody has rolled, and cards lie beside tiles.
func hexed(t testing.TB, lang string) page.Context {
	t.Helper()
	return table{castingshadows.Game, "kit frill nuzzle", 40, 1, []string{"dealt device"}}.context(t, "kit", lang)
}

// Each tile, each figure, each card beside a tile and the pile there are drawn once, and
// say what they are.
func TestHexagonsTellAllApart(t *testing.T) {
	for _, lang := range []string{"en", "de", "es"} {
		c := hexed(t, lang)
		text, want := draw(t, c, "map", page.NewMap(c)), []string{engine.PileAim(engine.Table, "beside dusty-desert")}
		for _, s := range c.Snap.View.Map {
			want = append(want, engine.SiteAim(s.Name))
		}
		for _, p := range c.Snap.View.Seats {
			if !p.Out {
				want = append(want, engine.SeatAim(p.Seat))
			}
		}
		for _, z := range c.Snap.View.Zones {
			if top, ok := z.Top(); ok && z.Seat == engine.Table && strings.HasPrefix(z.Name, "beside ") {
				want = append(want, engine.CardAim(top.Name))
			}
		}
		for _, thing := range want {
			if n := strings.Count(text, `data-thing="`+thing+`"`); n != 1 {
				t.Errorf("%s: %q is drawn %d times", lang, thing, n)
			}
		}
		if len(want) < 10 || strings.Contains(text, `aria-label=""`) {
			t.Errorf("%s: %d things, or one has no words", lang, len(want))
		}
	}
}

// Dice and tokens come to what the seat may spend; the page of nobody else touches them.
func TestDiceAreWhatTheSeatHas(t *testing.T) {
	c := hexed(t, "en")
	v := &c.Snap.View
	v.Seats[0].Dice = []engine.ShownDie{{Die: "die-red-1", Color: "red", Shows: "red-gem"}, {Die: "die-purple", Color: "purple", Spent: true}}
	for i := range v.Seats[1:] {
		v.Seats[i+1].Dice = nil
	}
	v.Seats[0].Purse = []engine.Amount{{Of: "red-gem", N: 3}, {Of: "blue-orb", N: 1}, {Of: "shadow-fragment", N: 0}}
	d := page.NewDice(c, map[string]bool{"thing red-gem": true})
	if len(d.Dice) != 2 || d.Dice[0].Thing != "thing red-gem" || !d.Dice[1].Spent || d.Dice[1].Thing != "thing die-purple" {
		t.Errorf("dice %+v", d.Dice)
	}
	if len(d.Tokens) != 2 || d.Tokens[0].N != 2 || d.Tokens[1].Of != "blue-orb" {
		t.Errorf("tokens %+v", d.Tokens)
	}
	text := draw(t, c, "dice", d)
	if strings.Count(text, "<button") != 2 || !strings.Contains(text, "First red die: Red gem") || !strings.Contains(text, "disabled") {
		t.Error(text)
	}
}
