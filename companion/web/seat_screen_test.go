package web_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// outside lists what a seat needs to act that is not inside the window: the prompt, its
// button, the board, what may be touched in the dock, the purse; or that the page scrolls,
// that a card covers the one beside it, or that the tools lie over the prompt.
const outside = `(() => {
	const all = [];
	if (document.documentElement.scrollHeight !== innerHeight) all.push("scrolls " + document.documentElement.scrollHeight);
	for (const e of document.querySelectorAll("#ask .say, #go:not([hidden]), #part-board > *, .fields .thing, .dock .hand .thing, .purse > *, .stepper > *, .offers > label, .play:has(.rise.own) .offer .thing, .ended .scores td, .afterwards > *")) {
		if (!e.checkVisibility()) continue;
		const r = e.getBoundingClientRect();
		if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) all.push((e.id || e.className || e.localName) + " " + [r.left, r.top, r.right, r.bottom].map(Math.round));
	}
	const at = (e) => e.getBoundingClientRect(), hand = innerWidth < 900 ? [] : [...document.querySelectorAll(".dock .hand .card")].filter((e) => e.checkVisibility()).map(at);
	hand.forEach((a, n) => { if (hand.some((b, m) => m > n && b.left < a.right - 1 && a.left < b.right - 1 && b.top < a.bottom - 1 && a.top < b.bottom - 1)) all.push("a card lies over number " + (n + 1)); if (a.width < 44) all.push("a card is only " + a.width + " wide"); });
	const tools = document.querySelector(".tools"), ask = document.querySelector("#asking");
	if (innerWidth >= 900 && !document.querySelector(".ended") && at(tools).top < at(ask).bottom - 1 && at(tools).bottom > at(ask).top + 1 && at(tools).left < at(ask).right - 1 && at(tools).right > at(ask).left + 1) all.push("tools lie over the prompt");
	for (const e of document.querySelectorAll(".ended .scores")) if (e.scrollWidth > e.clientWidth + 1) all.push("scores are cut " + e.scrollWidth);
	return all;
})()`

// seatFits sits down and tells what of the page does not fit phones, a tablet or a desktop.
func (h *house) seatFits(t *testing.T, seat, shows string) {
	t.Helper()
	p := browse(t, true).Page(t, h.url, "de", 390, 844)
	p.Open("/table")
	p.Click("#claim-" + seat)
	p.Wait(shows)
	for _, size := range seatWindows {
		p.Resize(size[0], size[1])
		if all := chromium.Ask[[]string](p, outside); len(all) > 0 {
			t.Errorf("%s, %v: outside are %s", shows, size, strings.Join(all, "; "))
		}
		faults, _ := p.Misprints(mayDo)
		for _, m := range faults {
			t.Errorf("%s, %v: %v", shows, size, m)
		}
		p.Keep(fmt.Sprint("seat ", shows, size[0], size[1]))
		if size[0] == 390 && chromium.Ask[bool](p, `!!document.querySelector(".ended .course")`) {
			// A tap shows the chart along the phone, with numbers that can be read, and another one puts it back.
			p.Click("#enlarge")
			if all := chromium.Ask[[]float64](p, `((b, t) => [b.width, b.height, ...t])(document.querySelector(".course svg").getBoundingClientRect(), [...document.querySelectorAll(".course svg text")].map((e) => ((m) => Math.hypot(m.a, m.b) * parseFloat(getComputedStyle(e).fontSize))(e.getScreenCTM())))`); all[0] < 300 || all[1] < 600 || len(all) < 6 || slices.Min(all[2:]) < 11 {
				t.Errorf("%v: the chart that was tapped is %v pixels large, the letters %v", size, all[:2], all[2:])
			}
			p.Click("#enlarge")
			p.Until(`!document.querySelector(".course.large")`)
		}
	}
	p.Rest()
	check(t, h.release(engine.Seat(seat)))
}

// seatWindows are those in which a seat sees all that it needs.
var seatWindows = [][2]int64{{390, 844}, {390, 664}, {1024, 768}, {1440, 900}}

// squeezed lists boxes of words in the open drawer that are narrower than it, or whose words
// are not set from the left, as those of a drawn card.
const squeezed = `[...document.querySelectorAll(".drawer[open] .inner > div > section, .drawer[open] .inner > div > details")].filter((e) =>
	e.getBoundingClientRect().width < e.parentElement.getBoundingClientRect().width - 1 || getComputedStyle(e).textAlign !== "start").map((e) => e.className)`

// reasons taps what is on display and cannot be had, and tells what does not say why in the
// prompt.
const reasons = `[...document.querySelectorAll(".offer .thing.cannot")].map((e) => {
	e.click();
	const said = document.querySelector("#ask .say small").textContent;
	return e.dataset.why && said === e.dataset.why ? "" : e.dataset.thing + " says " + said + " and not " + e.dataset.why;
})`

