package web_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// evening plays two rounds of a game with steps taken back and ends it; it returns
// the game's id.
func (h *house) evening(labels ...string) string {
	h.t.Helper()
	h.begin(labels...)
	h.play("purple pass", "red pass",
		"purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
		"red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready", "purple gain 9")
	version := h.version("purple")
	if _, err := h.table.Undo(h.t.Context(), "purple", atoi(h.t, version)); err != nil {
		h.t.Fatal(err)
	}
	h.play("purple gain 12", "purple slide", "purple pass", "red gain 30", "red slide", "red pass")
	snap, err := h.table.Snapshot(h.t.Context(), "red")
	check(h.t, err)
	if len(snap.Legal) == 0 {
		h.t.Fatal("red has nothing to choose")
	}
	h.play("red choose energy-saver", "purple pass", "red pass")
	games := h.store.Games()
	conclude(h.t, h.table)
	return games[len(games)-1].ID
}

func atoi(t testing.TB, s string) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(s, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// The list is searched by player and result, and turned page by page.
func TestGamesList(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	for n := range 23 {
		h.begin(fmt.Sprintf("Ana %d", n), "Ben")
		check(t, h.table.Finish(t.Context()))
	}
	h.begin("Zoe", "Ben")
	b := h.browser()
	for path, want := range map[string]struct {
		has, lacks []string
	}{
		"/games":                             {[]string{"Games: 24", "Zoe Ben", "Page 1 of 2", `href="/games?page=2"`}, []string{"Ana 3 Ben", `rel="prev"`}},
		"/games?page=2":                      {[]string{"Ana 3 Ben", "Page 2 of 2", `href="/games"`}, []string{"Zoe Ben", `rel="next"`}},
		"/games?page=99":                     {[]string{"No game is like that.", `href="/games?page=2"`}, []string{"Ana 3 Ben"}},
		"/games?page=-4":                     {[]string{"Page 1 of 2"}, nil},
		"/games?player=Zoe":                  {[]string{"Games: 1", `value="Zoe"`}, []string{"Ana"}},
		"/games?player=Ana&page=2":           {[]string{"Games: 23", "/games?player=Ana"}, nil},
		"/games?result=running":              {[]string{"Games: 1", "Zoe Ben"}, []string{"Ana"}},
		"/games?result=abandoned":            {[]string{"Games: 23"}, []string{"Zoe"}},
		"/games?result=decided":              {[]string{"Games: 0", "No game is like that."}, []string{"Zoe"}},
		"/games?from=nonsense&to=2026-13-45": {[]string{"Games: 24"}, nil},
		`/games?player=%22%3E%3Cscript%3Ex`:  {[]string{"Games: 0"}, []string{"<script>x"}},
		"/games?page=9223372036854775807":    {[]string{"No game is like that."}, nil},
	} {
		status, text := b.get(path)
		if status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
		text += said(text)
		for _, s := range want.has {
			if !strings.Contains(text, s) {
				t.Errorf("%s lacks %q\n%s", path, s, text)
			}
		}
		for _, s := range want.lacks {
			if strings.Contains(text, s) {
				t.Errorf("%s has %q", path, s)
			}
		}
	}
}

var symbols = regexp.MustCompile(`(?s)<svg class="sprite".*?</svg>`)

// unsigned is a page without the symbols that it may draw, which are on every page.
func unsigned(page string) string { return symbols.ReplaceAllString(page, "") }

var tags = regexp.MustCompile(`<[^>]*>`)

// said is what a page says, without its tags.
func said(page string) string {
	return html.UnescapeString(strings.Join(strings.Fields(tags.ReplaceAllString(page, " ")), " "))
}

// A game's page tells result, length and levels; each step of the replay shows
// the position at that moment, and steps that were taken back are struck through.
func TestReplay(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	id := h.evening("Ana", "Ben")
	b := h.browser()
	_, text := b.get("/games/" + id)
	for _, want := range []string{"Not finished", "Round 2", " min", " steps", "Ana: energy and consumption", "<th scope=\"col\">Ben</th>", "Level I", "Where energy came from", "Energy saver", "/games/" + id + "/replay?at=0"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q\n%s", want, text)
		}
	}
	for at, want := range map[int][]string{
		0:   {`data-step="0">Start</p>`, `rel="next"`},
		3:   {`data-step="3">Only one seat knows`},
		11:  {`<b class="warned">taken back</b>`, "<s>Ana gains 9 energy", "<b>9</b></a></td>"},
		12:  {"<b>Ana takes step 11 back</b>", "takes line 11 back", "<b>0</b></a></td>"},
		13:  {"<b>Ana gains 12 energy", "<b>12</b></a></td>", "why?", `data-at="13" aria-current="step"`},
		99:  {`rel="prev"`, "Round 2"},
		-99: {`data-step="0">Start</p>`},
	} {
		_, text := b.get(fmt.Sprintf("/games/%s/replay?at=%d", id, at))
		text = strings.ReplaceAll(text, "&#43;9", "+9")
		for _, s := range want {
			if !strings.Contains(text, s) {
				t.Errorf("step %d lacks %q\n%s", at, s, text)
			}
		}
	}
	status, picture := b.get("/games/" + id + "/panel.png?at=13")
	_, other := b.get("/games/" + id + "/panel.png?at=0")
	if status != http.StatusOK || !strings.HasPrefix(picture, "\x89PNG") || picture == other {
		t.Errorf("picture of step 13: %d, the same as of the start: %t", status, picture == other)
	}
}

