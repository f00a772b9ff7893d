package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine"
)

// beginnings are the pages before a game, and those beside one.
func (g *gallery) beginnings() {
	h := bothGames(g.T, func(o *web.Opts) { o.Network.Trust, o.Network.Open = trusted(), false })
	p := g.device(h)
	g.take(p, "start", "/", append(readThen, television("dark", "en"), tablet("light", "es")))
	g.take(p, "start-council", "/?game=high-council", glanced)
	g.take(p, "new-game", "/new", readThen)
	for _, x := range [][2]string{{"more", "/more"}, {"own", "/own"}, {"trust", "/ca"}, {"offline-page", "/offline"}, {"no-lobby", "/join"}} {
		g.take(p, x[0], x[1], glanced)
	}
	post(p, "/start", "game", "council-of-shadows", "way", "friends")
	g.take(p, "lobby-one", "/table", readThen)
	ben, all := g.device(h), g.device(h)
	for _, q := range []*chromium.Page{ben, all} {
		post(q, "/join", "code", h.web.Invitation().Code)
	}
	post(ben, "/claim", "seat", "red", "name", "Ben")
	post(p, "/claim", "seat", "purple", "name", "Ana")
	post(p, "/lobby", "bot", "green")
	post(p, "/lobby", "option", "leaders")
	g.take(p, "lobby-three", "/table", append(readThen, tablet("dark", "es")))
	g.take(all, "lobby-three-television", "/table", watched)
	post(p, "/lobby", "begin", "1")
	g.take(p, "start-waiting", "/", glanced)
	g.take(p, "share", "/seat/purple/share", glanced)
	post(all, "/ask", "seat", "red")
	g.take(ben, "seat-asked-for", "/seat/red", seated)
	g.take(all, "seat-asks", "/join", glanced)
	g.take(all, "table-seat-asked-for", "/table", watched)
}

// fullBook is a game of two on the screen, on the page of a seat.
func (g *gallery) fullBook() {
	e, p := perform(g, "council-of-shadows", fourSeats[:2], "leaders", "stations")
	g.phase(e, p, "full", "purple", 0, "leaders")
	g.phase(e, p, "full", "purple", 3, "buy")
	g.take(p, "full-buy-picked", "/seat/purple", glanced, func() { p.Click(".offer .thing.may") })
	for _, drawer := range []string{"moves", "cards", "log", "menu"} {
		g.take(p, "full-drawer-"+drawer, "/seat/purple", glanced, func() { seatpage.Unfold(p, drawer) })
	}
	g.station(e, p)
	g.phase(e, p, "full", "purple", 3, "plan")
	g.waits(e, p)
	g.phase(e, p, "full", "purple", 4, "act")
	seatpage.Ready(p)
	g.take(p, "full-act-picked", "/seat/purple", glanced, func() {
		chromium.Ask[bool](p, `[...document.querySelectorAll("#part-moves [data-things]:not([data-free])")].some((e) => {
			const board = document.querySelector("#part-board [data-thing='" + e.dataset.things.split("|").at(-1) + "']");
			return board?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
		})`) // what is asked about: the rest would be done
	})
	g.take(p, "full-map-lens", "/seat/purple", seated[:3], func() { p.Click(".closer") })
	g.take(p, "full-offline", "/seat/purple", glanced, func() {
		chromium.Ask[bool](p, `document.body.dataset.lost = "", document.querySelector("#offline").hidden = false, true`)
	})
	g.phase(e, p, "full", "purple", 4, "score")
	g.phase(e, p, "full", "purple", 1, "level")
	g.ends(e, p, "full")
}

