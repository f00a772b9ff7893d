package web_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/companion/web"
)

// closed is a house whose seats need a code, with a clock that a test moves.
func closed(t *testing.T) (*house, *clock) {
	c := &clock{now: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)}
	h := newHouse(t, func(o *web.Opts) {
		o.Network.Open, o.Network.Panel, o.Program.Now = false, true, c.read
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
	})
	return h, c
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// host comes in, starts a game with two seats and takes none.
func (h *house) host() *browser {
	h.t.Helper()
	b := h.browser()
	b.ok("/join", "code", h.web.Invitation().Code)
	b.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed", "name-purple", "Ana", "name-red", "Ben")
	return b
}

// ok posts a form that must succeed.
func (b *browser) ok(path string, pairs ...string) {
	b.t.Helper()
	if status, text := b.post(path, pairs...); status != http.StatusOK {
		b.t.Fatalf("POST %s %v: %d %s", path, pairs, status, text)
	}
}

// no posts a form that must be refused with a status.
func (b *browser) no(want int, path string, pairs ...string) {
	b.t.Helper()
	if status, text := b.post(path, pairs...); status != want {
		b.t.Errorf("POST %s %v: %d %s, want %d", path, pairs, status, text, want)
	}
}

// wrong is a code that is not the one of the house.
func (h *house) wrong() string {
	if h.web.Invitation().Code == "123456" {
		return "654321"
	}
	return "123456"
}

func TestSeatsNeedTheCode(t *testing.T) {
	h, _ := closed(t)
	ana := h.host()
	i := h.web.Invitation()
	if !strings.HasPrefix(i.URL, "http://192.168.1.20:8080/j/") || len(i.Code) != 6 {
		t.Fatalf("the invitation is %+v", i)
	}
	ben := h.browser()
	ben.no(http.StatusForbidden, "/claim", "seat", "red")
	ben.no(http.StatusForbidden, "/join", "code", h.wrong())
	ben.no(http.StatusForbidden, "/claim", "seat", "red")
	for _, path := range []string{"/", "/table", "/join", "/events"} {
		text := ""
		if path == "/events" {
			text = ben.listen(path).next("the page", parts).data
		} else {
			_, text = ben.get(path)
		}
		if shown := i.Code[:3] + " " + i.Code[3:]; strings.Contains(text, shown) || strings.Contains(text, i.Code) || strings.Contains(text, `class=\"qr`) || strings.Contains(text, `class="qr`) {
			t.Errorf("%s shows the code to who is not in", path)
		}
	}
	ben.ok("/join", "code", " "+i.Code[:3]+" "+i.Code[3:])
	ben.ok("/claim", "seat", "red")
	// The control: who started the game and who came in see how others come in.
	for name, b := range map[string]*browser{"the host": ana, "red": ben} {
		if _, text := b.get("/table"); !strings.Contains(text, i.Code[:3]+" "+i.Code[3:]) || !strings.Contains(text, "192.168.1.20:8080/join") || !strings.Contains(text, `class="qr"`) {
			t.Errorf("%s sees no invitation:\n%s", name, text)
		}
	}
}

