package web_test

import (
	"testing"

	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"
)

// One person plays a round against the Automa in the browser: its card is drawn
// by chance, its actions are answered one by one.
func TestSoloInTheBrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	p := browse(t, true).Page(t, h.url, "de", 360, 740)
	p.Open("/new")
	p.Click("#seat-red") // leaves purple alone
	p.Fill("#name-purple", "Ana")
	p.Click("input[name=order][value=listed]")
	p.Click("#start-game")
	seatpage.Do(p, "purple pass")
	seatpage.Plan(p, "purple", "discover", "tower", "harvest")
	p.Click("#go")
	p.Wait("#ask[action='/deal'] #go")
	p.Shot("solo open")
	p.Click("#go")
	p.Reads("#part-log", "Automa")
	for n := 0; n < 30 && p.Text(".rounds") != "Runde 2"; n++ {
		if seatpage.Can(p, "automa do left") {
			p.Shot("solo automa")
		}
		seatpage.Next(p, "purple slide", "purple pass", "automa pass")
	}
	p.Reads(".rounds", "Runde 2")
	p.Wait("#tidy")
	p.Tidy()
	p.Until(`!document.querySelector("#tidy") && !document.querySelector(".notices")`)
	p.Shot("solo round 2")
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}
