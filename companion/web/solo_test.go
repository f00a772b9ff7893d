package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// One person plays a round against the Automa in the browser: its card is drawn
// by chance, its actions are answered one by one.
func TestSoloInTheBrowser(t *testing.T) {
	h := newHouse(t)
	p := newPhone(t, chromium(t, true), h.url, "de", 360, 740)
	p.click("#seat-red") // leaves purple alone
	p.fill("#name-purple", "Ana")
	p.click("input[name=order][value=listed]")
	p.click("#start-game")
	p.wait("#do-purple-pass")
	p.click("#do-purple-pass")
	plan(p, "purple", "discover", "tower", "harvest")
	p.click("#do-purple-ready")
	p.wait("#do-table-open-x-draw")
	p.shot("solo open")
	p.click("#do-table-open-x-draw")
	p.reads("#part-log", "Automa")
	for range 30 {
		const next = "#do-purple-slide, #do-automa-do-left, #do-automa-skip, #part-menu .own #do-purple-pass, #do-automa-pass"
		p.wait(next)
		if ask[bool](p, `document.querySelector(".round").textContent === "Runde 2"`) {
			break
		}
		if ask[bool](p, `!!document.querySelector("#do-automa-do-left")`) {
			p.shot("solo automa")
		}
		version := ask[string](p, `document.body.dataset.version`)
		p.do("go on", chromedp.Click(chromedp.CSS(next)))
		p.until(`document.body.dataset.version !== "` + version + `"`)
	}
	p.reads(".round", "Runde 2")
	p.wait("#tidy")
	p.until(tidied)
	p.until(`!document.querySelector("#tidy") && !document.querySelector(".notices")`)
	p.shot("solo round 2")
	if said := p.console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}
