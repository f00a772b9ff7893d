package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// A kind is a kind of data that leaves a house, as somebody who is not the owner of
// the hidden cards gets it. Kinds are looked at in turn, one at a time.
type kind struct {
	name string
	get  func(p *twins, i int, seat engine.Seat) []string
	// dull data never tell of cards, not even when the game is over.
	dull bool
}

// kinds are all that leaves a house besides streams and the panel.
var kinds = []kind{
	{"pages", (*twins).pages, false},
	{"what happened", (*twins).past, false},
	{"sums", (*twins).sums, false},
	{"the game's page", func(p *twins, i int, _ engine.Seat) []string { return p.fetch(i, "/games/ID", "/games/ID?all=1") }, false},
	{"replay", (*twins).replays, false},
	{"pictures of the replay", func(p *twins, i int, _ engine.Seat) []string { return p.fetch(i, "/games/ID/panel.png?all=1") }, false},
	{"record", func(p *twins, i int, _ engine.Seat) []string {
		return p.fetch(i, "/games/ID/record.jsonl?names=1", "/games/ID/record.jsonl")
	}, false},
	{"script", func(p *twins, i int, _ engine.Seat) []string { return p.fetch(i, "/games/ID/script.txt") }, true},
	{"tracks", func(p *twins, i int, _ engine.Seat) []string { return p.fetch(i, "/games/ID/tracks.csv?all=1") }, false},
	{"charts", (*twins).charts, false},
	{"lists", func(p *twins, i int, _ engine.Seat) []string {
		return p.fetch(i, "/games", "/games?q=player", "/games.csv", "/games/statistics", "/games/players", "/own", "/b/ID", "/games/ID/play.xml", "/games/ID/play.csv")
	}, true},
	{"what if", (*twins).whatIfs, false},
	{"shared seats", (*twins).sharings, true},
	{"wishes", (*twins).wishes, true},
	{"snapshot", (*twins).snapshots, false},
	{"what other programs get", func(p *twins, i int, _ engine.Seat) []string {
		return p.fetch(i, "/api/table", "/api/table?lang=es", "/overlay")
	}, false},
	{"debug log", func(p *twins, i int, _ engine.Seat) []string { return []string{p.both[i].log.String()} }, true},
}

// past is what a page is told that asks what happened since the game began, in so far as that is sent.
func (p *twins) past(i int, seat engine.Seat) []string {
	w, snap := p.both[i], p.snap(i, seat)
	page := web.PageOf(w.web, tongues[p.states%3], seat)
	_, err := page.Next(snap)
	check(p, err)
	return []string{string(page.Past(snap, 0, 1<<30))}
}

func (p *twins) fetch(i int, paths ...string) []string {
	var all []string
	for _, path := range paths {
		all = append(all, p.both[i].answer(p, path, tongues[p.states%3], ""))
	}
	return all
}

// id is the game's id, which differs by chance.
func (w *twin) id() string { return w.store.Games()[0].ID }

// last is the number of the last entry.
func (w *twin) last() string { return fmt.Sprint(len(w.store.Games()[0].Entries)) }

// answer is what a browser gets that holds a seat, or none. ID in an address stands
// for the game.
func (w *twin) answer(t testing.TB, path, lang string, seat engine.Seat) string {
	r := httptest.NewRequest(http.MethodGet, strings.ReplaceAll(path, "ID", w.id()), nil)
	return w.ask(t, r, lang, seat)
}

var (
	byChance = regexp.MustCompile(`Etag:\["[0-9a-f]{24}"\]|\d{8}-\d{6}-[a-z2-7]{6}|/s/[A-Z0-9]{10,}|name="key" value="[A-Z0-9]+"|(?s:<svg class="qr.*?</svg>)`)
	dated    = regexp.MustCompile(`time=\S+ | id=\S+`)
)

func (w *twin) ask(t testing.TB, r *http.Request, lang string, seat engine.Seat) string {
	w.asked[r.URL.Path] = true
	r.Host = "localhost"
	r.Header.Set("Accept-Language", lang)
	if seat != "" {
		r.AddCookie(w.cookie(t, seat))
	}
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, r)
	text := fmt.Sprint(answer.Code, answer.Header(), answer.Body.String())
	return byChance.ReplaceAllString(strings.ReplaceAll(text, w.id(), "ID"), "CHANCE")
}