// station is a station that is picked while the seat buys, with the galaxies that take it.
func (g *gallery) station(e *ensemble, p *chromium.Page) {
	for e.legal("purple build") == "" {
		if e.over() || !e.step() {
			g.Errorf("no station may ever be built")
			return
		}
	}
	g.take(p, "full-station-picked", "/seat/purple", seated, func() {
		chromium.Ask[bool](p, `((station) => {
			for (const tab of document.querySelectorAll(".offers > label")) if (!station.checkVisibility()) tab.click();
			station.click();
			return true;
		})(document.querySelector(".offer .thing.may:has(.k-station)"))`)
		p.Wait(".map .medal.may .berth")
	})
}

// guide is the first game, as it is explained.
func (g *gallery) guide() {
	h := bothGames(g.T)
	p := g.device(h)
	post(p, "/start", "game", "council-of-shadows", "way", "alone", "guide", "1")
	e := &ensemble{house: h, page: p, dice: rand.New(rand.NewPCG(1, 1)), seats: fourSeats[:1]}
	snap, err := h.table.Snapshot(g.Context(), "purple")
	check(g.T, err)
	for len(snap.Legal) > 0 && snap.Legal[0].By != "purple" && e.step() {
		snap, err = h.table.Snapshot(g.Context(), "purple")
		check(g.T, err)
	}
	fresh := func() {
		p.Open("/offline")
		chromium.Ask[bool](p, `sessionStorage.clear(), true`)
		p.Open("/seat/purple?guide")
		p.Wait("#guide-next")
	}
	g.take(p, "guide-1", "/seat/purple?guide", seated, fresh)
	g.take(p, "guide-2", "/seat/purple?guide", seated, fresh, func() { p.Click("#guide-next") })
}

// waits is a seat that is ready before the others.
func (g *gallery) waits(e *ensemble, p *chromium.Page) {
	both := e.seats
	e.seats = both[:1]
	for e.step() {
	}
	g.take(p, "full-waits", "/seat/purple", seated)
	chromium.Ask[bool](p, `localStorage.setItem("film-speed", "0.01"), true`)
	p.Open("/seat/purple")
	p.Until(`reel.length > 0`)
	version := e.version("")
	for e.seats = both; e.version("") == version || e.is("plan"); {
		e.step()
	}
	g.film(e, p, "full-reveal", phone("dark", ""), desktop("light", ""))
	chromium.Ask[bool](p, `localStorage.setItem("film-speed", "100"), true`)
}

func (e *ensemble) is(phase string) bool {
	snap, err := e.table.Snapshot(e.t.Context(), "")
	check(e.t, err)
	return snap.View.Phase == phase
}

// film takes a picture of the last moment that a page is shown.
func (g *gallery) film(e *ensemble, p *chromium.Page, name string, sights ...sight) {
	chromium.Ask[bool](p, `pace.reveal = 1e9, true`)
	p.Until(fmt.Sprintf(`reel.at(-1).version == %s || keys.next()`, e.version("")))
	g.still(p, name, sights)
}

// onTelevision is a game of four as everybody sees it.
func (g *gallery) onTelevision() {
	e, p := perform(g, "council-of-shadows", fourSeats, "leaders", "stations")
	tv := g.device(e.house)
	g.take(tv, "table-four-first", "/table", watched)
	e.until("", 3, "plan")
	g.take(tv, "table-four-plan", "/table", watched)
	chromium.Ask[bool](tv, `localStorage.setItem("film-speed", "0.01"), true`)
	tv.Open("/table")
	tv.Until(`reel.length > 0`)
	for e.is("plan") {
		e.step()
	}
	g.film(e, tv, "table-four-reveal", television("dark", ""), phone("light", ""))
	chromium.Ask[bool](tv, `localStorage.setItem("film-speed", "100"), true`)
	e.until("", 3, "act")
	for range 6 {
		e.step()
	}
	g.take(tv, "table-four-act", "/table", watched)
	g.take(p, "full-four-act", "/seat/purple", seated[:3])
	e.until("", 1, "level")
	g.take(tv, "table-four-level", "/table", watched)
	g.ends(e, p, "four")
}

