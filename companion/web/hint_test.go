package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

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
	h.furnish(rig, offers, append(change, func(o *web.Opts) { o.Open = true })...)
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

// learner opens the page of a seat that may ask what to do, and is told the first thing
// that it may do.
func learner(t *testing.T, chrome *chromium.Browser, lang string, width, height int64) *chromium.Page {
	t.Helper()
	h := newHouse(t, func(o *web.Opts) {
		o.Open = true
		o.Hint = func(_ context.Context, s companion.Snapshot) (companion.LegalCommand, bool) { return s.Legal[0], true }
	})
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple", Name: longName}, {Seat: "red"}}, Order: []engine.Seat{"purple", "red"}, Learners: []engine.Seat{"purple"}})
	check(t, err)
	p := chrome.Page(t, h.url, lang, width, height)
	post(p, "/claim", "seat", "purple", "name", longName)
	p.Open("/seat/purple")
	return p
}
