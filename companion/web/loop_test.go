package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/castingshadows"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// allGames makes a house with bots for each game.
func allGames(t *testing.T) *house {
	rig, err := setups.LoadRig("virtual")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game, highcouncil.Game, castingshadows.Game)
	check(t, err)
	for i := range offers {
		offers[i].Bots = []string{"casual"}
	}
	return build(t, rig, offers)
}

// The start page opens on a round of a real game that goes on: at most 8 s of it, and little to
// fetch. It stands still for who wants no motion, and is gone while the page is hidden; nothing of it
// can be reached by a key.
func TestStartPageIsAlive(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := allGames(t)
	b := h.browser()
	first, _ := b.weigh("/")
	for _, game := range []string{"council-of-shadows", "high-council", "casting-shadows"} {
		status, text := b.get("/loop/" + game)
		if size := first + b.sent("/loop/"+game); status != http.StatusOK || size > 250_000 {
			t.Errorf("the first load with the loop of %s: %d, %d bytes", game, status, size)
		}
		var boards []string
		check(t, json.Unmarshal([]byte(text), &boards))
		if n := len(boards); n < 4 || n > 8 { // with a second for each
			t.Errorf("the loop of %s has %d moments", game, n)
		}
	}
	if status, _ := b.get("/loop/chess"); status != http.StatusNotFound {
		t.Errorf("a loop of a game that nobody has: %d", status)
	}
	p := browse(t, true).Page(t, h.url, "de", 1024, 768)
	p.Prefer("reduced-motion", "no-preference")
	p.Open("/?game=council-of-shadows")
	const board = `document.querySelector("#loop svg")?.outerHTML`
	p.Until(`Boolean(` + board + `)`)
	chromium.Ask[bool](p, `window.before = `+board+`, true`)
	p.Until(board + ` !== window.before`)
	p.Shots("start alive")
	if reached := chromium.Ask[int](p, `[...document.querySelectorAll("#loop *")].filter((e) => { e.focus?.(); return document.activeElement === e; }).length`); reached > 0 {
		t.Errorf("%d things of the loop can be reached", reached)
	}
	chromium.Ask[bool](p, `Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true }), document.dispatchEvent(new Event("visibilitychange")), true`)
	p.Until(`document.querySelector("#loop").children.length === 0`)
	chromium.Ask[bool](p, `delete document.visibilityState, document.dispatchEvent(new Event("visibilitychange")), true`)
	p.Until(`Boolean(` + board + `)`)
	p.Prefer("reduced-motion", "reduce")
	p.Open("/?game=high-council")
	p.Until(`Boolean(` + board + `)`)
	still := chromium.Ask[string](p, board)
	p.Until(`(window.since ??= performance.now(), performance.now() - window.since > 2500)`) // as long as two turns
	if now := chromium.Ask[string](p, board); now != still || !strings.Contains(still, "<svg") {
		t.Error("it moves for who wants no motion")
	}
	p.Shot("start alive still")
}

// While the loop goes on, the page takes at most 5 % of one processor.
func TestStartPageTakesLittle(t *testing.T) {
	tier.Long(t, tier.Pages, "watches for half a minute")
	p := browse(t, true).Page(t, allGames(t).url, "en", 1440, 900)
	p.Prefer("reduced-motion", "no-preference")
	for _, game := range []string{"council-of-shadows", "high-council", "casting-shadows"} {
		p.Open("/?game=" + game)
		p.Until(`Boolean(document.querySelector("#loop svg"))`)
		p.Hasten(1)
		share := 100 * p.Busy(8*time.Second)
		t.Logf("%s: %.1f %%", game, share)
		if share > 5 {
			t.Errorf("the loop of %s takes %.1f %% of a processor", game, share)
		}
	}
}
