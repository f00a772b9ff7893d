package web_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/presence"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/setups"
)

// Tests share a browser, which ends with them.
func TestMain(m *testing.M) {
	code := m.Run()
	chromium.End()
	os.Exit(code)
}

// A house is a real table in a test: companion, virtual readers behind the real
// tracker, and the web server, with a store in memory.
type house struct {
	t       testing.TB
	store   *companiontest.Store
	table   *companion.Table
	web     *web.Server
	url     string
	cards   *cards
	opts    web.Opts
	undrawn atomic.Bool  // the panel draws nothing
	drawn   atomic.Value // the engine.View of the picture that the server has

	lying func(*companion.Opts) // changes how cards lie at the table; may be nil
}

// A picture of the panel, and what it shows.
type picture struct {
	png  []byte
	view engine.View
}

func newHouse(t testing.TB, change ...func(*web.Opts)) *house {
	t.Helper()
	rig, err := setups.LoadRig("virtual")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	offers[0].Bots = []string{"casual"}
	return build(t, rig, offers, change...)
}

// build makes a house with a rig of virtual readers for some games.
func build(t testing.TB, rig setups.Rig, offers []companion.GameOffer, change ...func(*web.Opts)) *house {
	t.Helper()
	h := &house{t: t}
	h.furnish(rig, offers, change...)
	return h
}

// furnish makes the rest of a house.
func (h *house) furnish(rig setups.Rig, offers []companion.GameOffer, change ...func(*web.Opts)) {
	t := h.t
	t.Helper()
	catalogue, err := catalogue()
	check(t, err)
	h.store, h.cards = &companiontest.Store{}, newCards(rig)
	pictures := make(chan picture, 64)
	panel := func(v engine.View, _ []engine.Text) {
		if !h.undrawn.Load() {
			pictures <- picture{draw(catalogue, v), v}
		}
	}
	h.open(rig, offers, panel)
	o := web.Opts{Table: h.table, Words: catalogue, Rig: web.Rig{Title: rig.Title, Cards: h.cards},
		Past:  web.Past{History: pastGames{h.store}, Draw: drawer(catalogue), Statistics: notebook{}, Records: records{}},
		Owner: web.Owner{Proof: session.Owner{Code: ownersCode}}, Network: web.Network{Open: true},
		Streams: web.Streams{Retry: 50 * time.Millisecond}, Program: web.Program{Name: "arbiter test"}}
	for _, r := range presence.ReadersOf(rig) {
		o.Rig.Readers = append(o.Rig.Readers, web.Reader{Reader: r, Virtual: true})
	}
	for _, f := range change {
		f(&o)
	}
	h.opts = o
	h.web, err = web.New(o)
	check(t, err)
	h.run(func(ctx context.Context) {
		for {
			select {
			case p := <-pictures:
				h.web.ShowPicture(p.png)
				h.drawn.Store(p.view)
			case <-ctx.Done():
				return
			}
		}
	})
	h.run(func(ctx context.Context) { h.table.Run(ctx) })
	h.serve()
}

// catalogue are the words of all pages, which nobody changes.
var catalogue = sync.OnceValues(func() (*words.Catalogue, error) { return words.Load(setups.Words()) })

// settle waits until the panel shows what a spectator sees: panels are drawn
// behind the game's back.
func (h *house) settle() {
	h.t.Helper()
	for deadline := time.Now().Add(chromium.Patience); ; time.Sleep(time.Millisecond) { // until the panel is drawn
		snap, err := h.table.Snapshot(h.t.Context(), "")
		check(h.t, err)
		if reflect.DeepEqual(h.drawn.Load(), snap.View) {
			return
		}
		if time.Now().After(deadline) {
			h.t.Fatal("the panel does not show the game")
		}
	}
}

// run runs f until the test ends.
func (h *house) run(f func(context.Context)) {
	ctx, cancel := context.WithCancel(h.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f(ctx) }()
	h.t.Cleanup(func() { cancel(); <-done })
}

// open makes the table, with the virtual readers behind the real tracker.
func (h *house) open(rig setups.Rig, offers []companion.GameOffer, panel companiontest.Panel) {
	ctx := h.t.Context()
	watch := hw.Watch(ctx, []hw.Bus{h.cards.bus()}, hw.NewTracker(hw.Opts{}), hw.Pace{Pause: 5 * time.Millisecond})
	var err error
	o := companion.Opts{
		Offers: offers, Store: h.store, Readers: presence.ReadersOf(rig), Virtual: len(rig.Readers) == 0, Changes: watch.Changes(), Settle: time.Nanosecond, Patience: chromium.Patience,
		Now:    func() time.Time { return time.Date(2026, 11, 21, 20, 15, 0, 0, time.Local) },
		Panels: []companion.Panel{panel},
	}
	if h.lying != nil {
		h.lying(&o)
	}
	h.table, err = companion.New(o)
	check(h.t, err)
	h.cards.name = func(uid string, words []string) error { return h.table.Name(ctx, uid, words) }
}

func (h *house) serve() {
	server := httptest.NewUnstartedServer(nil)
	server.Config = h.web.HTTP("")
	server.Start()
	h.t.Cleanup(func() {
		end, done := context.WithTimeout(context.Background(), chromium.Patience)
		defer done()
		if err := server.Config.Shutdown(end); err != nil {
			h.t.Errorf("shutdown: %v", err)
		}
	})
	h.url = server.URL
}

