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
	for _, c := range []struct {
		page, name string
		part       string
		want       int
	}{
		{table, "table", `data-look=`, 0},
		{table, "table", `<div class="round`, 1},
		{seat, "seat", `<div class="round`, 1},
		{seat, "seat", `data-things="field 1|field 3"`, 1}, // purple leaps from 1 to 3, and from 7 to 9, for 8 is taken by red
		{seat, "seat", `value="purple leap`, 2},
	} {
		if got := strings.Count(c.page, c.part); got != c.want {
			t.Errorf("the %s has %q %d times, want %d\n%s", c.name, c.part, got, c.want, c.page)
		}
	}
}

func TestNoBoardNoPicture(t *testing.T) {
	h := newHouse(t)
	h.begin()
	b := h.browser().sit("purple")
	for _, path := range []string{"/table", "/seat/purple"} {
		if _, text := b.get(path); strings.Contains(text, `data-thing="field `) || strings.Contains(text, "Board as a list") {
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
		hand := regexp.MustCompile(`class="thing" id="[^"]*" data-thing="card ([a-z]+)"`).FindAllStringSubmatch(page, -1)
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
	tier.Unraced(t, "one goroutine")
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

// A move is picked by the things that it is about, and done by the one button.
func TestPickingInTheBrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := atPond(t)
	p := browse(t, true).Page(t, h.url, "en", 390, 664)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait("#go")
	p.Click("#go") // draws what is owed
	p.Until(`!!document.querySelector("#part-moves [value='purple leap 1 3']")`)
	touch := func(thing string) {
		chromium.Ask[bool](p, fmt.Sprintf(`document.querySelector('[data-thing="%s"]').dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`, thing)+", true")
	}
	touch("field 3")
	if got := chromium.Ask[string](p, `document.querySelector("#go").value`); got == "purple leap 1 3" && len(leapsTo(h, "3")) > 1 {
		t.Error("a field that several leaps are about means one of them")
	}
	touch("field 1")
	p.Until(`document.querySelector("#go").value === "purple leap 1 3" && !document.querySelector("#go").hidden`)
	p.Shot("pond-picked")
	touch("field 1")
	touch("field 3")
	p.Until(`document.querySelector("#go").value !== "purple leap 1 3"`) // they are put back
	touch("field 1")
	p.Click("#go")
	p.Until(`document.body.dataset.version === "` + fmt.Sprint(1+2*pondHand) + `"`)
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

// leapsTo are the leaps of purple that end on a stone.
func leapsTo(h *house, stone string) (all []string) {
	snap, err := h.table.Snapshot(h.t.Context(), "purple")
	check(h.t, err)
	for _, c := range snap.Legal {
		if words := strings.Fields(c.Line); words[1] == "leap" && words[3] == stone {
			all = append(all, c.Line)
		}
	}
	return all
}
