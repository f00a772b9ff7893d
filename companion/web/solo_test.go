package web_test

import (
	"testing"

	"arbiter/companion/companiontest/chromium"
)

// One person plays a round against the Automa in the browser: its card is drawn
// by chance, its actions are answered one by one.
func TestSoloInTheBrowser(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	p := browse(t, true).Page(t, h.url, "de", 360, 740)
	p.Open("/new")
	p.Click("#seat-red") // leaves purple alone
	p.Fill("#name-purple", "Ana")
	p.Click("input[name=order][value=listed]")
	p.Click("#start-game")
	does(p, "purple pass")
	plan(p, "purple", "discover", "tower", "harvest")
	p.Click("#go")
	p.Wait("#ask[action='/deal'] #go")
	p.Shot("solo open")
	p.Click("#go")
	p.Reads("#part-log", "Automa")
	for range 30 {
		p.Until(`!document.querySelector("#go").hidden`)
		if chromium.Ask[bool](p, `document.querySelector(".round").textContent === "Runde 2"`) {
			break
		}
		if can(p, "automa do left") {
			p.Shot("solo automa")
		}
		version := chromium.Ask[string](p, `document.body.dataset.version`)
		if can(p, "purple slide") {
			does(p, "purple slide")
		} else if can(p, "purple pass") {
			does(p, "purple pass")
		} else if can(p, "automa pass") {
			does(p, "automa pass")
		} else {
			p.Click("#go")
		}
		p.Until(`document.body.dataset.version !== "` + version + `"`)
	}
	p.Reads(".round", "Runde 2")
	p.Wait("#tidy")
	p.Tidy()
	p.Until(`!document.querySelector("#tidy") && !document.querySelector(".notices")`)
	p.Shot("solo round 2")
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}
