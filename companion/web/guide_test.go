package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Who plays for the first time is told each thing once, when it comes up, and the result in
// the end: in German, or in three languages.
func TestGuideToItsEnd(t *testing.T) {
	tier.Long(t, tier.Pages, "a whole game in a browser")
	t.Parallel()
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			h := onScreen(t, 11) // a game in which all of it comes up
			g := &guided{Page: browse(t, true).Page(t, h.url, lang, 390, 844), h: h, seat: "purple", steps: councilofshadows.Game.Guide, said: map[string]bool{}, came: map[string]bool{}}
			g.Open("/")
			g.Click("#way-guide")
			g.Until(`location.pathname === "/seat/purple" && document.readyState === "complete"`)
			g.play()
			if said := g.Console(); len(said) > 0 {
				t.Errorf("the browser complains: %v", said)
			}
		})
	}
}

// A guided player notes what the guide has said, and what has come up.
type guided struct {
	*chromium.Page
	h          *house
	seat       engine.Seat
	steps      []engine.GuideStep
	said, came map[string]bool
}

// The same for Casting Shadows, where bots play for both seats and the page of one looks on:
// what comes up is told when it does, to the end of the game.
func TestGuideOfCastingShadowsToItsEnd(t *testing.T) {
	tier.Long(t, tier.Pages, "a whole game in a browser")
	t.Parallel()
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			e, p := perform(&gallery{T: t}, "casting-shadows", []engine.Seat{"kit", "frill"}, "no-clock")
			post(p, "/lang", "lang", lang)
			p.Resize(390, 844)
			p.Open("/seat/kit?guide")
			g := &guided{Page: p, h: e.house, seat: "kit", steps: castingshadows.Game.Guide, said: map[string]bool{}, came: map[string]bool{}}
			for n := 0; !g.said["end"]; n++ {
				snap, err := e.table.Snapshot(t.Context(), "kit")
				check(t, err)
				p.Until(fmt.Sprintf(`document.body.dataset.version === "%d" && !document.body.classList.contains("watching") && !("busy" in document.body.dataset)`, snap.Version))
				if g.hear(snap); !g.said["end"] && (n == 1000 || !e.step()) {
					t.Fatalf("the guide does not end; said: %v", g.said)
				}
			}
			if said := g.Console(); len(said) > 0 || len(g.said) < 8 {
				t.Errorf("said: %v; the browser complains: %v", g.said, said)
			}
		})
	}
}

// play plays until the guide ends, which it does with the game.
func (g *guided) play() {
	g.Helper()
	for n := 0; !g.said["end"]; n++ {
		if n == 1000 {
			g.Fatalf("the guide does not end; said: %v", g.said)
		}
		snap := g.h.asked(g.Page, "purple")
		g.hear(snap)
		if !g.said["end"] {
			carryOut(g.Page, snap, good(snap))
		}
	}
	g.Until(`location.search === "" && document.readyState === "complete" && !document.querySelector("#guide")`)
	if snap := g.h.waits("purple"); !snap.View.Over || !g.said["over"] {
		g.Errorf("the guide ends in round %d, or says nothing of the result", snap.View.Round())
	}
	for _, s := range councilofshadows.Game.Guide {
		if !g.said[s.Name] {
			g.Errorf("in a whole game %s has not come up, so this proves nothing of it", s.Name)
		}
	}
}

// hear lets the guide say what it has to say now, which is what has come up.
func (g *guided) hear(snap companion.Snapshot) {
	g.Helper()
	for g.Has("#guide:not([hidden])") {
		step := chromium.Ask[string](g.Page, `document.querySelector("#guide").dataset.step`)
		if g.said[step] {
			g.Fatalf("the guide explains %s once more", step)
		}
		g.said[step] = true
		if count := g.Text("#guide-n"); step != "end" && !strings.HasPrefix(count, fmt.Sprintf("%d ", len(g.said))) {
			g.Errorf("%s is number %d, the guide says %q", step, len(g.said), count)
		}
		for _, fault := range chromium.Ask[[]string](g.Page, astray) {
			g.Errorf("%s: %s", step, fault)
		}
		g.Keep(fmt.Sprintf("guide %02d %s", len(g.said), step))
		g.Click("#guide-next")
		if step == "end" {
			return
		}
	}
	for _, s := range g.steps {
		g.came[s.Name] = g.came[s.Name] || comesUp(snap, s, g.seat)
		if g.said[s.Name] != g.came[s.Name] {
			g.Errorf("version %d: %s has come up: %t, was explained: %t", snap.Version, s.Name, g.came[s.Name], g.said[s.Name])
		}
	}
}

