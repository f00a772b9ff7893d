package web_test

import (
	"strings"
	"testing"
)

// Two people play a whole round on two phones: cards go through the virtual
// readers, tracker and companion.
func TestTwoPhonesPlayARound(t *testing.T) {
	for _, lang := range []string{"en", "de", "es"} {
		t.Run(lang, func(t *testing.T) { playRound(t, lang) })
	}
}

func playRound(t *testing.T, lang string) {
	h := newHouse(t)
	chrome := chromium(t, lang == "de")
	ana := newPhone(t, chrome, h.url, lang, 360, 740)
	table := newPhone(t, chrome, h.url, lang, 1024, 768)
	ana.shot("home-360")
	table.shot("home-1024")

	ana.fill("#name-purple", "Ana")
	ana.fill("#name-red", "Käthe Ñíguez")
	ana.click("input[name=order][value=listed]")
	ana.click("#start-game")
	ana.wait("#claim-purple")
	ana.click("#claim-purple")
	ana.wait("#do-purple-pass")
	ben := newPhone(t, chrome, h.url, lang, 360, 740)
	ben.open("/table")
	ben.click("#claim-red")
	table.open("/table")

	buy(ana)
	ana.shot("seat-buy-360")
	ana.click("#do-purple-pass")
	ben.click("#do-red-pass")

	plan(ana, "purple", "discover", "tower", "harvest")
	if got := ben.text("main"); strings.Contains(ben.text("#part-log"), ana.text("#part-board .field .stack")) {
		t.Errorf("red sees what purple planned:\n%s", got)
	}
	table.shot("table-plan-1024")
	ana.click("#do-purple-ready")
	plan(ben, "red", "gems", "upgrade", "colonize")
	ben.click("#do-red-ready")

	// Purple moves 3 + 6 + 3 and goes first.
	ana.wait("#do-purple-slide")
	table.until(`document.querySelector(".lanes li .s-consumption dd").innerText === "32"`)
	table.until(`document.querySelector("#panel").naturalWidth === 400`)
	ana.click("#part-log details summary")
	ana.reads(".reason", "3 + 6 + 3 = 12")
	ana.shot("seat-act-360")
	ana.fill(".by-number input[type=number]", "40")
	ana.click(".by-number .primary")
	ana.until(`document.querySelector(".lanes li .s-energy dd").innerText === "40"`)
	ana.click("#do-purple-slide")
	ana.wait("#do-purple-pass")
	ana.shot("seat-score-360")
	table.shot("table-score-1024")
	ana.click("#do-purple-pass")
	choose(ana, "energy-saver")
	ana.wait("#tidy")
	ben.wait("#do-red-slide")
	ben.click("#do-red-slide")
	ben.click("#do-red-pass")

	ana.wait("#do-purple-pass")
	table.until(`document.querySelector(".lanes li .s-level dd").innerText === "I"`)
	ana.until(tidied)
	table.shot("table-360")
	check(t, nil)
	for _, p := range []*phone{ana, ben, table} {
		if said := p.console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// buy shows an AI card to the market's reader.
func buy(p *phone) {
	p.t.Helper()
	p.fill("#do-purple-buy-x", "ai-07")
	p.click("#do-purple-buy-x-ok")
	p.wait("#part-board #part-board, #part-board .hand")
	p.until(`[...document.querySelectorAll(".handcard")].length === 7`)
}

// plan lays three cards on the fields, from left to right.
func plan(p *phone, seat string, cards ...string) {
	p.t.Helper()
	for i, card := range cards {
		field := string(rune('1' + i))
		p.click(`label[data-card="` + card + `"]`)
		if i == 1 {
			p.shot("seat-plan-360")
		}
		p.click("#lay-" + field)
		p.wait(`.field[data-field="` + field + `"] .fresh`)
	}
	p.wait("#do-" + seat + "-ready")
}

func choose(p *phone, tech string) {
	p.t.Helper()
	p.fill("#do-purple-choose-x", tech)
	p.click("#do-purple-choose-x-ok")
	p.reads("#part-log", "Ana")
}
