package web_test

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// Every request in the name of a seat needs the browser that holds it.
func TestOnlyTheHolderActs(t *testing.T) {
	h := newHouse(t)
	h.begin()
	ana, ben := h.browser().sit("purple"), h.browser().sit("red")
	for _, path := range []string{"/do", "/undo", "/accept", "/lay", "/place", "/lift", "/tap", "/tidy", "/name", "/which", "/free"} {
		for name, b := range map[string]*browser{"red": ben, "a stranger": h.browser()} {
			if got, text := b.post(path, "seat", "purple", "version", "0", "line", "purple pass"); got != http.StatusForbidden {
				t.Errorf("POST %s by %s: %d %s, want 403", path, name, got, text)
			}
		}
	}
	if status, text := ben.get("/seat/purple"); status != http.StatusForbidden || !strings.Contains(text, "held by another") || strings.Contains(text, "part-board") {
		t.Errorf("red looks at purple: %d\n%s", status, text)
	}
	if status, _ := ben.get("/events?seat=purple"); status != http.StatusForbidden {
		t.Errorf("red listens to purple: %d, want 403", status)
	}
	forged := h.browser()
	r := forged.request(http.MethodGet, "/seat/purple", nil)
	r.AddCookie(&http.Cookie{Name: "arbiter", Value: "AAAAAAAAAAAAAAAAAAAAAAAAAA"})
	if status, _, _ := forged.do(r); status != http.StatusForbidden {
		t.Errorf("a forged token: %d, want 403", status)
	}
	if got, text := ana.post("/do", "seat", "purple", "version", "0", "line", "purple pass"); got != http.StatusOK {
		t.Errorf("the holder: %d %s", got, text)
	}
	if got, _ := ben.post("/claim", "seat", "purple"); got != http.StatusForbidden {
		t.Errorf("red claims purple: %d, want 403", got)
	}
	if got, _ := ana.post("/free", "seat", "purple"); got != http.StatusOK {
		t.Errorf("purple frees its seat: %d", got)
	}
	ben.sit("purple") // one browser may hold two seats
	if status, text := ben.get("/seat/purple"); status != http.StatusOK || !strings.Contains(text, `href="/seat/red"`) {
		t.Errorf("hot seat: %d\n%s", status, text)
	}
	if got, _ := ben.post("/claim", "seat", "automa"); got != http.StatusConflict {
		t.Errorf("a seat that does not play: %d, want 409", got)
	}
}

// kept remembers seats beyond the life of a server.
type kept struct {
	marks map[engine.Seat]string
	err   error
}

func (k *kept) Seats() (map[engine.Seat]string, error) { return k.marks, k.err }
func (k *kept) KeepSeats(m map[engine.Seat]string) error {
	k.marks = maps.Clone(m)
	return k.err
}

func TestSeatsOutliveAServer(t *testing.T) {
	k := &kept{}
	h := newHouse(t, func(o *web.Opts) { o.Kept.Seats = k })
	h.begin()
	ana := h.browser().sit("purple")
	address, err := url.Parse(h.url)
	check(t, err)
	token := ana.client.Jar.Cookies(address)[0].Value
	if k.marks["purple"] == "" || strings.Contains(k.marks["purple"], token) {
		t.Fatalf("kept %q for the token %q", k.marks["purple"], token)
	}
	again := newHouse(t, func(o *web.Opts) { o.Kept.Seats = k })
	again.begin()
	b := again.browser()
	r := b.request(http.MethodGet, "/seat/purple", nil)
	r.AddCookie(&http.Cookie{Name: "arbiter", Value: token})
	if status, _, _ := b.do(r); status != http.StatusOK {
		t.Errorf("after a restart: %d, want 200", status)
	}
	if _, err := web.New(web.Opts{Table: h.table, Words: nothing{}, Kept: web.Kept{Seats: &kept{err: errors.New("no disk")}}}); err == nil {
		t.Error("seats that cannot be read are no error")
	}
}

// nothing is a catalogue without translations.
type nothing struct{}

func (nothing) With(string, func(engine.Seat) string) func(engine.Text) string {
	return engine.Text.String
}

func (nothing) At(string, func(engine.Seat) string, func(engine.Term) engine.Text) func(engine.Text) string {
	return engine.Text.String
}

// release frees a seat as its holder would.
func (h *house) release(seat engine.Seat) error { return web.Release(h.web, seat) }

// Whoever has put a token into a browser, or has read it, gains nothing by what the browser
// proves later: each proof gives it another one, which has all that the first had, and once
// the browser has come with that the first is worth nothing. Until then the first keeps what
// it had, for an answer may be lost.
func TestProofsGiveANewToken(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h, _ := closed(t)
	host := h.host()
	b, old := h.browser(), h.browser()
	at, err := url.Parse(h.url)
	check(t, err)
	b.client.Jar.SetCookies(at, []*http.Cookie{{Name: "arbiter", Value: "AAAAAAAAAAAAAAAAAAAAAAAAAA"}})
	keeps := func() { old.client.Jar.SetCookies(at, b.client.Jar.Cookies(at)) } // whoever listens
	for _, c := range []struct {
		name  string
		prove func()
		may   func(*browser) bool // only who has proved it
	}{
		{"the digits", func() { b.ok("/join", "code", h.web.Invitation().Code) }, func(x *browser) bool {
			status, _ := x.post("/setup")
			return status != http.StatusForbidden
		}},
		{"a seat", func() { b.ok("/claim", "seat", "red") }, reads("/seat/red")},
		{"a code of the owner", func() { b.ok("/own", "code", ownersCode) }, reads("/games/players")},
		{"a seat that others hold", func() {
			host.ok("/claim", "seat", "purple")
			b.ok("/ask", "seat", "purple")
			host.ok("/answer", "seat", "purple", "give", "1")
		}, reads("/seat/purple")},
	} {
		keeps()
		c.prove()
		if c.may(old) {
			t.Errorf("%s: the token from before has it", c.name)
		}
		if !c.may(b) || web.TokenOf(b.client.Jar, h.url) == web.TokenOf(old.client.Jar, h.url) {
			t.Errorf("%s: the browser does not have it, or no new token", c.name)
		}
	}
	for _, path := range []string{"/seat/red", "/seat/purple", "/games/players"} {
		if !reads(path)(b) {
			t.Errorf("%s was lost with the token", path)
		}
	}
	keeps()
	key := share(t, b)
	b.ok("/join", "code", h.web.Invitation().Code)
	b.client.Jar, old.client.Jar = old.client.Jar, b.client.Jar // the answer was lost
	if !reads("/seat/red")(b) || !reads("/games/players")(b) {
		t.Error("what a browser had went with an answer that was lost")
	}
	b.client.Jar, old.client.Jar = old.client.Jar, b.client.Jar
	if !reads("/seat/red")(b) || reads("/seat/red")(old) {
		t.Error("the token from before is good after the new one has come")
	}
	tablet := h.browser()
	tablet.ok("/second", "key", key) // its maker has another token by now
	if !reads("/seat/purple")(tablet) {
		t.Error("a link is nothing worth after its maker has proved something else")
	}
}

// reads tells whether a browser may read a page.
func reads(path string) func(*browser) bool {
	return func(b *browser) bool {
		status, _ := b.get(path)
		return status == http.StatusOK
	}
}
