package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/spectator"
	"arbiter/companion/web"
	"arbiter/companion/web/api"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

func abroad(o *web.Opts) { o.API.On = true }

// get asks for something as another program does.
func (b *browser) program(path string, headers ...string) (*http.Response, string) {
	b.t.Helper()
	r := b.request(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := b.client.Do(r)
	check(b.t, err)
	defer answer.Body.Close()
	var text bytes.Buffer
	_, err = text.ReadFrom(answer.Body)
	check(b.t, err)
	return answer, text.String()
}

// described is what the description has for an answer, where all fields are to be told of.
func described(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(api.Description))
	check(t, err)
	schemas := doc.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any)
	for _, s := range schemas {
		s.(map[string]any)["additionalProperties"] = false
	}
	c := jsonschema.NewCompiler()
	check(t, c.AddResource("openapi.json", doc))
	s, err := c.Compile("openapi.json#/components/schemas/Table")
	check(t, err)
	return s
}

func valid(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	x, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	check(t, err)
	return s.Validate(x)
}

// What other programs get of each game is as the description has it, field by field, and as a
// person has read it. The controls are a field that nobody has told of, and one that is missing.
func TestAPIOfEachGame(t *testing.T) {
	tier.Unraced(t, "one request after the other")
	schema := described(t)
	rig, err := setups.LoadRig("screen")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game, highcouncil.Game, castingshadows.Game)
	check(t, err)
	for game, lang := range map[string]string{"council-of-shadows": "en", "high-council": "de", "casting-shadows": "es"} {
		w := &wanderer{house: &house{t: t, lying: func(o *companion.Opts) { o.Changes = nil }}, r: rand.New(rand.NewPCG(3, 47))}
		w.furnish(rig, offers, abroad)
		b := w.browser()
		_, none := b.program("/api/table")
		if err := valid(t, schema, none); err != nil {
			t.Errorf("without a game: %v", err)
		}
		seats := map[string][]engine.Seat{"council-of-shadows": {"purple", "red"}, "high-council": {"white", "red"}, "casting-shadows": {"kit", "frill"}}[game]
		g := companion.NewGame{Game: game, Box: "stand-in", Order: seats}
		if game != "council-of-shadows" {
			g.Options, g.Order = []string{"dealt"}, nil
		}
		for _, s := range seats {
			w.seats, g.Seats = append(w.seats, s), append(g.Seats, companion.Seating{Seat: s, Name: "Player " + string(s)})
		}
		if game == "high-council" {
			g.Box = ""
		}
		_, err := w.table.Start(t.Context(), g)
		check(t, err)
		for range 15 {
			w.step()
		}
		_, text := b.program("/api/table?lang=" + lang)
		if err := valid(t, schema, text); err != nil {
			t.Errorf("%s: %v", game, err)
		}
		if strings.Contains(text, "Player") {
			t.Errorf("%s: names of players who have not agreed: %s", game, text)
		}
		if err := valid(t, schema, strings.Replace(text, `"v":1`, `"v":1,"secret":2`, 1)); err == nil {
			t.Error("the control: a field that nobody told of is valid")
		}
		if err := valid(t, schema, strings.Replace(text, `"v":1,`, "", 1)); err == nil {
			t.Error("the control: a missing field is valid")
		}
		var out bytes.Buffer
		check(t, json.Indent(&out, []byte(strings.Replace(text, w.store.Games()[0].ID, "ID", 1)), "", " "))
		enginetest.Golden(t, "testdata/api/"+game+".json", out.String()+"\n")
	}
}

// Every route of the API is described, and nothing else is.
func TestAPIIsDescribed(t *testing.T) {
	h := newHouse(t, abroad)
	_, text := h.browser().program("/api/openapi.json")
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]any
	}
	check(t, json.Unmarshal([]byte(text), &doc))
	var told, are []string
	for path, methods := range doc.Paths {
		for m := range methods {
			told = append(told, strings.ToUpper(m)+" "+path)
		}
	}
	for _, r := range web.Routes(h.web) {
		if strings.Contains(r, " /api/") {
			are = append(are, r)
		}
	}
	slices.Sort(told)
	slices.Sort(are)
	if !slices.Equal(told, are) || doc.OpenAPI != "3.1.0" {
		t.Errorf("OpenAPI %s describes %q, there are %q", doc.OpenAPI, told, are)
	}
}

// Other programs get nothing unless the owner lets them, with a token where one is asked for.
func TestWhoMaySeeTheAPI(t *testing.T) {
	off, on, token := newHouse(t), newHouse(t, abroad), newHouse(t, abroad, func(o *web.Opts) { o.API.Token = "SESAME" })
	for _, c := range []struct {
		house  *house
		path   string
		header string
		want   int
	}{
		{off, "/api/table", "", 404}, {off, "/api/events", "", 404}, {off, "/api/openapi.json", "", 200}, {off, "/overlay", "", 404},
		{on, "/api/table", "", 200},
		{token, "/api/table", "", 401}, {token, "/api/events", "", 401}, {token, "/api/table?token=SESAM", "", 401}, {token, "/api/table", "Bearer sesame", 401},
		{token, "/api/table?token=SESAME", "", 200}, {token, "/api/table", "Bearer SESAME", 200},
	} {
		answer, text := c.house.browser().program(c.path, "Authorization", c.header)
		if answer.StatusCode != c.want {
			t.Errorf("%s %q: %d %s, want %d", c.path, c.header, answer.StatusCode, text, c.want)
		}
		if c.want >= 400 && c.path != "/overlay" && !strings.Contains(text, "/settings") {
			t.Errorf("%s does not say what to do: %s", c.path, text)
		}
	}
}

