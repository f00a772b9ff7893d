package web_test

import (
	"net/http"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	pages "arbiter/companion/web/site"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// gathering is a house in which nobody plays yet, and who is in needs the digits.
func gathering(t testing.TB) *house {
	return newHouse(t, func(o *web.Opts) {
		o.Network.Open = false
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
	})
}

// Two people take their seats: the one who invites, and one whose phone types the
// digits; a television shows it all. Then the host starts, and each page goes where its
// browser plays.
func TestLobbyFillsAndBegins(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := gathering(t)
	chrome := browse(t, true)
	ana := chrome.Page(t, h.url, "de", 390, 844)
	ben := chrome.Page(t, h.url, "es", 390, 664)
	table := chrome.Page(t, h.url, "en", 1920, 1080)
	ana.Open("/?game=council-of-shadows")
	ana.Click("#way-friends")
	ana.Reads(".lobby-foot", "Es fehlt noch jemand")
	ana.Reads(".chair.taken", "Du, Gastgeber")
	code := strings.ReplaceAll(ana.Text(".digits"), " ", "")
	ana.Reads(".code-line", "die Ziffern eingeben")
	ana.Shots("lobby one")
	for _, p := range []*chromium.Page{ben, table} {
		p.Open("/table")
		p.Fill("#code", code)
		p.Click("#join")
		p.Wait(".digits")
	}
	ben.Fill("#my-name", "Ben Ñíguez")
	ben.Click("#claim-red")
	ana.Reads("#part-lobby", "Ben Ñíguez")
	table.Reads("#part-lobby", "Ben Ñíguez")
	ana.Click("#option-leaders")
	ana.Wait("#option-leaders[aria-pressed=true]")
	ana.Click("#bot-green")
	ana.Reads("#lobby-start", "Mit 3 anfangen")
	for name, p := range map[string]*chromium.Page{"host": ana, "guest": ben, "table": table} {
		p.Shots("lobby three " + name)
		if p.Text("#part-lobby") == "" || name != "host" && chromium.Ask[bool](p, `!!document.querySelector("#lobby-start, [id^=option], [id^=bot]")`) {
			t.Errorf("%s: who is not the host may start, or sees nothing", name)
		}
	}
	if !chromium.Ask[bool](table, `document.querySelector(".invite .qr").getBoundingClientRect().width > 500 && document.documentElement.scrollHeight <= innerHeight`) {
		t.Error("the code is small on a television, or the page scrolls")
	}
	ana.Click("#lobby-start")
	ana.Until(`location.pathname === "/seat/purple"`)
	ben.Until(`location.pathname === "/seat/red"`)
	table.Until(`location.pathname === "/table" && !document.querySelector("#part-lobby[data-waits]")`)
	snap, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	if snap.Bots["green"] == "" || snap.Labels["red"] != "Ben Ñíguez" || len(snap.View.Seats) != 3 {
		t.Errorf("bots %v, names %v, %d seats", snap.Bots, snap.Labels, len(snap.View.Seats))
	}
	for _, p := range []*chromium.Page{ana, ben, table} {
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// Without a script the forms do the same; who may do what is as in a game.
func TestLobbyWithoutAScript(t *testing.T) {
	h := gathering(t)
	ana, ben := h.browser(), h.browser()
	ana.ok("/start", "game", "council-of-shadows", "way", "table")
	if _, text := ana.get("/table"); !strings.Contains(text, `id="lobby-start"`) || !strings.Contains(text, "Set up the table") || !strings.Contains(text, "192.168.1.20:8080/join") {
		t.Errorf("the host has no lobby, or no list for the cardboard\n%s", text)
	}
	if _, text := ben.get("/join"); strings.Contains(text, `class="digits"`) || strings.Contains(text, `class="qr"`) || !strings.Contains(text, "Scan to sit here") {
		t.Errorf("a stranger sees the code, or no seats\n%s", text)
	}
	ben.no(http.StatusForbidden, "/claim", "seat", "red")
	ben.ok("/join", "code", h.web.Invitation().Code)
	ben.no(http.StatusForbidden, "/claim", "seat", "purple")
	ben.no(http.StatusForbidden, "/lobby", "begin", "1")
	ben.no(http.StatusConflict, "/claim", "seat", "white")
	ana.no(http.StatusBadRequest, "/lobby", "option", "none")
	ben.ok("/claim", "seat", "red", "name", "Ben")
	ana.ok("/lobby", "begin", "1")
	if status, text := ben.get("/seat/red"); status != http.StatusOK || !strings.Contains(text, "Ben") {
		t.Errorf("the second seat: %d\n%s", status, text)
	}
	ben.no(http.StatusConflict, "/start", "game", "council-of-shadows", "way", "friends")
	if _, text := h.browser().get("/join"); !strings.Contains(text, "sits here") {
		t.Errorf("the page to join does not say who sits where\n%s", text)
	}
	ben.ok("/free", "seat", "red")
	if _, text := h.browser().get("/join"); !strings.Contains(text, "Nobody sits here") {
		t.Errorf("nobody is told that a seat is free\n%s", text)
	}
	ana.no(http.StatusConflict, "/lobby", "begin", "1")
}

// Two people who stand before the first page set the table at once, or one of them a while
// later on a page that knows nothing of the other: the second one comes to the first, who keeps
// the seat and the host's place. Once the host has closed the lobby, others may begin.
func TestNobodyTakesOverALobby(t *testing.T) {
	t.Parallel()
	h := gathering(t)
	ana, ben := h.browser(), h.browser()
	ana.ok("/start", "game", "council-of-shadows", "way", "table")
	for _, way := range []string{"table", "friends"} {
		if status, text := ben.post("/start", "game", "council-of-shadows", "way", way); status != http.StatusOK || !strings.Contains(text, `"/table"`) {
			t.Errorf("who would set the table, too, is not led to who has: %d %s", status, text)
		}
	}
	ben.no(http.StatusConflict, "/start", "game", "council-of-shadows", "way", "alone")
	ben.no(http.StatusConflict, "/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "box", "stand-in")
	if _, text := ana.get("/table"); !strings.Contains(text, `id="lobby-start"`) || !strings.Contains(text, `id="free-purple"`) {
		t.Errorf("the host has lost the lobby or the seat\n%s", text)
	}
	ana.ok("/lobby", "close", "1")
	ben.ok("/start", "game", "council-of-shadows", "way", "table")
	if _, text := ben.get("/table"); !strings.Contains(text, `id="lobby-start"`) {
		t.Errorf("nobody else may begin, although the lobby was closed\n%s", text)
	}
}

// A lobby that is closed leaves nothing behind.
func TestLobbyCloses(t *testing.T) {
	h := gathering(t)
	ana := h.browser()
	ana.ok("/start", "game", "council-of-shadows", "way", "friends")
	ana.no(http.StatusConflict, "/lobby", "begin", "1", "bot", "none") // one is too few for friends
	ana.ok("/lobby", "close", "1")
	if _, text := ana.get("/table"); !strings.Contains(text, "No game is running.") || strings.Contains(text, "lobby-start") {
		t.Errorf("the lobby is still there\n%s", text)
	}
	ana.no(http.StatusConflict, "/claim", "seat", "red")
}

// Where no game runs a television shows everybody at which address the table is, and nobody the key
// that lets others in. The control is the lobby, whose host is shown both.
func TestTheWayToTheTableWithoutAGame(t *testing.T) {
	h := gathering(t)
	ana := h.browser()
	key := func() string {
		_, key, _ := strings.Cut(h.web.Invitation().URL, "/j/")
		return string(pages.Code("http://192.168.1.20:8080/j/" + key))
	}
	_, text := h.browser().get("/table")
	if !strings.Contains(text, string(pages.Code("http://192.168.1.20:8080/"))) || !strings.Contains(text, "192.168.1.20:8080<") || strings.Contains(text, key()) || strings.Contains(text, `class="digits"`) {
		t.Errorf("without a game a stranger reads\n%s", text)
	}
	ana.ok("/start", "game", "council-of-shadows", "way", "friends")
	if _, text := ana.get("/table"); !strings.Contains(text, key()) || !strings.Contains(text, `class="digits"`) {
		t.Errorf("control: the host's lobby lacks the key or the digits\n%s", text)
	}
}

// Who has taught nothing of the box is told so when the full book is begun at a table, and
// finds beside it where cards are taught and values that nobody has to teach.
func TestLobbyOffersValuesForTheFullBook(t *testing.T) {
	h := gathering(t)
	ana := h.browser()
	ana.ok("/start", "game", "council-of-shadows", "way", "table")
	ana.ok("/lobby", "option", "full-book")
	ana.no(http.StatusConflict, "/lobby", "begin", "1")
	if _, text := ana.get("/table"); !strings.Contains(text, `href="/learn?game=council-of-shadows"`) || !strings.Contains(text, `id="box-rulebook" aria-pressed="true"`) {
		t.Errorf("the host is not told where cards are taught\n%s", text)
	}
	ana.no(http.StatusBadRequest, "/lobby", "box", "none")
	ana.ok("/lobby", "box", "stand-in")
	if _, text := ana.get("/table"); strings.Contains(text, `href="/learn`) || !strings.Contains(text, `id="box-stand-in" aria-pressed="true"`) {
		t.Errorf("other values were not chosen\n%s", text)
	}
	ben := h.browser()
	ben.ok("/join", "code", h.web.Invitation().Code)
	ben.no(http.StatusForbidden, "/lobby", "box", "rulebook")
	ana.ok("/lobby", "begin", "1")
}

// By a house rule one person plays against bots of ours, which sit on all other seats of the base
// game. Seats that need an expansion are offered once the others are taken.
func TestAgainstOurOwnBots(t *testing.T) {
	offers, err := companion.Offers(castingshadows.Game)
	check(t, err)
	offers[0].Bots, offers[0].BotsAsk, offers[0].Deals = []string{"casual"}, []string{"dealt"}, func(engine.State, engine.Command) bool { return true }
	h := build(t, setups.Rig{}, offers, func(o *web.Opts) { o.Network.Open = false })
	ana := h.browser()
	ana.ok("/start", "game", "casting-shadows", "way", "table")
	if _, text := ana.get("/table"); strings.Contains(text, "option-against-bots") {
		t.Error("bots are offered at a table of cardboard")
	}
	ana.ok("/lobby", "close", "1")
	ana.ok("/start", "game", "casting-shadows", "way", "friends")
	if _, text := ana.get("/table"); !strings.Contains(text, `id="option-against-bots"`) || !strings.Contains(text, "alone against our own bots") || !strings.Contains(text, `id="bot-frill"`) || strings.Contains(text, "frost") {
		t.Errorf("the house rule is not offered, or a character of an expansion is\n%s", text)
	}
	ana.no(http.StatusConflict, "/lobby", "begin", "1") // nobody else sits yet
	ana.ok("/lobby", "option", "against-bots")
	_, text := ana.get("/table")
	if n := strings.Count(text, "A bot plays"); n != 3 || strings.Contains(text, `id="bot-frill"`) || !strings.Contains(text, `id="bot-frost"`) {
		t.Errorf("%d bots sit beside one person\n%s", n, text)
	}
	ana.ok("/lobby", "begin", "1")
	snap, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	if len(snap.View.Seats) != 4 || len(snap.Bots) != 3 || snap.Bots["kit"] != "" {
		t.Errorf("%d seats, bots at %v", len(snap.View.Seats), snap.Bots)
	}
}

// Who plays alone, and the host of a lobby, choose how strong bots are where they choose that bots
// play; a strength that no bot has is refused.
func TestBotsAreAsStrongAsChosen(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	offers, err := companion.Offers(castingshadows.Game)
	check(t, err)
	offers[0].Bots, offers[0].BotsAsk, offers[0].Deals = []string{"strong", "casual"}, []string{"dealt"}, func(engine.State, engine.Command) bool { return true }
	h := build(t, setups.Rig{}, offers, func(o *web.Opts) { o.Network.Open = false })
	ana := h.browser()
	if _, text := ana.get("/"); !strings.Contains(text, `<option value="strong" selected>`) || !strings.Contains(text, `<option value="casual">`) {
		t.Errorf("the first page offers no strength\n%s", text)
	}
	bot := func(want string) {
		t.Helper()
		snap, err := h.table.Snapshot(t.Context(), "")
		check(t, err)
		if snap.Bots["frill"] != want {
			t.Errorf("bots are %v, want %s", snap.Bots, want)
		}
		check(t, h.table.Finish(t.Context()))
	}
	ana.no(http.StatusBadRequest, "/start", "game", "casting-shadows", "way", "alone", "bot", "invincible")
	ana.ok("/start", "game", "casting-shadows", "way", "alone", "bot", "casual")
	bot("casual")
	ana.ok("/start", "game", "casting-shadows", "way", "alone")
	bot("strong")
	ana.ok("/start", "game", "casting-shadows", "way", "friends")
	ana.ok("/claim", "seat", "kit", "name", "Ana")
	ana.ok("/lobby", "bot", "frill")
	if _, text := ana.get("/table"); !strings.Contains(text, "A bot plays: strong") || !strings.Contains(text, `id="strength-frill-casual" aria-pressed="false"`) {
		t.Errorf("the lobby does not say how strong the bot is\n%s", text)
	}
	ana.ok("/lobby", "bot", "frill", "strength", "casual")
	ana.ok("/lobby", "begin", "1")
	bot("casual")
}

// Whoever comes to the first page while people sit down, as a television does, finds their
// game and how to join it, and is not asked who plays.
func TestTheFirstPageShowsAnOpenLobby(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	h := newHouse(t)
	ana := h.browser()
	ana.ok("/start", "game", "council-of-shadows", "way", "friends")
	ana.ok("/claim", "seat", "red", "name", "Ana")
	_, text := h.browser().get("/")
	for _, want := range []string{"<h1>Take your seats</h1>", `id="to-lobby"`, "Council of Shadows", "Ana"} {
		if !strings.Contains(text, want) {
			t.Errorf("a television lacks %q:\n%s", want, text)
		}
	}
	for _, no := range []string{"Who plays today?", `id="way-`} {
		if strings.Contains(text, no) {
			t.Errorf("a television says %q", no)
		}
	}
	if _, text := ana.get("/"); !strings.Contains(text, `class="invite"`) || !strings.Contains(text, `id="to-lobby"`) {
		t.Errorf("who is in does not see how others come in:\n%s", text)
	}
	ana.ok("/lobby", "close", "1")
	if _, text := h.browser().get("/"); !strings.Contains(text, "Who plays today?") || strings.Contains(text, `id="to-lobby"`) {
		t.Error("control: without a lobby nobody is asked who plays")
	}
}
