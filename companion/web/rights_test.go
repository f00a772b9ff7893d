package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// Forms with which nothing comes of what is tried, besides the check of who tries it;
// blanks between, CODE and OWNER stand for codes.
var harmlessForms = map[string]string{
	"/claim": "seat green", "/finish": "code CODE", "/games/players": "from Ana", "/join": "code CODE", "/lang": "lang xx", "/lobby": "option none", "/clock": "kind none-known", "/pause": "seat purple pause perhaps", "/emote": "seat purple emote none", "/emotes": "emotes perhaps", "/learn": "do nothing", "/box": "do nothing", "/box/told": "card none question none", "/rig": "do nothing-known", "/settings": "do none", "/settings/mqtt": "do none", "/cards": "name x", "/tags": "do none", "/games/plays": "do none",
	"/name": "seat purple uid nonsense card x", "/noise": "percent 7", "/own": "code OWNER", "/ask": "seat none", "/answer": "seat purple", "/here": "by touch", "/answer of the host": "seat host", "/renew": "code CODE", "/reopen": "code CODE",
	"/scan": "seat purple version x uid 04", "/second": "key none", "/start": "game chess", "/word": "game chess", "/free": "seat purple", "/consent": "seat purple told 1",
	"/games/{id}/remark": "rating 6", "/games/{id}/remark of another game": "rating 6", "/games/{id}/whatif": "line x",
}

// What changes who has which power, wherever it is carried out: each try has a house
// of its own.
var lasting = []string{"/finish", "/renew", "/free", "/own", "/join"}

// A cell is who tries something, and whether it may.
type cell struct {
	who   string
	may   bool
	coded bool // it sends the digits
}

// cells are those of a row of the table: guest, seat holder, host, owner.
func cells(t *testing.T, row []string) []cell {
	t.Helper()
	var all []cell
	for i, two := range [][2]string{{"stranger", "guest"}, {"red", "purple"}, {"host", "host"}, {"owner", "owner"}} {
		first, second := cell{two[0], false, true}, cell{two[1], false, true}
		switch what := row[i]; {
		case what == "yes":
			first.may, second.may = true, true
		case what == "with the digits" && i == 0, what == "own seat" && i == 1:
			second.may = true
		case what == "with the digits":
			first.coded, second.may = false, true
		case what != "no":
			t.Fatalf("%q is no cell of the table", what)
		}
		all = append(all, first, second)
	}
	return all
}

// powers reads the table: the cells of each request.
func powers(t *testing.T) map[string][]cell {
	t.Helper()
	text, err := os.ReadFile("../../.github/SECURITY.md")
	check(t, err)
	_, part, _ := strings.Cut(string(text), "## Who may do what")
	part, _, _ = strings.Cut(part, "\n## ")
	all := map[string][]cell{}
	for line := range strings.Lines(part) {
		row := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(row) != 6 || !strings.Contains(row[1], "`") {
			continue
		}
		for _, one := range strings.Split(row[1], ", ") {
			one = strings.TrimSpace(strings.ReplaceAll(one, "`", ""))
			row[5] = strings.TrimSpace(row[5])
			all[one] = cells(t, row[2:])
		}
	}
	return all
}

// Everything that can be done is refused to whom it is not for, and to nobody else, as
// SECURITY.md has it. A new route must be listed.
func TestWhoMayDoWhat(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	table := powers(t)
	h, who := party(t)
	version := h.version("")
	for _, pattern := range web.Routes(h.web) {
		if _, listed := table[pattern]; !listed && !strings.HasPrefix(pattern, "GET ") {
			t.Errorf("who may %s is not listed", pattern)
		}
	}
	if len(table) < 30 {
		t.Fatalf("the table has %d requests", len(table))
	}
	for request, all := range table {
		if route, _, _ := strings.Cut(request, " of "); !slices.Contains(web.Routes(h.web), route) {
			t.Errorf("%s is listed and not there", request)
		}
		for _, c := range all {
			at, people := h, who
			if _, path, _ := strings.Cut(request, " "); slices.Contains(lasting, path) && c.may {
				at, people = party(t)
			}
			status, text := at.try(people[c.who], request, c)
			if refused := status == http.StatusForbidden; refused == c.may || status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
				t.Errorf("%s by %s: %d %.200s; it may: %v", request, c.who, status, text, c.may)
			}
		}
	}
	if got := h.version(""); got != version {
		t.Errorf("version %s after what was refused, want %s", got, version)
	}
	for _, seat := range []string{"red", "purple"} {
		if status, _ := who[seat].get("/seat/" + seat); status != http.StatusOK {
			t.Errorf("%s lost its seat: %d", seat, status)
		}
	}
}