// narrowed is what is outside once a rule of style is added.
func narrowed(p *chromium.Page, rule string) string {
	p.Helper()
	chromium.Ask[bool](p, fmt.Sprintf(`document.adoptedStyleSheets.push(((s) => (s.replaceSync(%q), s))(new CSSStyleSheet())) > 0`, rule))
	return strings.Join(chromium.Ask[[]string](p, outside), "; ")
}

// A seat sees what it needs in one window that does not scroll: in each phase of both
// books, on phones, a tablet and a desktop; one phase in one of three languages and two of
// the windows, or in all.
func TestASeatFitsTheWindow(t *testing.T) {
	t.Parallel()
	chrome, languages := browse(t, true), tier.Of(t, tier.Pages, "languages", 1, 1, 3)
	pairs := languages == 1
	for _, book := range []string{"tracks", "full"} {
		h := newHouse(t)
		if book == "full" {
			h.browser().startFull("leaders", "stations")
		} else {
			h.begin("Ana", "Ben")
		}
		check(t, h.release("purple"))
		p := chrome.Page(t, h.url, "de", 390, 844)
		p.Open("/table")
		p.Click("#claim-purple")
		denied := 0
		r, seen := rand.New(rand.NewPCG(3, 5)), map[string]bool{}
		for range 60 {
			snap, err := h.table.Snapshot(t.Context(), "purple")
			check(t, err)
			at := snap.View.Phase + fmt.Sprint(len(snap.Legal) > 0)
			if pairs && len(snap.Legal) == 0 {
				at = "waits" // once in any phase
			}
			for n := range languages {
				if n == 0 && seen[at] {
					break
				}
				seen[at] = true
				lang := []string{"de", "en", "es"}[(len(seen)+n)%3]
				post(p, "/lang", "lang", lang)
				p.Open("/seat/purple")
				for _, wrong := range chromium.Ask[[]string](p, reasons) {
					denied++
					if wrong != "" {
						t.Errorf("%s, phase %s, %s: %s", book, at, lang, wrong)
					}
				}
				sizes := seatWindows
				if pairs { // a phone and a larger screen, or the low phone and the largest
					sizes = [][2]int64{seatWindows[len(seen)%2], seatWindows[2+len(seen)%2]}
				}
				for _, size := range sizes {
					p.Resize(size[0], size[1])
					if all := chromium.Ask[[]string](p, outside); len(all) > 0 {
						t.Errorf("%s, phase %s, %s, %v: outside are %s", book, at, lang, size, strings.Join(all, "; "))
					}
					p.Keep(fmt.Sprint("seat ", book, at, lang, size[0], size[1]))
				}
				drawers := []string{"log", "menu"}
				if pairs {
					drawers = drawers[len(seen)%2:][:1]
				}
				for _, drawer := range drawers {
					seatpage.Unfold(p, drawer)
					if all := chromium.Ask[[]string](p, squeezed); len(all) > 0 {
						t.Errorf("%s, phase %s, %s, drawer %s: squeezed are %v", book, at, lang, drawer, all)
					}
					seatpage.Fold(p, drawer)
				}
				p.Rest()
			}
			h.random(r, []engine.Seat{"purple", "red"}, 1)
		}
		if book == "full" && denied == 0 {
			t.Error("nothing on display was denied, so this proves nothing")
		}
		if len(seen) < 3 {
			t.Errorf("%s: only %v were seen", book, seen)
		}
		p.Open("/seat/purple")
		seatpage.Unfold(p, "log")
		narrowed(p, ".drawer .inner section { width: 84px }")
		if all := chromium.Ask[[]string](p, squeezed); len(all) == 0 {
			t.Error("control: a box as narrow as a card is not seen, so this proves nothing")
		}
		seatpage.Fold(p, "log")
		p.Resize(1024, 768)
		for book == "full" && !chromium.Ask[bool](p, `[...document.querySelectorAll(".dock .hand .card")].some((e) => e.checkVisibility())`) { // something else lies there
			h.random(r, []engine.Seat{"purple", "red"}, 1)
			p.Open("/seat/purple")
		}
		if wrong := narrowed(p, ".dock .hand .thing { scale: 1.6; }"); book == "full" && !strings.Contains(wrong, "a card lies over number") {
			t.Error("control: cards that cover each other are not seen, but", wrong)
		}
		if wrong := narrowed(p, ".tools { position: fixed; right: 0; bottom: 0; }"); !strings.Contains(wrong, "tools lie over the prompt") {
			t.Error("control: tools over the prompt are not seen, but", wrong)
		}
		chromium.Ask[bool](p, `document.querySelector(".play").style.height = "1200px", true`)
		if all := chromium.Ask[[]string](p, outside); len(all) == 0 {
			t.Error("control: a page that is too high is not seen, so this proves nothing")
		}
	}
}
