package page_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"arbiter/companion"
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

// TestTilesHaveScenery: each tile of a game of four has a drawing of its own; a site that
// nobody has drawn has none.
func TestTilesHaveScenery(t *testing.T) {
	c := table{castingshadows.Game, "kit frill nuzzle haze", 0, 1, []string{"dealt device"}}.context(t, "kit", "en")
	m, seen := page.NewMap(c), map[string]bool{}
	text := draw(t, c, "map", m)
	for _, h := range m.Hexes {
		if h.Land == nil || seen[string(h.Land.Drawing)] || !strings.Contains(text, string(h.Land.Drawing)) {
			t.Errorf("%s is drawn as %+v", h.Name, h.Land)
			continue
		}
		seen[string(h.Land.Drawing)] = true
	}
	if len(seen) != 7 {
		t.Errorf("%d drawings, want 7", len(seen))
	}
	c.Snap.View.Map[0].Name = "nowhere"
	for _, h := range page.NewMap(c).Hexes {
		if h.Name == "nowhere" && h.Land != nil {
			t.Errorf("control: nowhere is drawn as %+v", h.Land)
		}
	}
}

// TestCardsOfALargeMapLieOnTheirTiles: where tiles lie in two rings a card has no room beside its
// tile. It lies on it, smaller, and covers no figure nor another tile; in one ring it lies beside.
func TestCardsOfALargeMapLieOnTheirTiles(t *testing.T) {
	large := []string{"dealt device", "lives frost map-tile-08 owner", "lies map-tile-10 5 far-right owner"}
	for i, place := range []string{"upper-left", "upper-right", "lower-right", "lower-left", "top"} {
		large = append(large, fmt.Sprintf("seats 5 %d %s owner", i+1, place))
	}
	for _, x := range []struct {
		seats string
		extra []string
		on    bool
	}{{"kit frill nuzzle haze frost", large, true}, {"kit frill nuzzle haze", []string{"dealt device"}, false}} {
		m, cards := page.NewMap(table{castingshadows.Game, x.seats, 40, 1, x.extra}.context(t, "kit", "en")), 0
		for _, h := range m.Hexes {
			if h.Leaf == nil {
				continue
			}
			cards++
			if on := h.Leaf.Scale > 0 && math.Hypot(h.Leaf.At.X-h.At.X, h.Leaf.At.Y-h.At.Y) < 4; on != x.on || h.Small != x.on {
				t.Errorf("%s: the card of %s is at %v, the tile at %v", x.seats, h.Name, h.Leaf.At, h.At)
			}
			for _, f := range h.Figures {
				if at := h.At.X + f.Mid.X; x.on && len(h.Figures) == 1 && at > h.Leaf.At.X-2 {
					t.Errorf("the card of %s covers its figure at %v", h.Name, at)
				}
			}
		}
		if cards < 6 {
			t.Errorf("%s: only %d cards lie there", x.seats, cards)
		}
	}
}

// TestAHeadOrAShapeIsOnEachDial: a character without a portrait is shown by its shape.
func TestAHeadOrAShapeIsOnEachDial(t *testing.T) {
	c := table{castingshadows.Game, "kit lucky", 0, 1, []string{"dealt device"}}.context(t, "kit", "en")
	for i, want := range []string{`href="#f-fox"`, `class="mark c-grey" href="#s-square"`} {
		if text := draw(t, c, "dial", page.NewDial(c, i)); strings.Count(text, want) != 1 {
			t.Errorf("dial %d has no %s\n%s", i, want, text)
		}
	}
}

// TestActionsAreNotGivenUpByTheWay: the primary button of whose turn it is never ends the
// actions while some are left; that has a button of its own, which says how many lapse.
func TestActionsAreNotGivenUpByTheWay(t *testing.T) {
	s, seen := table{castingshadows.Game, "kit frill nuzzle", 40, 1, []string{"dealt device"}}.state(t), 0
	for n := range 200 {
		legal := s.Legal()
		if len(legal) == 0 {
			break
		}
		seat := legal[0].By()
		c := acting(s, seat)
		c.Game = castingshadows.Game
		p := page.NewPrompt(c, page.NewMoves(c))
		for _, m := range p.Others {
			if m.Lapses {
				seen++
			}
		}
		if left, _ := c.Snap.View.At("actions", seat); p.Main != nil && (p.Main.Lapses || left > 0 && p.Main.Line == string(seat)+" finish") {
			t.Errorf("with %d actions left the primary button does %q", left, p.Main.Text)
		}
		var err error
		if s, _, err = engine.Step(s, legal[n%len(legal)]); err != nil {
			t.Fatal(err)
		}
	}
	if seen == 0 {
		t.Error("control: nobody ever has actions left")
	}
}

// TestWhatWouldGo: notches that a seat is about to lose are told apart on its dial, those
// that it has lost are not.
func TestWhatWouldGo(t *testing.T) {
	c := hexed(t, "en")
	for _, x := range []struct {
		stake engine.Stake
		want  int
	}{{engine.Stake{Seat: "frill", N: 5}, 5}, {engine.Stake{Seat: "frill", N: 5, Done: true}, 0}, {engine.Stake{Seat: "frill", N: 99}, c.Snap.View.Tracks[0].At[1]}, {engine.Stake{Seat: "kit", N: 5}, 0}} {
		c.Snap.Window = &companion.OpenWindow{Window: engine.Window{Stakes: []engine.Stake{x.stake}}}
		d := page.NewSeats(c).Racers[1].Dial
		if d.Losing != x.want || d.Left()+d.Losing != d.N || d.Of != 18 || d.Figure != "f-axolotl" {
			t.Errorf("%+v: %+v", x.stake, d)
		}
		if n := strings.Count(d.Arc(d.Left(), d.N), "M"); n != x.want {
			t.Errorf("%+v: %d notches", x.stake, n)
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

// Each die that people roll has its four faces, in its color; no list has all ways in which
// the dice may fall, of which there are 1,024.
func TestFacesOfDice(t *testing.T) {
	c := table{castingshadows.Game, "kit frill", 0, 1, []string{"dealt hands", "laid underground-volcano heat-wave-1", "laid home-kit feeding-frenzy-1",
		"laid home-frill red-gem-card-1", "appeared companion-01", "appeared companion-02", "appeared companion-03"}}.context(t, "kit", "en")
	c.Snap.Legal, c.Snap.Roll = nil, engine.RollOf(c.Snap.State)
	faces := page.NewDieFaces(c)
	if len(faces) != 5 || len(faces[0].Sides) != 4 || faces[0].Color != "red" || faces[4].Sides[0].Of != "purple-gem" {
		t.Errorf("%+v", faces)
	}
	text := draw(t, c, "dock", page.NewDock(c, page.NewMoves(c)))
	if strings.Count(text, `type="radio"`) != 20 || !strings.Contains(text, "First red die") || len(text) > 12<<10 {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}