func TestTheKeyOfTheQRCodeLetsIn(t *testing.T) {
	h, c := closed(t)
	h.host()
	path := strings.TrimPrefix(h.web.Invitation().URL, "http://192.168.1.20:8080")
	stranger := h.browser()
	if status, text := stranger.get("/j/AAAAAAAAAAAAAAAA"); status != http.StatusNotFound || !strings.Contains(text, "out of date") {
		t.Errorf("a wrong key: %d\n%s", status, text)
	}
	stranger.no(http.StatusConflict, "/join", "key", "AAAAAAAAAAAAAAAA")
	stranger.no(http.StatusForbidden, "/claim", "seat", "red")
	ben, key := h.browser(), strings.TrimPrefix(path, "/j/")
	if status, text := ben.get(path); status != http.StatusOK || !strings.Contains(text, `id="arrive"`) || !strings.Contains(text, key) {
		t.Fatalf("the QR code leads to %d\n%s", status, text)
	}
	ben.no(http.StatusForbidden, "/claim", "seat", "red") // what only looks at addresses is not in
	ben.ok("/join", "key", key)
	if status, _ := ben.get(path); status != http.StatusSeeOther {
		t.Errorf("who is in and scans the QR code: %d", status)
	}
	cleo := h.browser()
	cleo.ok("/join", "key", strings.ToLower(key))
	ben.ok("/claim", "seat", "red")
	c.pass(13 * time.Hour)
	cleo.no(http.StatusForbidden, "/claim", "seat", "purple")
	ben.ok("/claim", "seat", "purple") // whoever holds a seat stays in
}

func TestTooManyWrongCodes(t *testing.T) {
	h, c := closed(t)
	h.host()
	b := h.browser()
	for range 5 {
		b.no(http.StatusForbidden, "/join", "code", h.wrong())
	}
	b.no(http.StatusTooManyRequests, "/join", "code", h.web.Invitation().Code)
	c.pass(11 * time.Minute)
	b.ok("/join", "code", h.web.Invitation().Code)
}

// A new code sends out who holds no seat.
func TestANewCodeSendsOut(t *testing.T) {
	h, _ := closed(t)
	ana, ben, cleo := h.host(), h.browser(), h.browser()
	code := h.web.Invitation().Code
	ben.ok("/join", "code", code)
	cleo.ok("/join", "code", code)
	ben.ok("/claim", "seat", "red")
	ben.no(http.StatusForbidden, "/renew", "code", code)
	ana.no(http.StatusForbidden, "/renew", "code", h.wrong())
	ana.ok("/renew", "code", code)
	if h.web.Invitation().Code == code {
		t.Error("the code is the same as before") // one in a million
	}
	cleo.no(http.StatusForbidden, "/claim", "seat", "purple")
	ben.ok("/claim", "seat", "purple")
}

func TestOneSeatOnTwoPhones(t *testing.T) {
	h, c := closed(t)
	h.host()
	ana, tablet, thief := h.browser(), h.browser(), h.browser()
	ana.ok("/join", "code", h.web.Invitation().Code)
	ana.ok("/claim", "seat", "purple")
	if status, _ := thief.get("/seat/purple/share"); status != http.StatusForbidden {
		t.Errorf("a stranger shares a seat: %d", status)
	}
	key := share(t, ana)
	c.pass(11 * time.Minute)
	tablet.no(http.StatusConflict, "/second", "key", key)
	key = share(t, ana)
	if status, text := tablet.get("/s/" + key); status != http.StatusOK || !strings.Contains(text, key) {
		t.Errorf("the link leads to %d\n%s", status, text)
	}
	tablet.ok("/second", "key", key)
	thief.no(http.StatusConflict, "/second", "key", key)
	tablet.ok("/do", "seat", "purple", "version", "0", "line", "purple pass")
	ana.ok("/undo", "seat", "purple", "version", "1")
	ana.ok("/free", "seat", "purple")
	if status, _ := tablet.get("/seat/purple"); status != http.StatusOK {
		t.Errorf("the tablet lost the seat with the phone: %d", status)
	}
	if status, _ := ana.get("/seat/purple"); status != http.StatusForbidden {
		t.Errorf("the phone left the seat and still sees it: %d", status)
	}
}

// share asks for a link for one more phone and returns its key.
func share(t *testing.T, b *browser) string {
	t.Helper()
	_, text := b.get("/seat/purple/share")
	_, rest, ok := strings.Cut(text, "192.168.1.20:8080/s/")
	if !ok || !strings.Contains(text, `class="qr"`) {
		t.Fatalf("there is no link:\n%s", text)
	}
	return rest[:strings.IndexByte(rest, '<')]
}
