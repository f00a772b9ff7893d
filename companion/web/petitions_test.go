package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/web"
)

// told reports whether everybody reads something, which is made of a format: on each page
// of the game and on the panel.
func (h *house) told(b *browser, want, format string) bool {
	h.t.Helper()
	snap, err := h.table.Snapshot(h.t.Context(), "")
	check(h.t, err)
	on := 0
	for _, path := range []string{"/", "/table", "/join"} {
		if _, text := b.get(path); strings.Contains(text, want) {
			on++
		}
	}
	panel := slices.ContainsFunc(snap.Notices, func(n companion.Notice) bool { return n.Text.Format == format })
	return on == 3 && panel
}

// A seat is given or kept by its phone, which has a minute. Who does something else
// meanwhile keeps it; who is silent loses it, though the page is open. Who was told no asks
// again after a minute only.
func TestTheHolderGivesOrKeeps(t *testing.T) {
	h, c := closed(t)
	h.host()
	code := h.web.Invitation().Code
	ana, ben, cleo := h.browser(), h.browser(), h.browser()
	cleo.no(http.StatusForbidden, "/ask", "seat", "purple")
	for _, b := range []*browser{ana, ben, cleo} {
		b.ok("/join", "code", code)
	}
	ana.sit("purple")
	page := ana.listen("/events?seat=purple")
	page.next("the page", parts)
	ben.ok("/ask", "seat", "purple")
	page.next("the question", func(e event) bool { return strings.Contains(e.data, "Keep my place") })
	cleo.no(http.StatusConflict, "/ask", "seat", "purple")
	ben.no(http.StatusConflict, "/ask", "seat", "red") // one after the other
	if !h.told(cleo, "Somebody asks for the seat of Ana.", "Somebody asks for the seat of %s.") {
		t.Error("not everybody is told that somebody asks")
	}
	for path, want := range map[string]string{"/": "the seat of Ana.", "/join": "the seat of Ana.", "/table": "the seat of Ana.", "/seat/purple": "your seat."} {
		if _, text := ana.get(path); strings.Count(text, "Somebody asks for "+want) != 1 || strings.Count(text, "Somebody asks for") != 1 {
			t.Errorf("%s tells it more than once, or not at all", path)
		}
	}
	for name, b := range map[string]*browser{"who asks": ben, "a guest": cleo} {
		b.no(http.StatusForbidden, "/answer", "seat", "purple", "give", "1")
		if _, text := b.get("/table"); strings.Contains(text, `action="/answer"`) {
			t.Errorf("%s may answer", name)
		}
	}
	if _, text := ana.get("/seat/purple"); !strings.Contains(text, `role="alertdialog"`) || !strings.Contains(text, `data-left="60"`) {
		t.Error("the phone of the seat is not asked, or not told how long")
	}
	c.pass(59 * time.Second)
	web.Consider(h.web)
	if status, _ := ana.get("/seat/purple"); status != http.StatusOK {
		t.Fatal("a seat was taken from a phone that had not had its minute")
	}
	ana.ok("/answer", "seat", "purple")
	ana.no(http.StatusConflict, "/answer", "seat", "purple", "give", "1")
	if !h.told(cleo, "Ana keeps the seat.", "%s keeps the seat.") {
		t.Error("not everybody is told that the seat is kept")
	}
	ben.no(http.StatusConflict, "/ask", "seat", "purple")
	c.pass(61 * time.Second)
	ben.ok("/ask", "seat", "purple")
	c.pass(30 * time.Second)
	ana.post("/here") // somebody is there
	c.pass(31 * time.Second)
	web.Consider(h.web)
	if !h.told(cleo, "Ana keeps the seat.", "%s keeps the seat.") {
		t.Error("who does something meanwhile loses the seat")
	}
	c.pass(61 * time.Second)
	ben.ok("/ask", "seat", "purple")
	ana.ok("/answer", "seat", "purple", "give", "1")
	page.next("the end", func(e event) bool { return e.name == "gone" })
	if status, _ := ben.get("/seat/purple"); status != http.StatusOK {
		t.Errorf("what was given is not there: %d", status)
	}
	ana.no(http.StatusForbidden, "/do", "seat", "purple", "version", "0", "line", "purple pass")
	bens := ben.listen("/events?seat=purple")
	bens.next("the page", parts)
	ana.ok("/ask", "seat", "purple")
	c.pass(61 * time.Second)
	web.Consider(h.web)
	bens.next("the end", func(e event) bool { return e.name == "gone" })
	if status, _ := ana.get("/seat/purple"); status != http.StatusOK {
		t.Errorf("a silent phone keeps the seat: %d", status)
	}
	c.pass(61 * time.Second)
	web.Consider(h.web)
	if _, text := cleo.get("/table"); strings.Contains(text, "was given") {
		t.Error("everybody is told for ever")
	}
}

// A seat, or the host's place, whose phones are away is given after a minute that
// everybody sees; a phone that comes back ends it and answers. A free one is given at
// once.
func TestPhonesThatAreAway(t *testing.T) {
	h, c := closed(t)
	host := h.host()
	code := h.web.Invitation().Code
	ana, ben := h.browser(), h.browser()
	for _, b := range []*browser{ana, ben} {
		b.ok("/join", "code", code)
	}
	ana.sit("purple")
	ben.ok("/ask", "seat", "purple")
	c.pass(41 * time.Second)
	web.Consider(h.web)
	if _, text := ben.get("/table"); !strings.Contains(text, "it is given away in 20 seconds.") {
		t.Errorf("the time that is left is not shown:\n%s", text)
	}
	back := ana.listen("/events?seat=purple") // the phone comes back
	back.next("the page", parts)
	web.Consider(h.web)
	c.pass(59 * time.Second)
	web.Consider(h.web)
	if status, _ := ana.get("/seat/purple"); status != http.StatusOK {
		t.Fatal("the phone came back and had no minute")
	}
	ana.ok("/answer", "seat", "purple")
	// The host's place, without an answer.
	ben.ok("/ask", "seat", "host")
	c.pass(59 * time.Second)
	web.Consider(h.web)
	ben.no(http.StatusForbidden, "/finish", "code", code)
	host.ok("/answer", "seat", "host") // it is away, but says no
	c.pass(61 * time.Second)
	ben.ok("/ask", "seat", "host")
	c.pass(61 * time.Second)
	web.Consider(h.web)
	if !h.told(ana, "Another phone is the host now; that of the host did not answer.", "Another phone is the host now; that of the host did not answer.") {
		t.Error("not everybody is told of the new host")
	}
	host.no(http.StatusForbidden, "/renew", "code", code)
	ben.ok("/renew", "code", code)
	bare := newHouse(t, func(o *web.Opts) { o.Network.Open = false })
	bare.begin("Ana", "Ben") // with buttons: nobody is the host
	check(t, bare.release("red"))
	first := bare.browser()
	first.ok("/join", "code", bare.web.Invitation().Code)
	first.ok("/ask", "seat", "host")
	first.ok("/finish")
}