// cookie is that of a browser which holds a seat.
func (w *twin) cookie(t testing.TB, seat engine.Seat) *http.Cookie {
	t.Helper()
	if w.cookies[seat] == nil {
		answer := w.post("/claim", url.Values{"seat": {string(seat)}})
		for _, c := range answer.Result().Cookies() {
			w.cookies[seat] = c
		}
		if w.cookies[seat] == nil {
			t.Fatalf("claim %s: %d %s", seat, answer.Code, answer.Body)
		}
	}
	return w.cookies[seat]
}

func (w *twin) post(path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Host = "localhost"
	r.Header.Set("Origin", "http://localhost")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, r)
	return answer
}

// pages are those of the running table, with the rights of the seat.
func (p *twins) pages(i int, seat engine.Seat) []string {
	w, lang := p.both[i], tongues[p.states%3]
	var all []string
	for _, path := range []string{"/", "/table", "/join", "/setup", "/seat/" + string(p.owner), "/seat/" + string(seat), "/history/ID", "/healthz"} {
		all = append(all, w.answer(p, path, lang, seat))
	}
	return all
}

func (p *twins) sums(i int, _ engine.Seat) []string {
	at := p.both[i].last()
	return p.fetch(i, "/sums?who="+string(p.owner), "/sums?part=1&who="+string(p.seats[0])+"&seat="+string(p.owner),
		"/games/ID/sums?all=1&at="+at+"&who="+string(p.owner), "/games/ID/sums?copy=1&at="+at+"&who="+string(p.owner))
}

func (p *twins) replays(i int, _ engine.Seat) []string {
	at := p.both[i].last()
	return p.fetch(i, "/games/ID/replay?all=1&at="+at, "/games/ID/replay", "/games/ID/steps?all=1&at=0&to="+at)
}

func (p *twins) charts(i int, _ engine.Seat) []string {
	paths := []string{"/games/ID/charts/order.svg?all=1", "/games/ID/charts/levels.svg", "/games/ID/charts/sources.svg", "/games/ID/charts/result.svg?all=1"}
	for _, seat := range p.seats {
		paths = append(paths, "/games/ID/charts/energy-"+string(seat)+".svg?all=1")
	}
	return p.fetch(i, paths...)
}

func (p *twins) whatIfs(i int, _ engine.Seat) []string {
	w, do := p.both[i], url.QueryEscape(string(p.owner)+" ready")
	at := p.both[i].last()
	tried := w.post("/games/"+w.id()+"/whatif?at="+at, url.Values{"line": {string(p.owner) + " take-back 1 discover"}})
	return append(p.fetch(i, "/games/ID/whatif?at="+at, "/games/ID/whatif?at="+at+"&do="+do), strings.ReplaceAll(fmt.Sprint(tried.Code, tried.Body), w.id(), "ID"))
}

// sharings are the pages with which a seat is shared with one more phone, and that of a hint
// for a seat that gets none.
func (p *twins) sharings(i int, seat engine.Seat) []string {
	w, lang := p.both[i], tongues[p.states%3]
	if seat == "" {
		return p.fetch(i, "/seat/"+string(p.owner)+"/share", "/seat/"+string(p.owner)+"/hint", "/s/NONE", "/j/NONE")
	}
	r := httptest.NewRequest(http.MethodGet, "/seat/"+string(seat)+"/share", nil)
	r.Host = "localhost"
	r.AddCookie(w.cookie(p, seat))
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, r)
	body, err := io.ReadAll(answer.Body)
	check(p, err)
	link := regexp.MustCompile(`/s/[A-Z0-9]{10,}`).FindString(string(body))
	if link == "" {
		return []string{fmt.Sprint(answer.Code, string(body))} // no game is running
	}
	return []string{byChance.ReplaceAllString(string(body), "CHANCE"), w.ask(p, httptest.NewRequest(http.MethodGet, link, nil), lang, "")}
}

// wishes are refusals of all that the owner of the hidden cards could do now at
// either table, and of the same for the seat, as far as it cannot do that.
func (p *twins) wishes(i int, seat engine.Seat) []string {
	if seat == p.owner {
		return nil
	}
	if i == 0 {
		p.tried = p.ownersWishes()
	}
	snap := p.snap(i, seat)
	var all []string
	for _, line := range p.tried {
		for _, by := range []engine.Seat{p.owner, seat} {
			line := strings.TrimSpace(string(by) + " " + line)
			if slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.Line == line }) {
				continue
			}
			a, err := p.both[i].table.Do(p.Context(), companion.Request{Seat: seat, Line: line, Version: snap.Version})
			all = append(all, fmt.Sprint(line, a, err))
		}
	}
	return all
}

