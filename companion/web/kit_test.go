package web_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/web"
	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/hw/virtual"
	"arbiter/setups"
)

// A house is a real table in a test: companion, virtual readers behind the real
// tracker, and the web server, with a store in memory.
type house struct {
	t     *testing.T
	store *companiontest.Store
	table *companion.Table
	web   *web.Server
	url   string
	cards *cards
}

func newHouse(t *testing.T, change ...func(*web.Opts)) *house {
	t.Helper()
	rig, err := setups.LoadRig("virtual")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	catalogue, err := words.Load(setups.Words())
	check(t, err)
	h := &house{t: t, store: &companiontest.Store{}, cards: newCards(rig)}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); all.Wait() })
	watch := hw.Watch(ctx, []hw.Bus{h.cards.bus()}, hw.NewTracker(hw.Opts{}), hw.Pace{Pause: 5 * time.Millisecond})
	pictures := make(chan []byte, 64)
	h.table, err = companion.New(companion.Opts{
		Offers: offers, Store: h.store, Readers: companion.Readers(rig), Changes: watch.Changes(), Settle: time.Nanosecond,
		Now: func() time.Time { return time.Date(2026, 11, 21, 20, 15, 0, 0, time.Local) },
		Panels: []companion.Panel{companion.PanelFunc(func(v engine.View, _ []engine.Text) { pictures <- draw(catalogue, v) })},
	})
	check(t, err)
	h.cards.name = func(uid string, words []string) error { return h.table.Name(ctx, uid, words) }
	o := web.Opts{Table: h.table, Words: catalogue, Rig: web.Rig{Title: rig.Title}, Readers: h.cards, History: history{h.store}, Program: "arbiter test"}
	for _, r := range companion.Readers(rig) {
		o.Rig.Readers = append(o.Rig.Readers, web.Reader{Reader: r, Virtual: true})
	}
	for _, f := range change {
		f(&o)
	}
	h.web, err = web.New(o)
	check(t, err)
	all.Go(func() { h.table.Run(ctx) })
	all.Go(func() {
		for {
			select {
			case p := <-pictures:
				h.web.ShowPicture(p)
			case <-ctx.Done():
				return
			}
		}
	})
	server := httptest.NewUnstartedServer(nil)
	server.Config = h.web.HTTP("")
	server.Start()
	t.Cleanup(func() {
		end, done := context.WithTimeout(context.Background(), 5*time.Second)
		defer done()
		if err := server.Config.Shutdown(end); err != nil {
			t.Errorf("shutdown: %v", err)
		}
	})
	h.url = server.URL
	return h
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func draw(c *words.Catalogue, v engine.View) []byte {
	say := c.In("en")
	b := display.Render(v, image.Pt(400, 300), display.Opts{
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
		s := companion.Sitting{Seat: seat}
		if i < len(labels) {
			s.Name = labels[i]
		}
		g.Seats = append(g.Seats, s)
	}
	_, err := h.table.Start(h.t.Context(), g)
	check(h.t, err)
}

// play gives commands, each in the name of its first word.
func (h *house) play(lines ...string) {
	h.t.Helper()
	for _, line := range lines {
		seat := engine.Seat(strings.Fields(line)[0])
		snap, err := h.table.Snapshot(h.t.Context(), seat)
		check(h.t, err)
		if _, err := h.table.Do(h.t.Context(), companion.Wish{Seat: seat, Line: line, Version: snap.Version}); err != nil {
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
	return &browser{h, &http.Client{Jar: jar, Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
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

// History lists what the store keeps.
type history struct{ store *companiontest.Store }

func (h history) Games() ([]web.Past, error) {
	var all []web.Past
	for _, k := range slices.Backward(h.store.Games()) {
		all = append(all, web.Past{ID: k.ID, Game: k.Setup.Game, Created: k.Created, Seats: k.Setup.Seats, Labels: k.Labels, Entries: len(k.Entries), Result: k.Result})
	}
	return all, nil
}

func (h history) Saved(id string) (companion.Saved, error) {
	for _, k := range h.store.Games() {
		if k.ID == id {
			return companion.Saved{Header: k.Header, Entries: k.Entries}, nil
		}
	}
	return companion.Saved{}, fs.ErrNotExist
}

// Cards are virtual readers with tags that are made from the words.
type cards struct {
	readers map[string]*virtual.Reader
	names   []string
	name    func(uid string, words []string) error
	mu      sync.Mutex
	words   map[hw.UID][]string
}

func newCards(rig setups.Rig) *cards {
	c := &cards{readers: map[string]*virtual.Reader{}, words: map[hw.UID][]string{}}
	for _, r := range rig.Readers {
		c.readers[r.Name] = virtual.New(r.Name)
		c.names = append(c.names, r.Name)
	}
	return c
}

func (c *cards) bus() hw.Bus {
	var bus hw.Bus
	for _, name := range c.names {
		bus = append(bus, c.readers[name])
	}
	return bus
}

func tag(words []string) hw.UID {
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	u, err := hw.NewUID(sum[:7])
	if err != nil {
		panic(err)
	}
	return u
}

func (c *cards) Place(reader string, words []string) error {
	if err := c.name(tag(words).String(), words); err != nil {
		return err
	}
	c.mu.Lock()
	c.words[tag(words)] = slices.Clone(words)
	c.mu.Unlock()
	c.readers[reader].Place(tag(words))
	return nil
}

func (c *cards) Lift(reader string, words []string) error {
	c.readers[reader].Lift(tag(words))
	return nil
}

func (c *cards) Lying(reader string) (all [][]string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, u := range c.readers[reader].Lying() {
		all = append(all, c.words[u])
	}
	return all
}

// lay puts a card of a seat on a field's virtual reader and waits until the game
// has taken it, or has a notice about it.
func (b *browser) lay(seat, field, card string) {
	b.t.Helper()
	if status, text := b.post("/place", "seat", seat, "version", b.version(engine.Seat(seat)), "field", field, "card", card); status != http.StatusOK {
		b.t.Fatalf("place %s %s: %d %s", seat, card, status, text)
	}
}

// A listener reads an event stream.
type listener struct {
	t      *testing.T
	events chan event
	close  context.CancelFunc
}

type event struct{ id, name, data string }

func (b *browser) listen(path string) *listener {
	b.t.Helper()
	ctx, cancel := context.WithCancel(b.t.Context())
	b.t.Cleanup(cancel)
	r := b.request(http.MethodGet, path, nil).WithContext(ctx)
	client := *b.client
	client.Timeout = 0
	answer, err := client.Do(r)
	check(b.t, err)
	if got, want := answer.Header.Get("Content-Type"), "text/event-stream"; answer.StatusCode != http.StatusOK || got != want {
		b.t.Fatalf("%s: %d %q, want 200 %q", path, answer.StatusCode, got, want)
	}
	l := &listener{b.t, make(chan event, 100), cancel}
	go func() {
		defer answer.Body.Close()
		defer close(l.events)
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		var e event
		for lines.Scan() {
			key, value, _ := strings.Cut(lines.Text(), ": ")
			if strings.HasPrefix(lines.Text(), ":") {
				key = "comment"
			}
			switch key {
			case "":
				if e != (event{}) {
					l.events <- e
				}
				e = event{}
			case "id":
				e.id = value
			case "event":
				e.name = value
			case "data":
				e.data = value
			case "comment":
				e.name = value
			}
		}
	}()
	return l
}

// next returns the next event for which ok says yes.
func (l *listener) next(what string, ok func(event) bool) event {
	l.t.Helper()
	timeout := time.After(8 * time.Second)
	for {
		select {
		case e, open := <-l.events:
			if !open {
				l.t.Fatalf("the stream ended before %s", what)
			}
			if ok(e) {
				return e
			}
		case <-timeout:
			l.t.Fatalf("there was no event: %s", what)
		}
	}
}

func parts(e event) bool { return e.name == "parts" }