// browse returns the browser that tests share.
func browse(t testing.TB, dark bool) *chromium.Browser {
	t.Helper()
	tier.Test(t, tier.Pages, "a browser")
	return chromium.Start(t, dark)
}

// spoken are the languages in which a browser shows the pages: German, whose words
// are the longest, or all.
func spoken(t testing.TB) []string {
	t.Helper()
	if tier.Of(t, tier.Pages, "languages", 1, 1, len(tongues)) == 1 {
		return []string{"de"}
	}
	return tongues
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// drawer draws pictures for whoever looks back.
func drawer(c *words.Catalogue) func(string, engine.View, map[engine.Seat]string) ([]byte, error) {
	return func(_ string, v engine.View, _ map[engine.Seat]string) ([]byte, error) { return draw(c, v), nil }
}

// painter keeps glyphs, whose drawing takes most of the time.
var painter = display.New()

func draw(c *words.Catalogue, v engine.View) []byte {
	say := c.In("en")
	b := display.NewBitmap(image.Pt(400, 300))
	painter.Draw(b, v, display.Opts{
		Say:   say,
		Term:  func(t engine.Term) string { return c.Term("en", t) },
		Label: func(seat engine.Seat) string { return say(engine.Say("%s", seat)) },
	})
	var out bytes.Buffer
	if err := png.Encode(&out, b); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// begin starts a game with two seats, and purple first.
func (h *house) begin(labels ...string) {
	h.t.Helper()
	g := companion.NewGame{Game: "council-of-shadows", Order: []engine.Seat{"purple", "red"}}
	for i, seat := range g.Order {
		s := companion.Seating{Seat: seat}
		if i < len(labels) {
			s.Name = labels[i]
		}
		g.Seats = append(g.Seats, s)
	}
	_, err := h.table.Start(h.t.Context(), g)
	check(h.t, err)
}

// conclude ends the game of a table for good: another has begun since.
func conclude(t testing.TB, table *companion.Table) {
	t.Helper()
	check(t, table.Finish(t.Context()))
	o := table.Offers()[0]
	g := companion.NewGame{Game: o.Game.Name, Seats: []companion.Seating{{Seat: o.Seats[0]}, {Seat: o.Seats[1]}}}
	if o.Order != "" {
		g.Order = o.Seats[:2]
	}
	_, err := table.Start(t.Context(), g)
	check(t, err)
	check(t, table.Finish(t.Context()))
}

// play gives commands, each in the name of its first word.
func (h *house) play(lines ...string) {
	h.t.Helper()
	for _, line := range lines {
		seat := engine.Seat(strings.Fields(line)[0])
		snap, err := h.table.Snapshot(h.t.Context(), seat)
		check(h.t, err)
		if _, err := h.table.Do(h.t.Context(), companion.Request{Seat: seat, Line: line, Version: snap.Version}); err != nil {
			h.t.Fatalf("%s: %v", line, err)
		}
	}
}

// A browser keeps cookies and follows no redirects.
type browser struct {
	*house
	client *http.Client
}

func (h *house) browser() *browser {
	jar, err := cookiejar.New(nil)
	check(h.t, err)
	return &browser{h, &http.Client{Jar: jar, Timeout: chromium.Patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// ownersCode is that of a house.
const ownersCode = "OWNERCODE7"

// owner is a browser of the device's owner.
func (h *house) owner() *browser {
	h.t.Helper()
	b := h.browser()
	b.ok("/own", "code", ownersCode)
	return b
}

// prove makes a browser the owner's by the link of the device's terminal.
func prove(p *chromium.Page) {
	p.Open("/o/" + ownersCode)
	p.Click("#arrive")
	p.Until(`location.pathname === "/"`)
}

func (b *browser) do(r *http.Request) (status int, text string, header http.Header) {
	b.t.Helper()
	answer, err := b.client.Do(r)
	check(b.t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(b.t, err)
	return answer.StatusCode, string(body), answer.Header
}

func (b *browser) request(method, path string, form url.Values) *http.Request {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, strings.NewReader(form.Encode()))
	check(b.t, err)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", b.url)
	}
	return r
}

func (b *browser) get(path string) (status int, text string) {
	b.t.Helper()
	status, text, _ = b.do(b.request(http.MethodGet, path, nil))
	return status, text
}

// post sends a form as the script does: names and values in turn.
func (b *browser) post(path string, pairs ...string) (status int, text string) {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r := b.request(http.MethodPost, path, form)
	r.Header.Set("Accept", "application/json")
	status, text, _ = b.do(r)
	return status, text
}

// sit claims seats.
func (b *browser) sit(seats ...string) *browser {
	b.t.Helper()
	for _, seat := range seats {
		if status, text := b.post("/claim", "seat", seat); status != http.StatusOK {
			b.t.Fatalf("claim %s: %d %s", seat, status, text)
		}
	}
	return b
}

func (h *house) version(seat engine.Seat) string {
	h.t.Helper()
	snap, err := h.table.Snapshot(h.t.Context(), seat)
	check(h.t, err)
	return fmt.Sprint(snap.Version)
}
