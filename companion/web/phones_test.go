package web_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// Two people play a complete game on two phones, in each language, while a
// tablet shows the table: one phone starts it, the other comes with the QR code,
// the tablet types the code; a step is taken back by consent, a mistake refused.
func TestWholeGameOnTwoPhones(t *testing.T) {
	t.Parallel()
	tier.Long(t, tier.Pages, "a whole game in each language, three pages at a time")
	for _, lang := range []string{"en", "de", "es"} {
		t.Run(lang, func(t *testing.T) { wholeGame(t, lang) })
	}
}

func wholeGame(t *testing.T, lang string) {
	h := newHouse(t, func(o *web.Opts) {
		o.Network.Open = false
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
	})
	h.undrawn.Store(true)
	chrome := browse(t, lang != "en")
	ana := chrome.Page(t, h.url, lang, 360, 740)
	ana.Open("/new")
	ana.Click("input[name=order][value=listed]")
	ana.Click("#start-game")
	ana.Click("#claim-purple")
	seatpage.Offers(ana, "purple pass")
	ben := chrome.Page(t, h.url, lang, 360, 740)
	ben.Open("/table")
	ben.Wait("#code")
	ben.Open(strings.TrimPrefix(h.web.Invitation().URL, "http://192.168.1.20:8080"))
	ben.Click("#arrive")
	ben.Click("#claim-red")
	ben.Wait("#part-ask")
	table := chrome.Page(t, h.url, lang, 1024, 768)
	table.Open("/join")
	table.Fill("#code", h.web.Invitation().Code)
	table.Click("#join")
	table.Wait(".invite .qr")
	table.Open("/table")

	phones := map[string]*chromium.Page{"purple": ana, "red": ben}
	for n := 0; !h.over(); n++ {
		if n == 1000 {
			t.Fatal("the game does not end")
		}
		seat := string(h.acting())
		if n == 2 {
			mistake(ana)
		}
		if h.legal(seat+" slide") != "" && !strings.Contains(strings.Join(h.lines(), "\n"), "undo") {
			consent(h, ana, ben)
			continue
		}
		act(h, phones[seat], seat)
	}
	for _, p := range []*chromium.Page{ana, ben, table} {
		p.Wait(":is(#part-headline, #part-ask) .over")
		for _, said := range p.Console() {
			if !strings.Contains(said, "409") { // the mistake
				t.Errorf("the browser complains: %s", said)
			}
		}
	}
	table.Wait(".scores .winner")
	table.Shot("whole table 1024")
	ana.Shot("whole seat 360")
}

// lines lists what is in the log; what takes back is "undo".
func (h *house) lines() []string {
	var all []string
	for _, e := range h.store.Games()[0].Entries {
		if e.Undoes != 0 {
			all = append(all, "undo")
		}
	}
	return all
}

// mistake sends what the rules forbid, and is told so.
func mistake(p *chromium.Page) {
	p.Helper()
	chromium.Ask[bool](p, `{ const go = document.querySelector("#go"); go.name = "line"; go.value = "purple slide"; go.textContent = "slide"; go.hidden = false; go.click(); true }`)
	p.Wait("#refusal:not([hidden])")
}

// consent takes back the step that showed all cards: one asks, the other agrees.
func consent(h *house, one, other *chromium.Page) {
	one.Helper()
	version := h.version("")
	one.Click("#undo")
	one.Wait(".consent")
	other.Wait(".consent #undo")
	if got := h.version(""); got != version {
		one.Errorf("one of two wanted it, and it was taken back: version %s after %s", got, version)
	}
	other.Click(".consent #undo")
	next := fmt.Sprintf(`Number(document.body.dataset.version) > %s && !document.querySelector(".consent")`, version)
	one.Until(next)
	other.Until(next)
	one.Wait(".entries .undone")
}

// act does what comes first on the page of a seat.
func act(h *house, p *chromium.Page, seat string) {
	p.Helper()
	p.Until(fmt.Sprintf(`document.body.dataset.version === %q && !document.querySelector("[aria-disabled=true]")`, h.version("")))
	has := func(selector string) bool {
		return chromium.Ask[bool](p, fmt.Sprintf(`!!document.querySelector(%q)`, selector))
	}
	version := h.version("")
	switch {
	case has(".slot.empty.open") && has(".hand .thing.may"):
		for n := seatpage.Planned(p); n < 3; n = seatpage.Planned(p) {
			seatpage.Corner(p, ".hand .thing.may")
			p.Until(fmt.Sprintf(`document.querySelectorAll(".slot:not(.empty)").length > %d`, n))
		}
		return
	case has("#count") && !chromium.Ask[bool](p, `/\b40\b/.test(document.querySelector(".entries > li").textContent)`):
		seatpage.Enter(p, 40)
	case seatpage.Can(p, seat+" slide"):
		seatpage.Do(p, seat+" slide")
	case has("#tidy"):
		p.Tidy()
		return
	case seatpage.Can(p, seat+" pass"):
		seatpage.Do(p, seat+" pass")
	case has("#go:not([hidden])"):
		p.Click("#go")
	default:
		p.Until(`!document.querySelector(".notices")`) // of cards that are being laid: each that lies makes the list shorter, and moves what is below it
		seatpage.Corner(p, ".offer .thing.may")
		p.Click("#go:not([hidden]), .choices button")
	}
	p.Until(fmt.Sprintf(`document.body.dataset.version !== %q`, version))
}