// try does what a cell is about.
func (h *house) try(b *browser, request string, c cell) (status int, text string) {
	h.t.Helper()
	method, path, _ := strings.Cut(request, " ")
	words, known := harmlessForms[path]
	if !known {
		words = "seat purple version x"
	}
	code := h.web.Invitation().Code
	if !c.coded {
		code = "none"
	}
	path, another, _ := strings.Cut(path, " of ")
	id := h.store.Games()[0].ID
	if another != "" {
		id = "elsewhen"
	}
	path = strings.NewReplacer("{id}", id, "{seat}", "purple", "{file}", "guide.pdf").Replace(path)
	if method == http.MethodPost {
		return b.post(path, strings.Fields(strings.NewReplacer("CODE", code, "OWNER", ownersCode).Replace(words))...)
	}
	ctx, end := context.WithCancel(h.t.Context())
	defer end()
	r := b.request(method, path+"?seat=purple", nil).WithContext(ctx)
	answer, err := b.client.Do(r)
	check(h.t, err)
	return answer.StatusCode, answer.Status + answer.Header.Get("Content-Type")
}

// party is a game with everybody who may be there: the host, two seats, a guest
// who came in with the code, a stranger, and the owner.
func party(t *testing.T) (*house, map[string]*browser) {
	h, _ := teaching(t, func(o *web.Opts) {
		o.Network.Open, o.Network.Panel = false, true
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
	})
	who := map[string]*browser{"host": h.host(), "stranger": h.browser(), "owner": h.owner()}
	for _, name := range []string{"guest", "red", "purple"} {
		who[name] = h.browser()
		who[name].ok("/join", "code", h.web.Invitation().Code)
		if name != "guest" {
			who[name].sit(name)
		}
	}
	return h, who
}

// Seats that others hold, that nobody holds and that do not exist are refused
// alike, whatever is asked of them.
func TestRefusalsTellNothing(t *testing.T) {
	_, who := party(t)
	for _, path := range []string{"/do", "/roll", "/undo", "/accept", "/lay", "/place", "/lift", "/tap", "/tidy", "/name", "/deal", "/scan", "/which", "/free"} {
		_, want := who["guest"].post(path, "seat", "purple", "version", "0", "line", "purple plan 1 discover", "card", "discover", "uid", "04")
		for _, seat := range []string{"red", "green", "automa", "nobody", "", "table"} {
			if status, got := who["guest"].post(path, "seat", seat, "version", "7", "line", "x"); got != want || status != http.StatusForbidden {
				t.Errorf("POST %s for %q: %d %s, want %s", path, seat, status, got, want)
			}
		}
	}
	// The control: who holds the seat is told more.
	if _, own := who["purple"].post("/do", "seat", "purple", "version", "0", "line", "x"); strings.Contains(own, "held by another") {
		t.Errorf("the holder is refused as others are: %s", own)
	}
}

// Where a panel shows the code nobody starts a game who does not read it; where
// there is none the first one may. Nobody starts one while a game goes on.
func TestStrangersStartNoGame(t *testing.T) {
	start := []string{"game", "council-of-shadows", "seat", "purple", "order", "listed"}
	h, _ := closed(t)
	if _, text := h.browser().get("/"); strings.Contains(text, `action="/start"`) || !strings.Contains(text, `id="join"`) {
		t.Errorf("a stranger is not asked for the code:\n%s", text)
	}
	h.browser().no(http.StatusForbidden, "/start", start...)
	in := h.browser()
	in.ok("/join", "code", h.web.Invitation().Code, "back", "/")
	if _, text := in.get("/"); !strings.Contains(text, `action="/start"`) {
		t.Errorf("who came in cannot start a game:\n%s", text)
	}
	in.ok("/start", start...)
	bare := newHouse(t, func(o *web.Opts) { o.Network.Open = false })
	bare.browser().ok("/start", start...)
	bare.browser().no(http.StatusConflict, "/start", start...)
}

// A game that is to have no result is ended by its host, who reads the code on the
// panel; where there is no panel the host's token is enough.
func TestTheHostEndsTheGame(t *testing.T) {
	h, who := party(t)
	code := h.web.Invitation().Code
	for _, name := range []string{"stranger", "guest", "red"} {
		who[name].no(http.StatusForbidden, "/finish", "code", code)
		if _, text := who[name].get("/"); strings.Contains(text, `action="/finish"`) {
			t.Errorf("%s is offered to end the game", name)
		}
	}
	who["host"].no(http.StatusForbidden, "/finish")
	who["host"].no(http.StatusForbidden, "/finish", "code", h.wrong())
	if _, text := who["host"].get("/"); !strings.Contains(text, `id="finish-code"`) {
		t.Errorf("the host is not asked for the code:\n%s", text)
	}
	who["host"].ok("/finish", "code", code)
	bare := newHouse(t, func(o *web.Opts) { o.Network.Open = false })
	ana := bare.host()
	bare.browser().no(http.StatusForbidden, "/finish")
	ana.ok("/finish")
}