// ends plays a game to its end.
func (g *gallery) ends(e *ensemble, p *chromium.Page, name string) {
	for n := 0; !e.over() && e.step(); n++ {
	}
	if !e.over() {
		g.Errorf("%s does not end", name)
	}
	g.take(p, name+"-end", "/seat/"+string(e.seats[0]), seated)
	g.take(p, name+"-end-table", "/table", watched)
	g.take(p, name+"-end-start", "/", glanced)
}

// tracksBook is a game whose cardboard lies on the table.
func (g *gallery) tracksBook() {
	h := newHouse(g.T)
	h.begin("Ana", "Ben")
	p := g.device(h)
	post(p, "/claim", "seat", "purple")
	post(p, "/claim", "seat", "red")
	g.take(p, "tracks-buy", "/seat/purple", seated)
	b := h.browser()
	check(g.T, h.release("purple"))
	b.sit("purple")
	b.post("/tap", "seat", "purple", "version", h.version("purple"), "reader", "market", "line", "purple buy {}", "with", "ai-07")
	b.post("/tap", "seat", "purple", "version", h.version("purple"), "reader", "market", "line", "purple buy {}", "with", "ai-07")
	check(g.T, h.release("purple"))
	post(p, "/claim", "seat", "purple")
	g.take(p, "tracks-notice", "/seat/purple", seated)
	g.take(p, "tracks-notice-table", "/table", watched)
	h.play("purple pass", "red pass")
	g.take(p, "tracks-plan", "/seat/purple", seated)
	h.play("purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready", "red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	g.take(p, "tracks-act", "/seat/purple", seated)
	h.play("purple gain 40", "purple slide")
	g.take(p, "tracks-score", "/seat/purple", seated)
	h.play("purple pass")
	g.take(p, "tracks-level", "/seat/purple", seated)
	g.take(p, "tracks-table", "/table", watched)
	solo, q := perform(g, "council-of-shadows", fourSeats[:1])
	for solo.step() && !solo.is("act") {
	}
	g.take(q, "solo-automa", "/seat/purple", seated)
	g.take(q, "solo-automa-table", "/table", watched)
}

// councils are games of two and of four at the ring.
func (g *gallery) councils() {
	for _, seats := range [][]engine.Seat{{"white", "red"}, {"white", "red", "yellow", "blue"}} {
		name := "council"
		if len(seats) == 4 {
			name = "council-four"
		}
		e, p := perform(g, "high-council", seats)
		for range 30 * len(seats) {
			e.step()
		}
		e.until("white", 0, "debate", "vote")
		g.take(p, name+"-turn", "/seat/white", append(seated, tablet("dark", "en")))
		g.take(p, name+"-picked", "/seat/white", glanced, func() { p.Click(".offer .thing.may, .hand .thing.may") })
		g.take(p, name+"-waits", "/seat/red", glanced)
		g.take(p, name+"-table", "/table", watched)
		g.ends(e, p, name)
	}
}

// pastGames are the pages about a game that has been played.
func (g *gallery) pastGames() {
	e, p := perform(g, "council-of-shadows", fourSeats[:2], "stations")
	for n := 0; !e.over() && n < 6000; n++ {
		e.step()
	}
	check(g.T, e.table.Finish(g.Context()))
	id := "/games/" + e.store.Games()[0].ID
	prove(p) // who alone sees the names of players
	for _, x := range [][2]string{
		{"games", "/games"}, {"game", id}, {"replay", id + "/replay?at=150"}, {"statistics", "/games/statistics"}, {"players", "/games/players"},
		{"what-if", id + "/whatif?at=100"}, {"log-the-play", strings.Replace(id, "/games/", "/b/", 1)},
	} {
		g.take(p, "past-"+x[0], x[1], readThen)
	}
	p.Open(id + "/replay?at=150")
	g.take(p, "past-sums", chromium.Ask[string](p, `document.querySelector("a.ask[id]:not(#to-rules)").getAttribute("href")`), glanced)
}
