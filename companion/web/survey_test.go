package web_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/learning"
	"arbiter/companion/web"
	"arbiter/engine"
)

// fullGame goes to every page while four players with long names play the full book,
// and afterward.
func (s *survey) fullGame(chrome *chromium.Browser) {
	h, school := teaching(s.T, func(o *web.Opts) {
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
		o.Network.Trust, o.Network.Open = trusted(), false
	})
	p := chrome.Page(s.T, h.url, "de", 390, 844)
	s.visit(p, []string{"/own", "/o/WRONG"})
	prove(p)
	s.visit(p, []string{"/", "/new", "/more", "/rules", "/rules/council-of-shadows?at=scoring", "/table", "/games", "/ca", "/offline", "/learn", "/box?game=council-of-shadows", "/box/told?game=council-of-shadows", "/own", "/rig", "/settings", "/settings/doctor", "/settings/mqtt", "/games/plays", "/tags", "/tags?q=ai", "/tags?uid=04A2241B5C6D81", "/cards", "/cards?game=council-of-shadows&card=discover", "/setup", "/setup", "/setup"})
	handIn(p, exported)
	s.visit(p, []string{looked(exported)})
	s.wires(p)
	s.lesson(p, school)
	crowd(p)
	r := rand.New(rand.NewPCG(16, 1))
	game := []string{"/table", "/seat/purple"}
	moments := [][]string{{"Phase 1"}, {"Round 2", "Phase 2"}, {"Round 3", "Phase 3"}}
	if !s.whole {
		moments = moments[2:] // when most lies on the table
	}
	for _, words := range moments {
		p.Rest()
		h.until(r, words...)
		s.visit(p, append(game, "/seat/"+string(h.busy())))
	}
	s.visit(p, s.others("/seat/purple/share", "/", "/join", "/learn"))
	s.visit(p, []string{"/seat/purple"}, func() {
		chromium.Ask[bool](p, `document.querySelector("#refusal").hidden = document.querySelector("#offline").hidden = false; document.querySelector("#refusal").textContent = document.querySelector("#offline").textContent; true`)
	})
	s.sums(p, "/table")
	p.Open("/seat/purple/share")
	link := chromium.Ask[string](p, `document.querySelector(".address").textContent.replace(/^[^/]*/, "")`)
	stranger := chrome.Page(s.T, h.url, "de", 390, 844)
	s.visit(stranger, append(s.others("/table"), "/join", link, "/seat/purple", "/j/NONE", strings.TrimPrefix(h.web.Invitation().URL, "http://192.168.1.20:8080"), "/history/none"))
	stranger.Open("/seat/purple") // a television says so beside the game
	stranger.Resize(windows[3][0], windows[3][1])
	stranger.Reads("#refusal", "Diesen Platz hat ein anderes Handy oder ein anderer Browser")
	s.measure(stranger, "a stranger at a seat, 1920 × 1080")
	s.visit(learner(s.T, chrome, "de", 390, 844), []string{"/seat/purple", "/seat/purple/hint"})
	if s.whole {
		h.until(r, "the end")
		s.visit(p, []string{"/table", "/"})
	}
	check(s.T, h.table.Finish(s.Context()))
	s.past(p, h)
}

// wires looks at the drawing of wires on a phone: in its column its letters are too small,
// and one tap makes them readable.
func (s *survey) wires(p *chromium.Page) {
	p.Resize(windows[0][0], windows[0][1])
	p.Open("/rig")
	p.Until(`document.querySelector(".drawing img").complete`)
	letters := func() float64 {
		return chromium.Ask[float64](p, `((img) => 10 * img.getBoundingClientRect().width / img.naturalWidth)(document.querySelector(".drawing img"))`)
	}
	if small := letters(); small > 5 {
		s.Errorf("the control: in its column the drawing has letters of %.1f pixels", small)
	}
	p.Tap("#look-closer")
	p.Until(`location.hash === "#drawing"`)
	if high := letters(); high < 10 {
		s.Errorf("after a tap the smallest letters of the drawing have %.1f pixels", high)
	}
	s.measure(p, "the wires, looked at closer")
	p.Tap(".shrink")
	p.Until(`document.querySelector(".enlarge").checkVisibility()`)
}

// past goes to the pages of a game that has been played.
func (s *survey) past(p *chromium.Page, h *house) {
	k := h.store.Games()[0]
	id := "/games/" + k.ID
	last := fmt.Sprintf("?at=%d", len(k.Entries))
	s.visit(p, s.others("/"))
	s.visit(p, []string{"/games", id, id + "/replay" + last, id + "/whatif?at=100", "/games/statistics", "/games/players", "/b/" + k.ID, "/games/none"})
	s.sums(p, id+"/replay"+last)
}

// sums goes to how a number came about, beside the page that shows it and alone.
func (s *survey) sums(p *chromium.Page, path string) {
	number := func() string {
		return chromium.Ask[string](p, `document.querySelectorAll("details:not([name=drawer])").forEach((d) => { d.open = true }), [...document.querySelectorAll("main .ask[id]:not(#to-rules)")].find((e) => e.checkVisibility()).id`)
	}
	s.visit(p, []string{path}, func() {
		p.Click("#" + number())
		p.Wait("#sums[open] .account")
	})
	p.Open(path)
	s.visit(p, []string{chromium.Ask[string](p, fmt.Sprintf(`document.getElementById(%q).getAttribute("href")`, number()))})
}