// Strangers who guess do not keep the host from confirming; when all guesses are
// spent the digits are others, and who was in stays in.
func TestGuessersDoNotLockTheHostOut(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h, _ := closed(t)
	host, cleo := h.host(), h.browser()
	before := h.web.Invitation()
	cleo.ok("/join", "code", before.Code)
	for i := range 60 {
		if got := h.web.Invitation(); got != before {
			t.Fatalf("the code changed after %d guesses", i)
		}
		if status := h.guess(fmt.Sprintf("10.0.%d.1:5", i)); status != http.StatusForbidden {
			t.Fatalf("guess %d: %d, want 403", i, status)
		}
	}
	after := h.web.Invitation()
	if after.URL != before.URL || after.Code == before.Code { // alike once in a million
		t.Errorf("after all guesses: %+v, before: %+v; want other digits and the same key", after, before)
	}
	if status := h.guess("10.1.0.1:5"); status != http.StatusForbidden || len(after.Code) != 12 {
		t.Errorf("one guess more: %d, of %s; want it judged, and more digits", status, after.Code)
	}
	cleo.ok("/claim", "seat", "red")
	host.ok("/renew", "code", after.Code)
}

// guess types a wrong code at an address.
func (h *house) guess(address string) int {
	r := httptest.NewRequest(http.MethodPost, "/join", strings.NewReader("code="+h.wrong()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Host, r.RemoteAddr = "localhost", address
	answer := httptest.NewRecorder()
	h.web.Handler().ServeHTTP(answer, r)
	return answer.Code
}

// A link that shares a seat ends with whoever made it: it is worth nothing to a
// thief when its maker has given the seat away, has left, or has sat down anew.
func TestLinksEndWithTheSeat(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	for name, end := range map[string]func(asker, holder *browser){
		"given": func(asker, holder *browser) {
			asker.ok("/ask", "seat", "purple")
			holder.ok("/answer", "seat", "purple", "give", "1")
			asker.ok("/free", "seat", "purple")
		},
		"left": func(_, holder *browser) { holder.ok("/free", "seat", "purple") },
	} {
		for again, sit := range map[string]bool{"": false, " and sat down again": true} {
			_, who := party(t)
			key := share(t, who["purple"])
			end(who["guest"], who["purple"])
			if sit {
				who["purple"].sit("purple")
			}
			if status, _ := who["stranger"].post("/second", "key", key); status != http.StatusConflict {
				t.Errorf("%s%s: the link still leads to the seat: %d", name, again, status)
			}
		}
	}
	// The control: a link of who still sits there works.
	_, who := party(t)
	who["stranger"].ok("/second", "key", share(t, who["purple"]))
}

const lostWish = "3735928559-3405691582-3131961357-4276994270"

// A browser that starts a game, or comes in, and does not get its answer asks again
// under the same name: it gets the same answer, and the token with it. Another
// name, or another wish, gets nothing of it.
func TestALostAnswerBringsTheTokenAgain(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.Network.Open = false })
	form := []string{"game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed", "all", "1"}
	lost, again := h.browser(), h.browser() // one browser, which has kept nothing of the first answer
	lost.ok("/start", append(form, "wish", lostWish)...)
	again.ok("/start", append(form, "wish", lostWish)...)
	if status, text := again.get("/seat/purple"); status != http.StatusOK || !strings.Contains(text, "part-board") {
		t.Errorf("the seat is lost with the answer: %d\n%s", status, text)
	}
	lost.ok("/start", append(form, "wish", lostWish)...) // the cookie came, the rest did not
	if got := len(h.store.Games()); got != 1 {
		t.Errorf("%d games were started, want 1", got)
	}
	for name, wish := range map[string]string{"another name": strings.Replace(lostWish, "3", "4", 1), "a short name": "1", "no name": ""} {
		thief := h.browser()
		thief.no(http.StatusConflict, "/start", append(form, "wish", wish)...)
		if status, _ := thief.get("/seat/purple"); status != http.StatusForbidden {
			t.Errorf("%s: another browser sits there, too: %d", name, status)
		}
	}
	// The control: a name that can be guessed is no name for who has no token.
	bare := newHouse(t, func(o *web.Opts) { o.Network.Open = false })
	bare.browser().ok("/start", append(form, "wish", "one")...)
	bare.browser().no(http.StatusConflict, "/start", append(form, "wish", "one")...)
}

// What was answered is forgotten after a while.
func TestAnswersAreForgotten(t *testing.T) {
	c := &clock{now: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)}
	h := newHouse(t, func(o *web.Opts) { o.Network.Open, o.Program.Now = false, c.read })
	form := []string{"game", "council-of-shadows", "seat", "purple", "order", "listed", "wish", lostWish}
	h.browser().ok("/start", form...)
	c.pass(9 * time.Minute)
	h.browser().ok("/start", form...)
	c.pass(2 * time.Minute)
	h.browser().no(http.StatusConflict, "/start", form...)
}
