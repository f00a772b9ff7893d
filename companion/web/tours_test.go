package web_test

import (
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine"
)

// A name that is longer than most, for pages that are narrow.
const longName = "Wilhelmine-Theodora von und zu Waldburg"

// trusted is a device that has a certificate of its own.
func trusted() web.Trust {
	return web.Trust{Port: 8443, Authority: []byte("a certificate"), Fingerprint: strings.TrimSpace(strings.Repeat("A7 ", 32))}
}

// visit goes to a page and judges it.
func (j *judge) visit(p *chromium.Page, paths ...string) {
	p.Helper()
	for _, path := range paths {
		p.Open(path)
		chromium.Ask[bool](p, `document.querySelectorAll("details").forEach((d) => { d.open = true }); true`)
		j.judge(p, path)
		j.note(p, strings.SplitN(path, "?", 2)[0]) // which may have led elsewhere
	}
}

// evening looks at every page of a game that goes on, and at what strangers see.
func (j *judge) evening(chrome *chromium.Browser, lang string) {
	h := newHouse(j.T, func(o *web.Opts) {
		o.Network.Open = false
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
		o.Network.Trust = trusted()
	})
	p := chrome.Page(j.T, h.url, lang, 320, 740)
	at := func(name string) {
		j.Helper()
		j.judge(p, name)
		p.Shot(name + " 320")
	}
	at("start")
	p.Click("#way-friends")
	p.Wait("#lobby-close")
	at("lobby")
	p.Click("#lobby-close")
	p.Wait("#part-lobby .none, .way")
	j.visit(p, "/table", "/setup", "/games", "/join", "/ca", "/offline", "/more", "/rules", "/rules/council-of-shadows")
	p.Open("/new")
	at("new game")
	p.Fill("#name-purple", longName)
	p.Fill("#name-red", "Ñ")
	p.Click("input[name=order][value=listed]")
	p.Click("#all")
	p.Click("#start-game")
	seatpage.Offers(p, "purple pass")
	at("seat buys")
	seatpage.Do(p, "purple pass")
	p.Until(`document.body.dataset.version === "1"`)
	h.play("red pass")
	p.Wait(seatpage.Thing("card discover"))
	at("seat plans")
	mistake(p)
	at("refusal")
	p.Open("/seat/purple/share")
	at("share")
	link := chromium.Ask[string](p, `document.querySelector(".address").textContent.replace(/^[^/]*/, "")`)
	h.play("purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready", "red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	p.Open("/seat/purple")
	seatpage.Offers(p, "purple slide")
	seatpage.Unfold(p, "log")
	p.Click("#part-log details summary")
	at("seat acts")
	seatpage.Fold(p, "log")
	for _, drawer := range []string{"moves", "cards", "menu"} {
		seatpage.Unfold(p, drawer)
		at("seat unfolds " + drawer)
		seatpage.Fold(p, drawer)
	}
	sum := chromium.Ask[string](p, `document.querySelector("#sum-purple").getAttribute("href")`)
	p.Click("#sum-purple")
	p.Wait("#sums[open] #account-consumption")
	p.Click("#account-consumption details summary")
	at("sums")
	p.Click("#sum-close")
	check(j.T, h.release("red")) // who holds all seats agrees for all
	p.Click("#undo")
	p.Wait(".consent")
	at("seat asks for consent")
	j.visit(p, sum, "/table", "/", "/join", "/history/"+h.store.Games()[0].ID)
	stranger := chrome.Page(j.T, h.url, lang, 320, 740)
	j.visit(stranger, "/join", "/table", link, "/seat/purple", "/j/NONE", "/history/none")
	stranger.Shot("stranger 320")
	j.visit(learner(j.T, chrome, lang, 320, 740), "/seat/purple", "/seat/purple/hint")
}

// shelf looks at the pages about past games of both games.
func (j *judge) shelf(chrome *chromium.Browser, lang string) {
	h := newHouse(j.T)
	id := "/games/" + h.evening(longName, "Käthe")
	p := chrome.Page(j.T, h.url, lang, 320, 740)
	j.visit(p, "/own", "/o/WRONG")
	prove(p)
	j.visit(p, "/own", "/games", "/games?player=nobody", id, id+"/replay?at=11", id+"/replay?at=3", id+"/whatif?at=12", "/games/statistics", "/games/players", "/games/none")
	p.Open(id + "/replay?at=14")
	j.visit(p, chromium.Ask[string](p, `document.querySelector("a.ask[id]:not(#to-rules)").getAttribute("href")`))
	c := council(j.T, short)
	_, err := c.table.Start(j.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}})
	check(j.T, err)
	c.play("white ponder")
	for range 30 {
		c.play("red ponder", "white ponder")
	}
	check(j.T, c.table.Finish(j.Context()))
	id = c.store.Games()[0].ID
	p = chrome.Page(j.T, c.url, lang, 320, 740)
	j.visit(p, "/games/"+id, "/b/"+id, "/games/"+id+"/replay")
}

// lesson looks at the page that learns cards: before a card lies there, with one,
// and with a question.
func (j *judge) lesson(chrome *chromium.Browser, lang string) {
	h, s := teaching(j.T)
	p := chrome.Page(j.T, h.url, lang, 320, 740)
	prove(p)
	handIn(p, exported)
	j.visit(p, looked(exported), "/games/plays")
	j.visit(p, "/rig", "/settings", "/settings/doctor", "/settings/mqtt", "/cards", "/tags", "/tags?q=ai", "/tags?uid=04A2241B5C6D81", "/box?game=council-of-shadows", "/box/told?game=council-of-shadows")
	p.Open("/more")
	p.Click("#to-learn")
	p.Wait("#part-lesson .yours")
	j.judge(p, "lesson without a card")
	p.Fill("#learn-pile", "ai")
	press(p, "#learn-want", `document.querySelector("#learn-pile option[value=ai]").defaultSelected`)
	s.lay(j.T, 1)
	p.Wait("#learn-yes")
	j.judge(p, "lesson with a card")
	press(p, "#learn-yes", `document.querySelector("#is-6")`)
	j.judge(p, "lesson with a question")
	p.Shot("lesson 320")
}

// The map of the full book and what leads from it keep nobody out either.
func TestTheMapIsAccessible(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	h := newHouse(t)
	b := h.browser()
	b.startFull()
	p := player{b: b, used: map[string]int{}, seats: []string{"purple", "red"}, most: 2}
	for range 200 {
		p.step()
		if h.legal("found") != "" || h.legal("gather") != "" {
			break
		}
	}
	seat := string(h.acting())
	check(t, h.release(engine.Seat(seat)))
	q := browse(t, true).Page(t, h.url, "de", 320, 740)
	q.Open("/table")
	j.judge(q, "table with a map")
	q.Click("#claim-" + seat)
	q.Wait("#part-board svg")
	j.judge(q, "seat with a map")
	q.Shot("map 320")
}
