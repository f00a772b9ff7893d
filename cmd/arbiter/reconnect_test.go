package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"
)

// What phones say when the program is away, by language: that it is, that a wish
// was perhaps not done, that somebody wants to take back.
var said = map[string]struct{ away, unsent, consent string }{
	"en": {"The connection is lost; it comes back by itself.", "The connection is lost, so this was perhaps not done.", "Everybody has to agree."},
	"de": {"Die Verbindung ist unterbrochen; sie kommt von selbst wieder.", "Die Verbindung ist weg, das ist vielleicht nicht angekommen.", "Alle müssen zustimmen."},
	"es": {"Se ha perdido la conexión; volverá por sí sola.", "Se ha perdido la conexión y quizá esto no ha llegado.", "Todos deben estar de acuerdo."},
}

// phones are two players, German and Spanish, and a tablet in English.
type phones struct {
	*wireless
	dir             string
	ana, ben, table *chromium.Page
}

// Phones find back by themselves when the program was killed, when event streams
// were refused and when an answer was lost: with their seats, at the version of the
// log, and what was tapped meanwhile is done once, or its phone is told.
func TestPhonesReconnect(t *testing.T) {
	tier.Test(t, tier.Program, "three pages in a browser, which wait before they ask again")
	t.Parallel()
	dir := t.TempDir()
	e := &phones{wireless: wirelessTo(t, "--data", dir), dir: dir}
	e.join()
	e.tapWhileAway()
	e.refuse()
	e.plan()
	e.loseAnAnswer()
	e.agree()
	e.giveUp()
	e.evict()
	for _, p := range e.all() {
		for _, line := range p.Console() {
			if strings.Contains(line, "Uncaught") || strings.Contains(line, "TypeError") {
				t.Errorf("the script has failed: %s", line)
			}
		}
	}
}

func (e *phones) all() []*chromium.Page { return []*chromium.Page{e.ana, e.ben, e.table} }

// lang is the language of a page.
func lang(p *chromium.Page) string { return chromium.Ask[string](p, "document.documentElement.lang") }

// join starts a game for two: the second phone types the code.
func (e *phones) join() {
	chrome := chromium.Start(e.T, true)
	page := func(lang string, width, height int64) *chromium.Page {
		return chrome.Page(e.T, e.server.URL, lang, width, height)
	}
	e.ana, e.ben, e.table = page("de", 360, 740), page("es", 360, 740), page("en", 1024, 768)
	e.ana.Open("/new")
	e.ana.Click("input[name=order][value=listed]")
	e.ana.Click("#start-game")
	e.ana.Wait(".digits")
	code := strings.ReplaceAll(e.ana.Text(".digits"), " ", "")
	e.ana.Click("#claim-purple")
	seatpage.Offers(e.ana, "purple pass")
	e.ben.Open("/join")
	e.ben.Fill("#code", code)
	e.ben.Click("#join")
	e.ben.Click("#claim-red")
	e.table.Open("/table")
	seatpage.Do(e.ana, "purple pass")
	seatpage.Offers(e.ben, "red pass")
}

// away waits until all pages say that the program is away.
func (e *phones) away() {
	e.Helper()
	for _, p := range e.all() {
		p.Wait("#offline")
		p.Reads("#offline", said[lang(p)].away)
	}
}

// back waits until all pages show the log as it is, and seats are where they were.
func (e *phones) back() {
	e.Helper()
	for _, p := range e.all() {
		p.Until(`document.querySelector("#offline").hidden && !("busy" in document.body.dataset)`)
	}
	version := chromium.Ask[string](e.ana, "document.body.dataset.version")
	for _, p := range e.all() {
		p.Until(fmt.Sprintf("document.body.dataset.version === %q", version))
	}
	for p, path := range map[*chromium.Page]string{e.ana: "/seat/purple", e.ben: "/seat/red", e.table: "/table"} {
		if got := chromium.Ask[string](p, "location.pathname"); got != path {
			e.Errorf("after the break a page is at %s, want %s", got, path)
		}
	}
}

// tapWhileAway: a button is tapped while the program is dead. It is done once.
func (e *phones) tapWhileAway() {
	e.kill()
	e.away()
	seatpage.Do(e.ben, "red pass")
	e.start()
	e.back()
	e.settle(e.ben, "red pass")
	e.ben.Wait(".slot.empty.open")
}

