package web_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine"
)

// untold begins a game at a table with real readers, of a box of which nothing is known but
// what the rulebook tells.
func untold(t *testing.T, seats ...engine.Seat) *house {
	t.Helper()
	h := newHouse(t, func(o *web.Opts) {
		for i := range o.Rig.Readers {
			o.Rig.Readers[i].Virtual = false
		}
	})
	g := companion.NewGame{Game: "council-of-shadows", Box: "rulebook", Order: append(seats, "automa")[:2]}
	for _, seat := range seats {
		g.Seats = append(g.Seats, companion.Seating{Seat: seat})
	}
	_, err := h.table.Start(h.t.Context(), g)
	check(t, err)
	return h
}

// sat is a phone at a seat.
func (h *house) sat(lang string, seat string) *chromium.Page {
	h.t.Helper()
	p := browse(h.t, lang == "de").Page(h.t, h.url, lang, 390, 844)
	p.Open("/table")
	p.Click("#claim-" + seat)
	p.Wait("#ask")
	return p
}

// What is printed on cards that no box tells is asked one card after the other, of the seat
// that shows the card, with two taps for each: nothing is booked before a number was chosen
// and entered, and what it comes to is said before. Whoever else wants to may tell any.
func TestCardsToldOnPhones(t *testing.T) {
	t.Parallel()
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) { cardsTold(t, lang) })
	}
}

func cardsTold(t *testing.T, lang string) {
	h := untold(t, "purple", "red")
	ana, ben := h.sat(lang, "purple"), h.sat(lang, "red")
	h.play(strings.Split("purple pass;red pass;purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest;red plan 1 discover;red plan 2 gems;red plan 3 upgrade;purple ready;red ready", ";")...)
	asks := func(p *chromium.Page, card string) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.querySelector("#count")?.dataset.line === "table card %s {}" && !document.querySelector(".stepper").hidden`, card))
	}
	enter := func(p *chromium.Page, chip string) {
		t.Helper()
		version := h.version("")
		if p.Has("#go:not([hidden])") {
			t.Error("something can be entered before a number was chosen")
		}
		p.Click(chip)
		if got := h.version(""); got != version {
			t.Errorf("a number was booked before it was entered: version %s after %s", got, version)
		}
		p.Click("#go")
	}
	asks(ana, "discover")
	ana.Shots("cardboard asked")
	for _, size := range [][2]int64{{1024, 768}, {390, 844}} { // a second tap on Enter opens no list
		const corners = `((e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] })(document.querySelector("%s"))`
		ana.Resize(size[0], size[1])
		list := chromium.Ask[[4]float64](ana, fmt.Sprintf(corners, "[data-unfold=moves]"))
		ana.Click(".near .likely")
		enter := chromium.Ask[[4]float64](ana, fmt.Sprintf(corners, "#go"))
		if list[0] < enter[2] && enter[0] < list[2] && list[1] < enter[3] && enter[1] < list[3] {
			t.Errorf("%d pixels wide what unfolds a list at %v was where numbers are entered at %v", size[0], list, enter)
		}
		ana.Fill("#count", "")
	}
	ben.Shots("cardboard waits")
	enter(ana, ".near .likely")
	asks(ana, "tower")
	ben.Click("[data-count][data-line='table card harvest {}']")
	asks(ben, "harvest")
	ben.Shots("cardboard told by another")
	enter(ben, ".near [data-set='2']")
	ana.Until(fmt.Sprintf(`document.body.dataset.version === %q`, h.version("")))
	ana.Click(".near .likely")
	ana.Reads(".say small", "20 → 31")
	ana.Shots("cardboard comes to")
	ana.Click("#go")
	asks(ben, "gems")
	ana.Until(fmt.Sprintf(`document.body.dataset.version === %q`, h.version("")))
	if ana.Has(".stepper:not([hidden])") {
		t.Error("purple is asked for red's card")
	}
	enter(ben, ".near [data-set='3']")
	asks(ben, "upgrade")
	ben.Click("[data-add='-1']") // begins with the likely one
	ben.Click("[data-add='-1']")
	ben.Click("[data-add='-1']")
	ben.Click("#go[value='table card upgrade -1']")
	seatpage.Offers(ana, "purple slide")
	for _, p := range []*chromium.Page{ana, ben} {
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// The symbols of an Automa card are told part by part, until one sentence is left.
func TestSymbolsToldOnAPhone(t *testing.T) {
	t.Parallel()
	h := untold(t, "purple")
	p := h.sat("en", "purple")
	for _, line := range strings.Split("purple pass;purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest;purple ready;table open automa-05;table card discover 3;table card tower 3;table card harvest 3;table card automa-05 -10;purple slide;purple pass", ";") {
		h.play(line)
	}
	p.Until(`document.querySelectorAll("#ask [data-part]").length === 4`)
	p.Shots("symbols kind")
	for _, part := range []string{"The Automa puts … cubes on … …", "2", "a desert planet", "3", "Green"} {
		p.Click(fmt.Sprintf("#ask [data-part=%q]", part))
		p.Shots("symbols " + part)
	}
	p.Click("#go[value='table step automa-05 1 left colonize 2 desert 3 green']")
	p.Until(`document.querySelectorAll("#ask [data-part]").length > 1 && document.querySelector("#go").hidden`) // what is done instead: nothing of it is chosen yet
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

// Whoever wants to tells several cards at one stroke; what is left empty stays untold.
func TestCardsToldAtOnce(t *testing.T) {
	t.Parallel()
	h := untold(t, "purple", "red")
	ben := h.sat("es", "red")
	h.play(strings.Split("purple pass;red pass;purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest;red plan 1 discover;red plan 2 gems;red plan 3 upgrade;purple ready;red ready", ";")...)
	ben.Until(fmt.Sprintf(`document.body.dataset.version === %q`, h.version("")))
	if !ben.Has("[data-unfold=moves]") || !ben.Has("#drawer-moves .sheet") {
		t.Fatal("several cards cannot be told at one stroke")
	}
	if first := chromium.Ask[string](ben, `document.querySelector("#sheet-0").dataset.moment`); first != "table card discover {}" {
		t.Errorf("the game asks for discover, and the sheet begins with %q", first)
	}
	ben.Click("[data-unfold=moves]")
	ben.Wait("#drawer-moves .sheet")
	if got := ben.Text(".sheet"); strings.Count(got, ":") != 6+22 {
		t.Errorf("the sheet asks for %q", got)
	}
	ben.Click("#drawer-moves .sheet button") // nothing was typed
	ben.Wait("#refusal:not([hidden])")
	seatpage.Unfold(ben, "moves")
	ben.Shots("cardboard sheet")
	for line, n := range map[string]string{"colonize": "4", "gems": "-1", "tower": "6", "ai-07": "5"} {
		ben.Fill(fmt.Sprintf("#%s", chromium.Ask[string](ben, fmt.Sprintf(`document.querySelector("[data-moment='table card %s {}']").id`, line))), n)
	}
	version := h.version("")
	ben.Click("#drawer-moves .sheet button")
	ben.Until(fmt.Sprintf(`Number(document.body.dataset.version) === %s + 4`, version))
	left := map[string]bool{}
	snap, err := h.table.Snapshot(t.Context(), "red")
	check(t, err)
	for _, c := range snap.Legal {
		left[strings.Fields(c.Line)[2]] = true
	}
	if len(left) != 6+22-4 || left["colonize"] || left["gems"] || left["tower"] || left["ai-07"] {
		t.Errorf("untold: %v", left)
	}
}
