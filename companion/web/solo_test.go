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
	p.Wait("#do-purple-pass")
	p.Click("#do-purple-pass")
	plan(p, "purple", "discover", "tower", "harvest")
	p.Click("#do-purple-ready")
	p.Wait("#do-table-open-x-draw")
	p.Shot("solo open")
	p.Click("#do-table-open-x-draw")
	p.Reads("#part-log", "Automa")
	for range 30 {
		const next = "#do-purple-slide, #do-automa-do-left, #do-automa-skip, #part-menu .own #do-purple-pass, #do-automa-pass"
		p.Wait(next)
		if chromium.Ask[bool](p, `document.querySelector(".round").textContent === "Runde 2"`) {
			break
		}
		if chromium.Ask[bool](p, `!!document.querySelector("#do-automa-do-left")`) {
			p.Shot("solo automa")
		}
		version := chromium.Ask[string](p, `document.body.dataset.version`)
		p.Click(next)
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
