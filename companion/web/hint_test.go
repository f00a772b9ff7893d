package web_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// withBots is an open house at whose table bots may sit.
func withBots(t *testing.T, change ...func(*web.Opts)) *house {
	t.Helper()
	rig, err := setups.LoadRig("virtual")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	offers[0].Bots = []string{"greedy"}
	h := &house{t: t}
	h.furnish(rig, offers, append(change, func(o *web.Opts) { o.Network.Open = true })...)
	return h
}

// A seat that learns asks what to do, and is told why; everybody sees who may. No other seat
// is told anything, and nobody on another's seat.
func TestHints(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	asked := 0
	h := withBots(t, func(o *web.Opts) {
		o.Hint = func(_ context.Context, s companion.Snapshot) (companion.LegalCommand, bool) {
			asked++
			return s.Legal[0], s.Seat == "purple"
		}
	})
	ana, ben := h.browser(), h.browser()
	ana.ok("/start", "game", "council-of-shadows", "way", "friends")
	ben.ok("/claim", "seat", "red", "name", "Ben")
	ben.no(http.StatusForbidden, "/lobby", "learns", "red")
	ana.ok("/lobby", "learns", "red")
	ana.ok("/lobby", "learns", "purple")
	ana.ok("/lobby", "learns", "red")
	if _, text := ben.get("/join"); strings.Count(text, "gets hints") != 1 || strings.Contains(text, "learns-red") {
		t.Errorf("a lobby does not tell all who learns, or lets others choose\n%s", text)
	}
	ana.ok("/lobby", "begin", "1")
	for _, path := range []string{"/seat/red", "/table"} {
		if _, text := ben.get(path); !strings.Contains(text, "gets hints") || strings.Contains(text, `id="hint"`) {
			t.Errorf("%s: not everybody is told who learns, or all may ask\n%s", path, text)
		}
	}
	if status, _ := ben.get("/seat/purple/hint"); status != http.StatusForbidden {
		t.Errorf("another seat asks: %d", status)
	}
	if status, text := ben.get("/seat/red/hint"); status != http.StatusConflict || !strings.Contains(text, "plays without hints") || asked > 0 {
		t.Errorf("who does not learn asks: %d, %d times\n%s", status, asked, text)
	}
	check(t, h.table.Finish(t.Context()))
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "red"}}, Order: []engine.Seat{"purple", "red"}, Learners: []engine.Seat{"purple"}})
	check(t, err)
	if _, text := ana.get("/seat/purple"); !strings.Contains(text, `href="/seat/purple/hint"`) {
		t.Errorf("who learns cannot ask\n%s", text)
	}
	if status, text := ana.get("/seat/purple/hint"); status != http.StatusOK || !strings.Contains(text, "would do this") || asked != 1 {
		t.Errorf("no hint: %d, asked %d times\n%s", status, asked, text)
	}
}

// Who begins a game says there who learns; a bot never does.
func TestWhoLearnsFromTheBeginning(t *testing.T) {
	h := withBots(t)
	ana := h.browser()
	if _, text := ana.get("/new"); strings.Count(text, `name="learns"`) != len(h.table.Offers()[0].Seats) {
		t.Errorf("not each seat may learn\n%s", text)
	}
	ana.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "seat", "green", "bot-red", "greedy", "learns", "purple", "learns", "red")
	snap, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	if len(snap.Learners) != 1 || snap.Learners[0] != "purple" {
		t.Errorf("%v learn", snap.Learners)
	}
}

// learner opens the page of a seat that may ask what to do, and is told to extend its range.
func learner(t *testing.T, chrome *chromium.Browser, lang string, width, height int64) *chromium.Page {
	t.Helper()
	h := newHouse(t, func(o *web.Opts) {
		o.Network.Open = true
		o.Hint = func(_ context.Context, s companion.Snapshot) (companion.LegalCommand, bool) {
			i := slices.IndexFunc(s.Legal, func(x companion.LegalCommand) bool { return x.Line == "purple buy range-1" })
			return s.Legal[max(i, 0)], i >= 0
		}
	})
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple", Name: longName}, {Seat: "red"}}, Order: []engine.Seat{"purple", "red"}, Learners: []engine.Seat{"purple"}})
	check(t, err)
	p := chrome.Page(t, h.url, lang, width, height)
	post(p, "/claim", "seat", "purple", "name", longName)
	p.Open("/seat/purple")
	return p
}

// A hint is told beside the board, by what and by which rule, lights what it means and ends no
// guide; where there is none the page says why and stays, too.
func TestHintStaysAtTheBoard(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	p := learner(t, chrome, "en", 390, 844)
	p.Open("/seat/purple?guide")
	for p.Until(`!!document.querySelector("#guide-next")`); chromium.Ask[bool](p, `!document.querySelector("#guide").hidden`); {
		p.Click("#guide-next")
	}
	chromium.Ask[bool](p, "window.stayed = true")
	p.Click("#hint")
	p.Wait("#sums[open] #hint-sheet")
	p.Reads("#hint-sheet", "The rule:")
	p.Shots("hint")
	chromium.Ask[bool](p, `((old) => { old.replaceWith(old.cloneNode(true)); return !old.isConnected })(document.querySelector("#hint"))`) // the page is drawn anew meanwhile
	const over = `((a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)(document.querySelector("#sums").getBoundingClientRect(), document.querySelector(".advised").getBoundingClientRect())`
	if p.Until(`document.querySelector(".advised:not([hidden])")`); chromium.Ask[bool](p, over) {
		t.Error("the hint lies on what it means")
	}
	p.Key("#sum-close", kb.Escape, `!document.querySelector("#sums").open && !document.querySelector(".advised")`)
	stays := func() {
		t.Helper()
		if !chromium.Ask[bool](p, `window.stayed === true && !!document.querySelector("#guide-steps") && body.dataset.live.includes("guide") && document.activeElement.id === "hint"`) {
			t.Errorf("after a hint the page is %s", chromium.Ask[string](p, "location + document.activeElement.id"))
		}
	}
	stays()
	chromium.Ask[string](p, `document.querySelector("#hint").href = "/seat/red/hint"`) // a seat of which nothing is told
	p.Click("#hint")
	p.Wait("#refusal")
	stays()
	p.Open("/seat/purple")
	p.Click("#hint")
	p.Wait("#sums[open] #hint-sheet")
	if !chromium.Ask[bool](p, `((ring, thing) => Math.abs(ring.left + 5 - thing.left) < 2 && Math.abs(ring.top + 5 - thing.top) < 2)(document.querySelector(".advised").getBoundingClientRect(), document.querySelector('[data-thing$="range-1"]').getBoundingClientRect())`) {
		t.Error("what is lit is not what the hint means")
	}
	p.Click(`[data-thing$="range-1"]`) // the page is in use meanwhile
	p.Click("#go")
	p.Until(`!document.querySelector("#sums").open && !document.querySelector(".advised")`)
}
