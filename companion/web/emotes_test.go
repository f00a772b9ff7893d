package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/companion/web/page"
	"arbiter/engine/enginetest/tier"
)

// An emote that a seat sends is told to all pages, and stands in no log. Spectators send none, nobody
// sends for others, and nobody floods the table; a host can switch them off for everybody.
func TestEmotesAreFewAndAllowed(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)}
	h := newHouse(t, func(o *web.Opts) { o.Program.Now = c.read })
	host := h.browser()
	host.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed")
	purple, red, guest := h.browser().sit("purple"), h.browser().sit("red"), h.browser()
	before := h.version("")
	streams := []*listener{guest.listen("/events?page=table"), red.listen("/events?seat=red")}
	for _, l := range streams {
		l.next("the first parts", parts)
	}
	emote := func(e event) bool { return e.name == "emote" }
	for i, name := range []string{"hello", "haha", "wow"} {
		purple.ok("/emote", "seat", "purple", "emote", name)
		for _, l := range streams {
			if e := l.next("an emote", emote); e.data != `{"emote":"`+name+`","seat":"purple"}` {
				t.Errorf("the emote %d arrives as %s", i, e.data)
			}
		}
	}
	purple.no(http.StatusConflict, "/emote", "seat", "purple", "emote", "wow")
	red.ok("/emote", "seat", "red", "emote", "bravo") // it has sent none
	c.pass(10 * time.Second)
	purple.ok("/emote", "seat", "purple", "emote", "wow")
	purple.no(http.StatusBadRequest, "/emote", "seat", "purple", "emote", "shout")
	purple.no(http.StatusForbidden, "/emote", "seat", "red", "emote", "wow")
	guest.no(http.StatusForbidden, "/emote", "seat", "purple", "emote", "wow")
	red.no(http.StatusForbidden, "/emotes", "emotes", "off")
	host.ok("/emotes", "emotes", "off")
	streams[0].next("that they are off", func(e event) bool { return emote(e) && e.data == `{"off":true}` })
	c.pass(10 * time.Second)
	purple.no(http.StatusConflict, "/emote", "seat", "purple", "emote", "wow")
	host.ok("/emotes", "emotes", "on")
	purple.ok("/emote", "seat", "purple", "emote", "wow")
	if after := h.version(""); after != before {
		t.Errorf("the log went from %s to %s", before, after)
	}
	_, text := red.get("/seat/red")
	for _, e := range page.Emotes {
		name := e.Name
		if _, drawn := red.get("/static/emotes.svg"); !strings.Contains(drawn, `<symbol id="`+name+`"`) || !strings.Contains(text, name+" "+e.Words.String()+"|") || !strings.Contains(text, `name="emote" value="`+name+`"`) {
			t.Errorf("the page of a seat lacks %s", name)
		}
	}
	if _, text := h.browser().get("/table"); strings.Contains(text, `id="allow-emotes"`) || strings.Contains(text, `id="emote-form"`) {
		t.Error("a spectator is offered to send or to switch off emotes")
	}
}

// One tap sends an emote, which stands at the sender's seat for some seconds, on phones and
// televisions; a phone may hide them.
func TestEmotesAreSeen(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	check(t, h.release("purple"))
	b := browse(t, true)
	phone, television := b.Page(t, h.url, "de", 390, 844), b.Page(t, h.url, "es", 1920, 1080)
	phone.Open("/table")
	phone.Click("#claim-purple")
	phone.Until(`location.pathname === "/seat/purple"`)
	television.Open("/table")
	television.Until(`document.readyState === "complete" && current`)
	phone.Click("#drawer-emotes > summary")
	phone.Shot("emotes")
	phone.Click(`#emote-form [value=haha]`)
	for _, p := range []*chromium.Page{phone, television} {
		p.Until(`document.querySelector(".emote.c-purple use")?.getAttribute("href").endsWith("#haha")`)
		p.Keep("emote")
		if at := chromium.Ask[[]float64](p, `((r) => [r.left, r.top, innerWidth - r.right, innerHeight - r.bottom])(document.querySelector(".emote").getBoundingClientRect())`); min(at[0], at[1], at[2], at[3]) < 0 {
			t.Errorf("it is not all in the window: %v", at)
		}
	}
	if said := television.Text("#emotes"); said != "Ana: ¡Jaja!" {
		t.Errorf("it is told as %q", said)
	}
	television.Until(`!document.querySelector(".emote")`)
	television.Until(`(document.getElementById("mute").click(), document.addEventListener("emote", () => { window.arrived = true; }), wants.mute)`)
	phone.Click(`#emote-form [value=thanks]`)
	phone.Until(`document.querySelector(".emote use")?.getAttribute("href").endsWith("#thanks")`)
	television.Until(`window.arrived === true`)
	if chromium.Ask[bool](television, `Boolean(document.querySelector(".emote"))`) {
		t.Error("a page that hides emotes shows one")
	}
}
