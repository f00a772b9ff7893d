package web_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// atPond starts the pond with a reader for each seat's open cards.
func atPond(t testing.TB, change ...func(*web.Opts)) *house {
	t.Helper()
	rig := setups.Rig{Readers: []setups.Reader{
		{Name: "left", Driver: "virtual", Seat: "purple", Fields: []string{"lay"}},
		{Name: "right", Driver: "virtual", Seat: "red", Fields: []string{"lay"}},
	}}
	h := build(t, rig, []companion.GameOffer{pondOffer()}, change...)
	h.startPond()
	return h
}

func (h *house) startPond() {
	h.t.Helper()
	_, err := h.table.Start(h.t.Context(), companion.NewGame{Game: "pond", Seats: []companion.Seating{{Seat: "purple", Name: "Ana"}, {Seat: "red", Name: "Ben"}}})
	check(h.t, err)
}

// dealAll has every hand dealt by chance.
func dealAll(b *browser, seat string) {
	b.t.Helper()
	if status, text := b.post("/deal", "seat", seat, "version", b.version(engine.Seat(seat)), "all", "1"); status != http.StatusOK {
		b.t.Fatalf("deal: %d %s", status, text)
	}
}

func TestBoardOnPages(t *testing.T) {
	h := atPond(t)
	ana := h.browser().sit("purple")
	h.browser().sit("red")
	dealAll(ana, "purple")
	_, table := ana.get("/table")
	_, seat := ana.get("/seat/purple")
	_, chosen := ana.get("/seat/purple?field=3")
	_, other := ana.get("/seat/purple?field=5")
	for _, c := range []struct {
		page, name string
		part       string
		want       int
	}{
		{table, "table", `data-look=`, 0},
		{table, "table", `<div class="round`, 1},
		{seat, "seat", `id="field-`, 5}, // purple leaps from 1 and 7 to 3, 8 is taken by red, 9
		{seat, "seat", `id="item-`, 5},
		{seat, "seat", `href="/seat/purple?field=3#part-menu"`, 2},
		{seat, "seat", "Show all", 0},
		{chosen, "seat with field 3", `value="purple leap 1 3"`, 1},
		{chosen, "seat with field 3", `value="purple leap`, 1},
		{chosen, "seat with field 3", "Show all", 1},
		{chosen, "seat with field 3", `aria-current="true"`, 2},
		{other, "seat with a field that no command mentions", "Show all", 0},
		{other, "seat with a field that no command mentions", `id="field-`, 5},
	} {
		want := c.want
		if c.part == `id="field-` || c.part == `id="item-` {
			want = len(fieldsOf(h, "purple"))
		}
		if got := strings.Count(c.page, c.part); got != want {
			t.Errorf("the %s has %q %d times, want %d\n%s", c.name, c.part, got, want, c.page)
		}
	}
}

// fieldsOf gathers the stones that the leaps of a seat mention.
func fieldsOf(h *house, seat engine.Seat) map[string]bool {
	snap, err := h.table.Snapshot(h.t.Context(), seat)
	check(h.t, err)
	stones := map[string]bool{}
	for _, c := range snap.Legal {
		if words := strings.Fields(c.Line); words[1] == "leap" {
			stones[words[2]], stones[words[3]] = true, true
		}
	}
	return stones
}

func TestNoBoardNoPicture(t *testing.T) {
	h := newHouse(t)
	h.begin()
	b := h.browser().sit("purple")
	for _, path := range []string{"/table", "/seat/purple", "/seat/purple?field=1"} {
		if _, text := b.get(path); strings.Contains(text, `class="ring"`) || strings.Contains(text, "Board as a list") || strings.Contains(text, "Show all") {
			t.Errorf("%s shows a board that the game does not have", path)
		}
	}
}