// comesUp reports whether a seat meets what a step is about.
func comesUp(snap companion.Snapshot, s engine.GuideStep, seat engine.Seat) bool {
	asked := slices.ContainsFunc(snap.View.Prompts, func(ask engine.Prompt) bool { return ask.Seat == seat })
	may := slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool {
		return s.Verb == "" || strings.Contains(c.Line+" ", string(seat)+" "+s.Verb+" ")
	})
	return asked && may && (s.Phase == "" || s.Phase == snap.View.Phase) && snap.View.Round() >= s.Round
}

// astray lists what is wrong with the sentence that the guide says: it is one, inside
// the window, beside the thing, which is there and inside the window, too.
const astray = `(() => {
	const all = [], seen = (e) => e.checkVisibility();
	const inside = (r) => r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.width > 40 && r.height > 40;
	const says = document.querySelector(".guide-says").getBoundingClientRect(), lit = document.querySelector(".guide-light").getBoundingClientRect();
	if (!inside(says)) all.push("the sentence is not inside the window");
	if (!inside(lit)) all.push("the thing is not inside the window");
	if (says.top < lit.bottom && lit.top < says.bottom) all.push("the sentence lies over the thing");
	if ([...document.querySelectorAll("[role=dialog], dialog, [role=alertdialog]")].filter(seen).length !== 1) all.push("two at once");
	const parts = [...document.querySelectorAll("#part-seats, #part-board, #part-ask, #part-dock, #part-offers, #part-purse")].map((e) => e.getBoundingClientRect());
	if (!parts.some((r) => r.height > 40 && Math.abs(r.top - lit.top) < 4 && (Math.abs(r.bottom - lit.bottom) < 4 || r.bottom > lit.bottom && lit.height > 120 && says.top - lit.bottom < 40))) all.push("nothing is lit"); // what leaves no room is lit as far as the sentence
	const text = document.querySelector("#guide-text").textContent;
	if (text === "" || text.length > 70) all.push("it says " + text);
	if (document.activeElement.id !== "guide-next") all.push("the focus is on " + document.activeElement.outerHTML.slice(0, 60));
	if (!document.querySelector(".play").inert) all.push("what lies below can be touched");
	return all;
})()`

// Nobody is kept out by the guide: axe finds no serious fault while it speaks, in both
// themes.
func TestGuideIsAccessible(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	h := onScreen(t, 11)
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	p.Open("/")
	p.Click("#way-guide")
	p.Until(`location.pathname === "/seat/purple" && document.readyState === "complete"`)
	h.asked(p, "purple")
	p.Wait("#guide-next")
	for _, look := range [][2]string{{"dark", everything}, {"light", everything}} {
		p.Prefer("color-scheme", look[0])
		for _, f := range j.faults(p, look[1]) {
			if f.Impact == "serious" || f.Impact == "critical" {
				t.Errorf("%s: %s: %s\n%s", look[0], f.ID, f.Help, f.Nodes[0].HTML+"\n"+f.Nodes[0].FailureSummary)
			}
		}
	}
}

// People leave the guide whenever they like, with a key or the button, and play on; a
// browser that has heard a sentence does not hear it again in the same game. On the page
// without the guide nothing is explained. The control: sentences that stand elsewhere are
// noticed.
func TestGuideIsLeft(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := onScreen(t, 11) // a game in which all of it comes up
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	p.Open("/")
	p.Click("#way-guide")
	p.Until(`location.pathname === "/seat/purple" && document.readyState === "complete"`)
	h.asked(p, "purple")
	p.Wait("#guide-next")
	chromium.Ask[bool](p, `document.querySelector(".guide-says").style.cssText = "top: 20px; bottom: auto; left: -50px", true`)
	p.Until(`((faults) => faults.includes("not inside") && faults.includes("over the thing"))(` + astray + `.join())`) // control: a sentence that stands elsewhere
	gone := `location.search === "" && document.readyState === "complete" && !document.querySelector("#guide") && !document.querySelector(".play").inert`
	p.Click("#guide-next")
	p.Do("press Escape", chromedp.KeyEvent(kb.Escape))
	p.Until(gone)
	carryOut(p, h.asked(p, "purple"), "purple pass")
	p.Open("/seat/purple?guide")
	h.asked(p, "purple")
	p.Wait("#guide-next")
	if step := chromium.Ask[string](p, `document.querySelector("#guide").dataset.step`); step == "goal" {
		t.Error("the goal is explained twice in a game")
	}
	p.Click("#guide-skip")
	p.Until(gone)
	carryOut(p, h.asked(p, "purple"), "purple plan 1 discover")
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}