// lesson goes to the page that learns cards, with a card on a reader, and with what is
// asked about it.
func (s *survey) lesson(p *chromium.Page, school *school) {
	school.lay(s.T, 1)
	s.visit(p, []string{"/learn"})
	school.Want(learning.Wanted{With: []string{"full-book"}})
	check(s.T, school.Name("ai-11"))
	for q, n := school.View().Question, 0; q != nil; q, n = school.View().Question, n+1 {
		if s.whole || n == 0 {
			s.visit(p, []string{"/learn"})
		}
		var words []string
		for _, b := range q.Blanks {
			words = append(words, b.Proposed)
		}
		if q.Many && len(q.Told) > 0 {
			words = nil
		}
		check(s.T, school.Tell(words))
	}
}

// council goes to the pages of four players of the other game, while they play and
// afterward.
func (s *survey) council(chrome *chromium.Browser) {
	h := council(s.T, short)
	p := chrome.Page(s.T, h.url, "de", 390, 844)
	if s.whole {
		s.visit(p, []string{"/"})
	}
	convene(p)
	r := rand.New(rand.NewPCG(16, 2))
	if !s.whole {
		h.random(r, []engine.Seat{"white", "red", "yellow", "blue"}, 120)
		s.visit(p, []string{"/table", "/seat/white"})
		check(s.T, h.table.Finish(s.Context()))
		s.visit(p, []string{"/games/" + h.store.Games()[0].ID + "/replay", "/games/" + h.store.Games()[0].ID + "/whatif?at=9"})
		return
	}
	for range 2 {
		h.random(r, []engine.Seat{"white", "red", "yellow", "blue"}, 60)
		s.visit(p, []string{"/table", "/seat/white", "/seat/" + string(h.busy()), "/join", "/"})
	}
	s.sums(p, "/table")
	check(s.T, h.table.Finish(s.Context()))
	s.past(p, h)
}

// casting goes to the pages of two and of four on the hexagons in a theme, while they play
// and afterward.
func (s *survey) casting(theme string) {
	for _, seats := range castingTables {
		e, p := perform(&gallery{T: s.T}, "casting-shadows", seats, "no-clock")
		p.Prefer("color-scheme", theme)
		if !s.whole && len(seats) < 4 {
			continue
		}
		for n := range 3 {
			for range 14 * len(seats) {
				e.step()
			}
			if s.whole || n == 2 {
				s.visit(p, []string{"/table", "/seat/kit", "/seat/" + string(e.busy())})
			}
		}
		for !e.over() && e.step() {
		}
		s.visit(p, []string{"/table"})
		check(s.T, e.table.Finish(s.Context()))
		id := "/games/" + e.store.Games()[0].ID
		s.visit(p, []string{id + "/whatif?at=9"})
		if s.whole {
			s.past(p, e.house)
		}
	}
}

// crowd starts a game of four players with long names, who share a page.
func crowd(p *chromium.Page) {
	p.Helper()
	p.Open("/new")
	for seat, name := range map[string]string{"purple": longName, "red": "Käthe Ñíguez", "green": "Ana", "blue": "Bartholomäus Ångström-Żółkiewski"} {
		if !chromium.Ask[bool](p, fmt.Sprintf("document.querySelector(%q).checked", "#seat-"+seat)) {
			p.Click("#seat-" + seat)
		}
		p.Fill("#name-"+seat, name)
	}
	for _, option := range []string{"full-book", "leaders", "stations"} {
		p.Click("input[name=option][value=" + option + "]")
	}
	p.Click("#all")
	p.Click("#start-game")
	p.Wait("#part-seats, #part-headline")
}

// until plays random commands until the stage of the game, in English, has all of
// these words, or the game is over.
func (h *house) until(r *rand.Rand, words ...string) {
	h.t.Helper()
	say := h.opts.Words.With("en", func(engine.Seat) string { return "" })
	for range 3000 {
		snap, err := h.table.Snapshot(h.t.Context(), "")
		check(h.t, err)
		var stage, seats = "", []engine.Seat{}
		for _, text := range snap.View.Stage {
			stage += say(text) + "\n"
		}
		for _, p := range snap.View.Seats {
			seats = append(seats, p.Seat)
		}
		if snap.View.Over || !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(stage, w) }) {
			return
		}
		h.random(r, seats, 1)
	}
	h.t.Fatalf("the game never comes to %q", words)
}

// busy is the seat that can do most now.
func (h *house) busy() (seat engine.Seat) {
	h.t.Helper()
	spectator, err := h.table.Snapshot(h.t.Context(), "")
	check(h.t, err)
	most := -1
	for _, p := range spectator.View.Seats {
		snap, err := h.table.Snapshot(h.t.Context(), p.Seat)
		check(h.t, err)
		own := slices.DeleteFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.By != p.Seat })
		if len(own) > most {
			seat, most = p.Seat, len(own)
		}
	}
	return seat
}