// settle: a wish is in the log once, or its phone was told and taps again.
func (e *phones) settle(p *chromium.Page, line string) {
	e.Helper()
	told := strings.Contains(p.Text("#refusal"), said[lang(p)].unsent)
	switch n := times(e.T, e.dir, line); {
	case n == 0 && told:
		seatpage.Do(p, line)
		p.Until(fmt.Sprintf(`!document.querySelector("#part-moves [value='%s']")`, line))
	case n != 1:
		e.Errorf("%s is %d times in the log; its phone was told %q", line, n, p.Text("#refusal"))
	}
}

// refuse: for a while event streams get an answer that is none, after which a
// browser never asks again by itself.
func (e *phones) refuse() {
	e.refuses.Store(true)
	e.cut()
	e.away()
	for _, p := range e.all() {
		p.Until("stream.readyState === EventSource.CLOSED")
	}
	seatpage.Corner(e.ana, ".hand "+seatpage.Thing("card", "discover"))
	was := e.refused.Load()
	for deadline := time.Now().Add(longestWait); e.refused.Load() < was+4; time.Sleep(10 * time.Millisecond) { // until pages ask again
		if time.Now().After(deadline) {
			e.Fatal("pages whose stream was refused do not ask again")
		}
	}
	e.refuses.Store(false)
	e.ana.Wait(`.slot[data-thing="zone purple 1"]:not(.empty)`)
	e.back()
}

// plan: all cards are laid.
func (e *phones) plan() {
	seatpage.Corner(e.ana, ".hand "+seatpage.Thing("card", "tower"))
	e.ana.Wait(`.slot[data-thing="zone purple 2"]:not(.empty)`)
	seatpage.Corner(e.ana, ".hand "+seatpage.Thing("card", "harvest"))
	seatpage.Offers(e.ana, "purple ready")
	seatpage.Plan(e.ben, "red", "gems", "upgrade", "colonize")
}

// loseAnAnswer: a wish is in the log, and the program dies before it can say so.
// The phone asks again, and nothing is done twice.
func (e *phones) loseAnAnswer() {
	e.loses.Store(true)
	seatpage.Do(e.ana, "purple ready")
	e.away()
	if e.loses.Load() {
		e.Error("no answer was lost, so this proves nothing")
	}
	e.start()
	e.back()
	if n := times(e.T, e.dir, "purple ready"); n != 1 {
		e.Errorf("a wish whose answer was lost is %d times in the log, want once", n)
	}
	seatpage.Do(e.ben, "red ready")
	seatpage.Offers(e.ana, "purple slide")
}

// agree: what was shown is taken back when both want it, and played again.
func (e *phones) agree() {
	e.back()
	e.ana.Click("#undo")
	for _, p := range []*chromium.Page{e.ana, e.ben} {
		p.Reads(".consent", said[lang(p)].consent)
	}
	if e.ana.Text(".consent #undo") != "" {
		e.Error("who asked is asked to agree")
	}
	e.ben.Click(".consent #undo")
	e.ana.Wait(".entries .undone")
	seatpage.Do(e.ben, "red ready")
	seatpage.Offers(e.ana, "purple slide")
}

// giveUp: the program stays away for longer than a phone asks. The phone is told,
// nothing is done, and the next tap does it.
func (e *phones) giveUp() {
	e.back()
	e.kill()
	e.away()
	seatpage.Do(e.ana, "purple slide")
	e.ana.Reads("#refusal", said["de"].unsent)
	e.start()
	e.back()
	if n := times(e.T, e.dir, "purple slide"); n != 0 {
		e.Errorf("what a phone was told not to be done is %d times in the log", n)
	}
	seatpage.Do(e.ana, "purple slide")
	seatpage.Offers(e.ana, "purple pass")
	if n := times(e.T, e.dir, "purple slide"); n != 1 {
		e.Errorf("purple slide is %d times in the log, want once", n)
	}
}

// evict: a phone whose seat is gone, for another game has begun meanwhile, does not ask
// for ever.
func (e *phones) evict() {
	e.refuses.Store(true)
	e.cut()
	e.away()
	e.ana.Open("/")
	e.ana.Click("#end summary")
	e.ana.Click("#finish")
	e.ana.Wait("#way-alone")
	e.ana.Open("/new")
	e.ana.Click("#start-game")
	e.ana.Wait("#part-headline")
	e.refuses.Store(false)
	e.ben.Until(`!!document.querySelector("main") && !document.body.classList.contains("page-seat")`)
}
