package main

import (
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"
)

// TestGameAgainstStrong plays a game against a strong bot in a browser: somebody takes spells
// and casts none. Afterwards the coach has a curve of it, says where it turned, and leads to
// that step; what if tells the chances from there.
func TestGameAgainstStrong(t *testing.T) {
	tier.Long(t, tier.Program, "a whole game in a browser, and its coach")
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir)
	p := chromium.Start(t, true).Page(t, strings.TrimSuffix(s.url, "/"), "en", 390, 844)
	p.Open("/new?game=casting-shadows")
	chromium.Ask[bool](p, `document.querySelectorAll("#start [name=seat], #start [name=option]").forEach((e) => { e.checked = ["kit", "frill", "dealt", "no-clock"].includes(e.value) }), document.querySelector("#bot-frill").value = "strong", true`)
	p.Click("#start-game")
	p.Until(`location.pathname === "/seat/kit"`)
	for n := 0; !p.Has("#part-ask .over"); n++ {
		if n == 200 {
			t.Fatal("the game does not end")
		}
		seatpage.Ready(p)
		if spell := seatpage.First(p, "kit collect"); !p.Has("#part-ask .over") {
			seatpage.Next(p, spell, "kit finish")
		}
	}
	p.Reads("#part-ask .over", "Frill has won")
	p.Shot("strong has won")
	p.Open("/")
	p.Wait("#way-alone") // the next one can begin
	coached(p, lastGame(t, dir))
	if p.Has("#coach .turns a") {
		p.Click("#coach .turns a")
	} else { // seldom
		p.Reads("#coach", "No decision cost much.")
		p.Click("#replay")
	}
	p.Wait(".racers .chance")
	p.Shot("strong turned")
	p.Click("#whatif")
	p.Wait("#origin")
	p.Reads("#chances", "of 100")
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

// lastGame is the name of the game that was played last.
func lastGame(t *testing.T, dir string) string {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	list, err := db.Games()
	must(t, err)
	return list[0].ID
}

// coached looks at the page of a game until its coach has looked at all of it.
func coached(p *chromium.Page, game string) {
	p.Helper()
	p.Open("/games/" + game)
	for deadline := time.Now().Add(chromium.Patience); p.Has("#coach-again"); {
		time.Sleep(time.Second) // until it has
		if time.Now().After(deadline) {
			p.Fatalf("the coach says: %s", p.Text("#coach"))
		}
		chromium.Ask[bool](p, "window.before = true")
		p.Click("#coach-again")
		p.Until(`!window.before && document.readyState === "complete" && !!document.querySelector("#coach")`) // half a page would lack the link below
	}
	if !p.Has("#coach .chart polyline") {
		p.Errorf("there is no curve: %s", p.Text("#coach"))
	}
	p.Shot("strong coach")
}