// ownersWishes are what the owner may do at either table, without its name.
func (p *twins) ownersWishes() []string {
	var all []string
	for i := range p.both {
		for _, c := range p.snap(i, p.owner).Legal {
			if rest, own := strings.CutPrefix(c.Line, string(p.owner)+" "); own && !slices.Contains(all, rest) {
				all = append(all, rest)
			}
		}
	}
	slices.Sort(all)
	return all
}

// snapshots are what everything else is drawn from: what the seat knows, and all
// that it knows to have happened.
func (p *twins) snapshots(i int, seat engine.Seat) []string {
	snap := p.snap(i, seat)
	snap.GameID = ""
	text, err := json.Marshal(snap)
	check(p, err)
	all := []string{string(text)}
	if snap.State == nil {
		return all // no game is running
	}
	for _, e := range snap.Events {
		all = append(all, notation.Format(e))
	}
	return append(all, fmt.Sprintf("%+v", engine.Fold(snap.Start, snap.Events...).View()), fmt.Sprintf("%+v", snap.State.View()))
}

// The control of the kinds: once cards that differ are shown to everybody and the
// game is over, or for the owner itself, each kind that can tell of cards differs; and
// the kinds look at each route.
func TestEachKindTellsOfCards(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	p := born(t, rand.New(rand.NewPCG(7, 2)))
	p.blind = true
	for p.states = 0; p.states < 400; p.states++ { // not compared: only played on
		all := p.turns(func(turn) bool { return true })
		if slices.ContainsFunc(all, func(t turn) bool { return t.seat == p.owner && verb(t.line) == "plan" }) {
			break
		}
		t := all[p.r.IntN(len(all))]
		p.do(t.seat, t.line)
	}
	p.swap()
	lays := func(t turn) bool { return p.hides(t) && verb(t.line) == "plan" && t.seat == p.owner }
	for all := p.turns(lays); len(all) > 0; all = p.turns(lays) {
		p.do(p.owner, all[p.r.IntN(len(all))].line)
	}
	if !p.apart() {
		t.Fatal("the tables do not differ")
	}
	told := p.telling(p.owner)
	shows := func(t turn) bool { return verb(t.line) == "plan" && t.seat != p.owner || verb(t.line) == "ready" }
	for all := p.turns(shows); len(all) > 0; all = p.turns(shows) {
		t := all[len(all)-1] // ready, as soon as that is possible
		p.do(t.seat, t.line)
	}
	for name, differs := range p.telling("") {
		told[name] = told[name] || differs
	}
	for i := range p.both {
		conclude(t, p.both[i].table)
	}
	for name, differs := range p.telling(p.owner) {
		told[name] = told[name] || differs
	}
	if got := p.both[0].unasked(); !slices.Equal(got, elsewhere) {
		t.Errorf("no kind looks at %q, want that of %q alone", got, elsewhere)
	}
	for _, k := range kinds {
		if told[k.name] == k.dull {
			t.Errorf("%s: the tables differ in it: %t, want %t", k.name, told[k.name], !k.dull)
		}
	}
}

// elsewhere are the routes that no kind looks at: what streams tell and the panel are looked
// at in each state, and files are the same for everybody.
var elsewhere = []string{"/api/events", "/api/openapi.json", "/events", "/games/plays", "/icon-192.png", "/icon-512.png", "/icon-maskable.png", "/loop/{game}", "/manifest.webmanifest", "/more", "/new", "/o/{key}", "/offline", "/overlay/overlay.css", "/overlay/overlay.js", "/panel.png", "/rules", "/rules/{game}", "/setup/events", "/start/events", "/static/{file}", "/worker.js"}

// unasked are the routes that a browser can open and that none has asked for.
func (w *twin) unasked() (all []string) {
	routes, asked := http.NewServeMux(), map[string]bool{}
	for _, pattern := range web.Routes(w.web) {
		routes.HandleFunc(pattern, http.NotFound)
	}
	for path := range w.asked {
		_, pattern := routes.Handler(httptest.NewRequest(http.MethodGet, path, nil))
		asked[pattern] = true
	}
	for _, pattern := range web.Routes(w.web) {
		if route, get := strings.CutPrefix(pattern, "GET "); get && !asked[pattern] {
			all = append(all, route)
		}
	}
	slices.Sort(all)
	return all
}

// telling are the kinds in which the tables differ for a seat.
func (p *twins) telling(seat engine.Seat) map[string]bool {
	told := map[string]bool{}
	for _, k := range kinds {
		one, two := k.get(p, 0, seat), k.get(p, 1, seat)
		told[k.name] = !slices.Equal(one, two)
	}
	return told
}
