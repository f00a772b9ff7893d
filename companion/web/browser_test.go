package web_test

import (
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
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
	seatpage.Offers(ana, "purple pass")
	ben := chrome.Page(t, h.url, lang, 360, 740)
	ben.Open("/table")
	ben.Click("#claim-red")
	table.Open("/table")

	buy(ana)
	ana.Shot("seat-buy-360")
	ana.Click(`#ask [value="purple pass"]`) // no primary button: two purchases lapse
	ben.Click(`#ask [value="red pass"]`)

	seatpage.Plan(ana, "purple", "discover", "tower", "harvest")
	if got := ben.Text("main"); strings.Contains(chromium.Ask[string](ben, `document.querySelector("#part-log").textContent`), "Discover") || ben.Has(seatpage.Thing("card discover")+":not(.hand *)") {
		t.Errorf("red sees what purple planned:\n%s", got)
	}
	table.Shot("table-plan-1024")
	ana.Click("#go")
	seatpage.Plan(ben, "red", "gems", "upgrade", "colonize")
	ben.Click("#go")

	// Purple moves 3 + 6 + 3 and goes first.
	seatpage.Offers(ana, "purple slide")
	ana.Reads("#ask .say b", map[string]string{"de": "Wie viel Energie", "es": "¿Cuánta energía", "en": "How much energy"}[lang])
	table.Until(`document.querySelector(".lane .consumption b").innerText === "32"`)
	seatpage.Unfold(ana, "log")
	ana.Click("#part-log details summary")
	ana.Reads(".reason", "3 + 6 + 3 = 12")
	ana.Shot("seat-act-360")
	seatpage.Fold(ana, "log")
	seatpage.Enter(ana, 40)
	ana.Until(`document.querySelector("#sum-purple .run").dataset.count === "40"`)
	seatpage.Do(ana, "purple slide")
	seatpage.Offers(ana, "purple pass")
	ana.Shot("seat-score-360")
	table.Shot("table-score-1024")
	seatpage.Do(ana, "purple pass")
	choose(ana, "energy-saver")
	ana.Wait("#tidy")
	seatpage.Do(ben, "red slide")
	seatpage.Do(ben, "red pass")

	seatpage.Offers(ana, "purple pass")
	table.Until(`document.querySelector(".lane .s-level b").innerText === "I"`)
	ana.Tidy()
	table.Shot("table-360")
	post(ben, "/ask", "seat", "purple") // that is answered before anything else can be touched
	ana.Until(`document.activeElement.id === "keep-purple" && !!document.querySelector("#asking").closest("[inert]")`)
	ana.Shot("seat-asked-for")
	const toldHere = `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/here"))`
	if n := chromium.Ask[int](ana, toldHere+".length"); n != 0 {
		t.Errorf("somebody is there %d times before a finger has touched the page", n)
	}
	chromium.Ask[bool](ana, `document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))`)
	ana.Until(toldHere + `.length > 0`)
	ana.Click("#keep-purple")
	ana.Until(`!document.querySelector(".appeal.mine, .play [inert]")`)
	if often := toldHere + `.some((e, n, all) => n > 0 && e.startTime - all[n - 1].startTime < 15000)`; chromium.Ask[bool](ana, often) {
		t.Error("that somebody is there is told more often than every 20 seconds")
	}
	for _, p := range []*chromium.Page{ana, ben, table} {
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// buy takes an AI card.
func buy(p *chromium.Page) {
	p.Helper()
	seatpage.Corner(p, seatpage.Thing("card ai-07"))
	p.Until(`document.querySelector("#go").value === "purple buy ai-07"`)
	p.Click("#go")
	p.Until(`document.querySelectorAll(".hand .thing").length === 7`)
}

func choose(p *chromium.Page, tech string) {
	p.Helper()
	seatpage.Corner(p, seatpage.Thing("thing", tech))
	p.Until(`document.querySelector("#go").value === "purple choose ` + tech + `"`)
	p.Click("#go")
	p.Reads("#part-log", "Ana")
}