// Events tell what the table is, once, and beat.
func TestEventsOfTheAPI(t *testing.T) {
	h := newHouse(t, abroad, func(o *web.Opts) { o.Streams.Heartbeat = 20 * time.Millisecond })
	h.begin("Ana", "Ben")
	b := h.browser()
	l := b.listen("/api/events")
	tables := func(e event) bool { return e.name == "table" }
	first := l.next("the table", tables)
	answer, text := b.program("/api/table")
	if first.data != text || answer.Header.Get("ETag") != `"`+first.mark+`"` {
		t.Errorf("the event is not the table: %s %s\n%s\n%s", first.mark, answer.Header.Get("ETag"), first.data, text)
	}
	if again, text := b.program("/api/table", "If-None-Match", answer.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || text != "" {
		t.Errorf("who has it is answered %d %q", again.StatusCode, text)
	}
	h.play("purple buy ai-07")
	second := l.next("what was bought", tables)
	if second.mark == first.mark || !strings.Contains(second.data, `"entry":1`) {
		t.Errorf("after a command: %s", second.data)
	}
	if e := b.resume("/api/events", second.mark).next("a beat or the table", func(e event) bool { return e.name == "beat" && strings.HasPrefix(e.data, "20 ") || tables(e) }); tables(e) {
		t.Error("who comes back and has missed nothing gets it again")
	}
}

// A name is told of whoever agrees to it at the own seat, at once, and no longer than that.
func TestNamesByConsent(t *testing.T) {
	h := newHouse(t, abroad)
	h.begin("Ana", "Ben")
	ana, b := h.browser().sit("purple"), h.browser()
	l := b.listen("/api/events")
	called := func() string {
		_, text := b.program("/api/table?lang=en")
		var table spectator.Table
		check(t, json.Unmarshal([]byte(text), &table))
		return fmt.Sprint(table.Seats[0].Called, table.Seats[0].Named, table.Seats[1].Called)
	}
	if got := called(); got != "PurplefalseRed" {
		t.Errorf("at first they are called %q", got)
	}
	l.next("the table", func(e event) bool { return e.name == "table" })
	ana.ok("/consent", "seat", "purple", "told", "1")
	l.next("the name", func(e event) bool { return e.name == "table" && strings.Contains(e.data, `"called":"Ana"`) })
	if got := called(); !strings.Contains(got, "Ana") || strings.Contains(got, "Ben") {
		t.Errorf("after Ana has agreed they are called %q", got)
	}
	ana.ok("/consent", "seat", "purple", "told", "")
	if got := called(); strings.Contains(got, "Ana") {
		t.Errorf("after Ana has changed her mind they are called %q", got)
	}
	if status, _ := b.post("/consent", "seat", "purple", "told", "1"); status != http.StatusForbidden {
		t.Errorf("somebody else agrees for Ana: %d", status)
	}
}

// What is delayed is not seen before. The control is the page of the table.
func TestDelayedAPI(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.API = web.API{On: true, Delay: spectator.Delay{Round: true}} })
	h.begin("Ana", "Ben")
	h.play("purple buy ai-07")
	b := h.browser()
	if _, text := b.program("/api/table"); strings.Contains(text, `"entry":1`) || strings.Contains(text, "purple") {
		t.Errorf("a round that goes on is told: %s", text)
	}
}

// The overlay is transparent, fills the picture of a stream, follows the game by the API
// alone, and has nothing on it while none is played.
func TestOverlay(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t, abroad, func(o *web.Opts) { o.API.Token = "SESAME" })
	p := browse(t, true).Page(t, h.url, "de", 1920, 1080)
	p.Open("/overlay?token=SESAME&lang=de")
	p.Until(`document.body.dataset.entry === "0" && getComputedStyle(document.querySelector("header")).visibility === "hidden"`)
	h.begin("Ana", "Ben")
	p.Until(`document.querySelectorAll("li").length === 2 && getComputedStyle(document.querySelector("header")).visibility === "visible"`)
	h.play("purple buy ai-07")
	p.Until(`document.body.dataset.entry === "1"`)
	p.Shot("overlay")
	if got := chromium.Ask[string](p, `getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor`); got != "rgba(0, 0, 0, 0)rgba(0, 0, 0, 0)" {
		t.Errorf("its ground is %s, want none", got)
	}
	if got := chromium.Ask[string](p, `[...document.querySelectorAll("header, #last, li")].filter((e) => { const r = e.getBoundingClientRect(); return r.left < 0 || r.top < 0 || r.right > 1920 || r.bottom > 1080 || e.scrollWidth > e.clientWidth + 1 }).map((e) => e.outerHTML).join()`); got != "" {
		t.Errorf("beyond the picture: %s", got)
	}
	if got := p.Text("#seats"); strings.Contains(got, "Ana") || !strings.Contains(got, "Violett") {
		t.Errorf("seats are called %q", got)
	}
	for _, path := range chromium.Ask[[]string](p, `performance.getEntriesByType("resource").map((r) => new URL(r.name).pathname)`) {
		if !strings.HasPrefix(path, "/overlay/") && !strings.HasPrefix(path, "/static/saira") && path != "/api/events" {
			t.Errorf("it asks for %s", path)
		}
	}
}
