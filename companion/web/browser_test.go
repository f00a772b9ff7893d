package web_test

import (
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
)

// Two people play a whole round on two phones: cards go through the virtual
// readers, tracker and companion.
func TestTwoPhonesPlayARound(t *testing.T) {
	t.Parallel()
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) { playRound(t, lang) })
	}
}

func playRound(t *testing.T, lang string) {
	chrome := browse(t, lang == "de")
	h := newHouse(t)
	ana := chrome.Page(t, h.url, lang, 360, 740)
	table := chrome.Page(t, h.url, lang, 1024, 768)
	ana.Shot("home-360")
	table.Shot("home-1024")

	ana.Open("/new")
	ana.Fill("#name-purple", "Ana")
	ana.Fill("#name-red", "Käthe Ñíguez")
	ana.Click("input[name=order][value=listed]")
	ana.Click("#start-game")
	ana.Wait("#claim-purple")
	ana.Click("#claim-purple")
	ana.Wait("#do-purple-pass")
	ben := chrome.Page(t, h.url, lang, 360, 740)
	ben.Open("/table")
	ben.Click("#claim-red")
	table.Open("/table")

	buy(ana)
	ana.Shot("seat-buy-360")
	ana.Click("#do-purple-pass")
	ben.Click("#do-red-pass")

	plan(ana, "purple", "discover", "tower", "harvest")
	if got := ben.Text("main"); strings.Contains(ben.Text("#part-log"), ana.Text("#part-board .field .stack")) {
		t.Errorf("red sees what purple planned:\n%s", got)
	}
	table.Shot("table-plan-1024")
	ana.Click("#do-purple-ready")
	plan(ben, "red", "gems", "upgrade", "colonize")
	ben.Click("#do-red-ready")

	// Purple moves 3 + 6 + 3 and goes first.
	ana.Wait("#do-purple-slide")
	table.Until(`document.querySelector(".lane .consumption b").innerText === "32"`)
	ana.Click("#part-log details summary")
	ana.Reads(".reason", "3 + 6 + 3 = 12")
	ana.Shot("seat-act-360")
	ana.Fill(".by-number input[type=number]", "40")
	ana.Click(".by-number .primary")
	ana.Until(`document.querySelector(".lanes li .s-energy dd").innerText === "40"`)
	ana.Click("#do-purple-slide")
	ana.Wait("#do-purple-pass")
	ana.Shot("seat-score-360")
	table.Shot("table-score-1024")
	ana.Click("#do-purple-pass")
	choose(ana, "energy-saver")
	ana.Wait("#tidy")
	ben.Wait("#do-red-slide")
	ben.Click("#do-red-slide")
	ben.Click("#do-red-pass")

	ana.Wait("#do-purple-pass")
	table.Until(`document.querySelector(".lane .s-level b").innerText === "I"`)
	ana.Tidy()
	table.Shot("table-360")
	for _, p := range []*chromium.Page{ana, ben, table} {
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// buy shows an AI card to the market's reader.
func buy(p *chromium.Page) {
	p.Helper()
	p.Fill("#do-purple-buy-x", "ai-07")
	p.Click("#do-purple-buy-x-ok")
	p.Wait("#part-board #part-board, #part-board .hand")
	p.Until(`[...document.querySelectorAll(".handcard")].length === 7`)
}

// plan lays three cards on the fields, from left to right.
func plan(p *chromium.Page, seat string, cards ...string) {
	p.Helper()
	for i, card := range cards {
		field := string(rune('1' + i))
		p.Click(`label[data-card="` + card + `"]`)
		if i == 1 {
			p.Shot("seat-plan-360")
		}
		p.Click("#lay-" + field)
		p.Wait(`.field[data-field="` + field + `"] .fresh`)
	}
	p.Wait("#do-" + seat + "-ready")
}

func choose(p *chromium.Page, tech string) {
	p.Helper()
	p.Fill("#do-purple-choose-x", tech)
	p.Click("#do-purple-choose-x-ok")
	p.Reads("#part-log", "Ana")
}