// Cards are dealt by chance, and no page shows which ones another seat has.
func TestDealing(t *testing.T) {
	h := atPond(t)
	ana, ben := h.browser().sit("purple"), h.browser().sit("red")
	_, before := ana.get("/seat/purple")
	for _, c := range pondCards {
		if strings.Contains(before, c) {
			t.Errorf("before the deal the page names %s", c)
		}
	}
	if status, text := ana.post("/deal", "seat", "purple", "version", ana.version("purple"), "line", "purple"); status != http.StatusOK {
		t.Fatalf("deal one: %d %s", status, text)
	}
	if got, want := ana.version("purple"), "1"; got != want {
		t.Errorf("after one card the version is %s, want %s", got, want)
	}
	dealAll(ben, "red")
	if status, _ := ana.post("/deal", "seat", "purple", "version", ana.version("purple"), "all", "1"); status != http.StatusConflict {
		t.Errorf("a deal to full hands: status %d, want %d", status, http.StatusConflict)
	}
	cards := map[string]int{}
	for seat, b := range map[string]*browser{"purple": ana, "red": ben} {
		_, page := b.get("/seat/" + seat)
		hand := regexp.MustCompile(`name="card" value="([a-z]+)"`).FindAllStringSubmatch(page, -1)
		if got, want := len(hand), pondHand; got != want {
			t.Fatalf("%s has %d cards to lay, want %d\n%s", seat, got, want, page)
		}
		for _, c := range hand {
			cards[c[1]]++
		}
		for _, c := range pondCards {
			if strings.Contains(page, c) && c != hand[0][1] && c != hand[1][1] {
				t.Errorf("%s reads %s, which it does not hold", seat, c)
			}
		}
	}
	if got, want := len(cards), 2*pondHand; got != want {
		t.Errorf("%d different cards were dealt, want %d: %v", got, want, cards)
	}
}

// Every card of the deck is dealt about equally often, although the one who
// draws does not know what the hands hold.
func TestDealsAreFair(t *testing.T) {
	t.Parallel()
	rounds := tier.Of(t, tier.Pages, "deals", 200, 200, 2000)
	last := map[string]int{}
	h := atPond(t)
	h.undrawn.Store(true)
	b := h.browser()
	for n := range rounds {
		if n > 0 {
			check(t, h.table.Finish(t.Context()))
			h.startPond()
		}
		h.table.Do(t.Context(), companion.Request{Seat: engine.Table, Line: "table deal purple heron"})
		dealAll(b.sit("red"), "red")
		snap, err := h.table.Snapshot(t.Context(), "red")
		check(t, err)
		hand, _ := snap.View.Zone("red", engine.Hand)
		for _, c := range hand.Cards {
			last[string(c.Name)]++
		}
	}
	for _, c := range pondCards {
		want := rounds * pondHand / (len(pondCards) - 1)
		if c == "heron" {
			want = 0
		}
		if got := last[c]; got < want*6/10 || got > want*14/10 {
			t.Errorf("%s was dealt %d times, want about %d", c, got, want)
		}
	}
}

// A finger means the nearest field: cells hold the middle of their own field
// and no other, and are as large as a finger where there is room.
func TestCellsInTheBrowser(t *testing.T) {
	t.Parallel()
	h := atPond(t)
	p := browse(t, true).Page(t, h.url, "en", 320, 640)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait("#do-deal-purple-all")
	p.Click("#do-deal-purple-all")
	p.Wait("#field-1")
	p.Shot("pond-320")
	small := chromium.Ask[float64](p, `Math.min(...[...document.querySelectorAll(".cell")].map((c) => Math.min(c.getBoundingClientRect().width, c.getBoundingClientRect().height)))`)
	if small < 44 {
		t.Errorf("the smallest cell is %.1f pixels wide on 320, want 44", small)
	}
	p.Click("#field-3")
	p.Wait("#all")
	p.Until(`location.search === "?field=3" && document.activeElement.id === "field-3" || document.activeElement === document.body`)
	p.Reads("#part-news", "Stone 3")
	p.Shot("pond-chosen-320")
	p.Click("#do-purple-leap-1-3")
	p.Until(`!document.querySelector("#all") && location.search === ""`)
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
	if got, want := fmt.Sprint(fieldsOf(h, "purple")), "map[]"; got != want {
		t.Errorf("after the leap purple may still leap from %s", got)
	}
}