// Hidden cards are shown of a game that is over, to whoever asks for them, and
// never of one that goes on.
func TestHiddenCardsOfPastGames(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass", "purple plan 1 discover")
	id := h.store.Games()[0].ID
	b := h.browser()
	path := "/games/" + id + "/replay?at=3"
	_, running := b.get(path + "&all=1")
	if strings.Contains(running, "Discover") || strings.Contains(running, `id="toggle"`) {
		t.Errorf("a hidden card of a running game is shown:\n%s", running)
	}
	check(t, h.table.Finish(t.Context()))
	if _, text := b.get(path + "&all=1"); strings.Contains(text, "Discover") {
		t.Errorf("a hidden card of a game that may go on is shown:\n%s", text)
	}
	h.begin("Ana", "Ben")
	if _, text := b.get(path); strings.Contains(text, "Discover") || !strings.Contains(text, `id="toggle"`) {
		t.Errorf("a hidden card is shown unasked, or cannot be asked for:\n%s", text)
	}
	if _, text := b.get(path + "&all=1"); !strings.Contains(text, "Discover") {
		t.Errorf("the control: a hidden card of a game that is over is not shown:\n%s", text)
	}
}

// The other game describes its charts, too.
func TestCouncilCharts(t *testing.T) {
	h := council(t, short)
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}})
	check(t, err)
	h.play("white ponder", "red ponder")
	check(t, h.table.Finish(t.Context()))
	_, text := h.browser().get("/games/" + h.store.Games()[0].ID)
	for _, want := range []string{"Largest block of each faction", "A block of 16 wins", "Pieces on the ring", ">Pro<", ">Contra<"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q\n%s", want, text)
		}
	}
}

// People look back at a game in a browser: from the start page to the list, the
// game, its replay by arrow keys.
func TestLookBackInTheBrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	id := h.evening("Wilhelmine-Theodora von und zu Waldburg", "Ñ")
	sizes := map[string]struct{ w, h int64 }{"de": {360, 740}, "en": {1024, 768}, "es": {1920, 1080}}
	for _, lang := range spoken(t) {
		size, chrome := sizes[lang], browse(t, lang == "de")
		lookBack(chrome.Page(t, h.url, lang, size.w, size.h), id, lang, size.w)
		lookBack(chrome.Page(t, h.url, lang, 320, 640), id, lang, 320)
	}
}

func lookBack(p *chromium.Page, id, lang string, width int64) {
	p.Helper()
	shot := func(name string) { p.Helper(); p.Shot(fmt.Sprintf("%s %d", name, width)) }
	p.Click("#all-games")
	p.Wait("#found")
	shot("games")
	p.Click(`a[href="/games/` + id + `"]`)
	p.Wait(".drawn .chart")
	if lang == "de" {
		p.Click("#numbers-levels summary")
	}
	shot("game")
	p.Click("#replay")
	for _, at := range []string{"0", "1", "2"} { // its script listens once a page is complete
		p.Until(`document.readyState === "complete" && document.querySelector("#at")?.value === "` + at + `"`)
		if at != "2" {
			p.Do("arrow key", chromedp.KeyEvent(kb.ArrowRight))
		}
	}
	p.Open("/games/" + id + "/replay?at=12")
	p.Reads(".entries .undone s", "9")
	p.Click("#shown summary")
	p.Until(`document.querySelector("#panel")?.naturalWidth === 400`)
	shot("replay")
	if hidden, all := covered(p, ".reel"); all < 9 || len(hidden) > 0 {
		p.Errorf("%d wide: of %d controls these lie under the reel when they have the focus: %q", width, all, hidden)
	}
	p.Click("#toggle")
	p.Click("#whatif")
	p.Wait("#origin")
	if width == 360 {
		p.Fill(".counted input[type=number]", "7")
		p.Click(".counted button")
		p.Wait("#back")
		p.Reads(".entries", "7")
	}
	shot("whatif")
	prove(p)
	for name, path := range map[string]string{"statistics": "/games/statistics", "players": "/games/players"} {
		p.Open(path)
		p.Wait("h1")
		shot(name)
	}
	if said := p.Console(); len(said) > 0 {
		p.Errorf("the browser complains: %v", said)
	}
}
