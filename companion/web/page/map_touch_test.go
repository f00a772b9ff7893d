package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// onScreen opens a crowded map and a ring, each alone on a page.
func onScreen(t *testing.T, width, height int64) *chromium.Page {
	t.Helper()
	tier.Test(t, tier.Pages, "maps in a browser")
	c := council("purple red green blue", 2600).context(t, "purple", "en")
	crowd(&c.Snap.View)
	r := rings(t, "en")["two"]
	parts := map[string]string{"map": draw(t, c, "map", page.NewMap(c)), "ring": draw(t, r, "ring", page.NewRing(r)), "": "<p>Parts</p>"}
	return chromium.Start(t, true).Page(t, serve(t, parts), "en", width, height)
}

// may marks things that may be touched, and notes those that are.
const may = `(...things) => { for (const e of document.querySelectorAll("[data-thing]")) e.classList.toggle("may", things.includes(e.dataset.thing)); window.touched = []; document.querySelector("main").onclick = (e) => { const t = e.target.closest("[data-thing]"); if (t) touched.push(t.dataset.thing) }; return true }`

func mark(p *chromium.Page, things ...string) {
	p.Helper()
	list, err := json.Marshal(append([]string{}, things...))
	if err != nil {
		p.Fatal(err)
	}
	chromium.Ask[bool](p, "("+may+")(..."+string(list)+")")
}

func touched(p *chromium.Page) string {
	p.Helper()
	return strings.Join(chromium.Ask[[]string](p, "touched"), ", ")
}

// tap clicks in the middle of an element, whatever is meant by that.
func tap(p *chromium.Page, selector string) {
	p.Helper()
	at := chromium.Ask[[]float64](p, fmt.Sprintf(`((r) => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`, selector))
	p.Do("tap "+selector, chromedp.MouseClickXY(at[0], at[1]))
}

// TestMapTaps: a tap on a site means its only planet that may be chosen; where there
// are several, it looks closer first. A galaxy that may be chosen is all of its sites,
// and the medallion of another one looks closer.
func TestMapTaps(t *testing.T) {
	p := onScreen(t, 390, 430)
	p.Open("/map")
	two := chromium.Ask[string](p, `[...document.querySelectorAll(".site")].find((s) => s.parentNode.querySelectorAll(".planet").length === 2).dataset.thing.split(" ")[1]`)
	site := "#site-" + two
	const near = `"mapNear" in document.documentElement.dataset`

	mark(p, "site "+two, "part "+two+" 2")
	p.Until(`document.querySelectorAll(".planet[role=button]").length === 1`)
	tap(p, site+" .hit")
	if got := touched(p); got != "part "+two+" 2" || chromium.Ask[bool](p, near) {
		t.Errorf("a site with one planet to choose: touched %q", got)
	}

	mark(p, "site "+two, "part "+two+" 1", "part "+two+" 2")
	p.Until(`document.querySelectorAll(".planet[role=button]").length === 2`)
	tap(p, site+" .hit")
	p.Until(near)
	if got := touched(p); got != "" {
		t.Errorf("a site with two planets to choose: touched %q", got)
	}
	p.Until(fmt.Sprintf(`document.getAnimations().length === 0 && document.querySelector("#planet-%s-1 .halo").getBoundingClientRect().width > 30`, two))
	tap(p, "#planet-"+two+"-1")
	if got := touched(p); got != "part "+two+" 1" {
		t.Errorf("a planet from close by: touched %q", got)
	}
	tap(p, ".closer")
	p.Until("!(" + near + ")")

	region := chromium.Ask[string](p, fmt.Sprintf(`document.querySelector("%s").closest(".region").dataset.region`, site))
	mark(p, "region "+region)
	tap(p, site+" .hit")
	if got := touched(p); got != "region "+region {
		t.Errorf("a site of a galaxy that may be chosen: touched %q", got)
	}
	mark(p)
	chromium.Ask[bool](p, `document.addEventListener("tell", (e) => { window.told = e.target.getAttribute("aria-label") }), true`)
	tap(p, "#region-"+region+" .hit")
	p.Until(near)
	if told, label := chromium.Ask[string](p, "window.told"), chromium.Ask[string](p, `document.querySelector("#region-`+region+`").getAttribute("aria-label")`); told != label || told == "" {
		t.Errorf("the medallion tells %q, want %q", told, label)
	}
	if got := touched(p); got != "" {
		t.Errorf("a medallion that is no choice: touched %q", got)
	}

	// Two fingers that meet look from afar, two that part look closer.
	fingers(p, "touchStart", 60, 330)
	fingers(p, "touchMove", 150, 240)
	p.Until("!(" + near + ")")
	fingers(p, "touchEnd")
	fingers(p, "touchStart", 170, 220)
	fingers(p, "touchMove", 165, 225) // that is no more than a tremble
	if chromium.Ask[bool](p, near) {
		t.Error("fingers that tremble look closer")
	}
	fingers(p, "touchMove", 120, 280)
	p.Until(near)
	fingers(p, "touchEnd")

	// What may be touched comes into sight where one looks closer at other galaxies.
	far := chromium.Ask[string](p, `[...document.querySelectorAll(".site")].find((s) => !document.documentElement.dataset.mapNear.split(" ").includes(s.closest(".region").dataset.region)).dataset.thing`)
	mark(p, far)
	chromium.Ask[bool](p, "maps.reach(), true")
	p.Until("!(" + near + ")")

	// All that may be touched does where the page itself looked closer at a part of it, as on a
	// small phone; who wants to look closer at one galaxy is left there.
	const allNear = `[...document.querySelectorAll(".site.may")].every((s) => document.documentElement.dataset.mapNear?.split(" ").includes(s.closest(".region").dataset.region))`
	every := chromium.Ask[[]string](p, `[...document.querySelectorAll(".region")].map((r) => r.querySelector(".site").dataset.thing)`)
	p.Resize(390, 200)
	p.Open("/map")
	if !chromium.Ask[bool](p, near) {
		t.Fatal("on a small phone the page does not look closer: that proves nothing")
	}
	mark(p, every...)
	if chromium.Ask[bool](p, allNear) {
		t.Fatal("all galaxies are near: that proves nothing")
	}
	chromium.Ask[bool](p, "maps.reach(), true")
	if chromium.Ask[bool](p, near) {
		t.Error("some of what may be touched is out of sight")
	}
	chromium.Ask[bool](p, `maps.look(document.querySelector(".map"), [document.querySelector(".region").dataset.region]), maps.reach(), true`)
	if !chromium.Ask[bool](p, near) {
		t.Error("who wants to look closer at a galaxy is not left there")
	}

	// The next phase begins as if nobody had looked closer.
	p.Resize(390, 430)
	p.Open("/map")
	const enter = `((phase) => { document.querySelector(".where")?.remove(); const w = document.createElement("p"); w.className = "where"; w.dataset.phase = phase; document.body.append(w); return true })`
	chromium.Ask[bool](p, enter+`("buy")`)
	tap(p, ".closer")
	p.Until(near)
	chromium.Ask[bool](p, enter+`("buy")`)
	if !chromium.Ask[bool](p, near) {
		t.Error("who looks closer is not left there within a phase")
	}
	chromium.Ask[bool](p, enter+`("plan")`)
	p.Until("!(" + near + ")")
}

// fingers touch the map beside one another, move or leave it.
func fingers(p *chromium.Page, what string, at ...float64) {
	p.Helper()
	points := []map[string]any{}
	for i, x := range at {
		points = append(points, map[string]any{"x": x, "y": 200, "id": i})
	}
	p.Do(what, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Input.dispatchTouchEvent", map[string]any{"type": what, "touchPoints": points}, nil)
	}))
}

// TestMapIsCloseOnShortScreens: where sites would be smaller than a finger, the map
// opens on galaxies of the viewer, and every motion has its calm twin.
func TestMapIsCloseOnShortScreens(t *testing.T) {
	p := onScreen(t, 390, 240)
	p.Prefer("reduced-motion", "reduce")
	p.Open("/map")
	p.Until(`"mapNear" in document.documentElement.dataset && document.getAnimations().length === 0`)
	if least := chromium.Ask[float64](p, `document.querySelector(".site .hit").getBoundingClientRect().width`); least < 40 {
		t.Errorf("from close by a site is %.1f pixels large", least)
	}
	own := chromium.Ask[bool](p, `document.documentElement.dataset.mapNear.split(" ").every((r) => document.querySelector(".map").dataset.mine.split(" ").includes(r))`)
	if !own {
		t.Error("it opens on galaxies of others")
	}
	if n := chromium.Ask[int](p, `(document.querySelector(".closer").click(), document.getAnimations().filter((a) => a.effect.getComputedTiming().duration > 10).length)`); n > 0 {
		t.Errorf("%d things move, though people want calm", n)
	}
}

// TestBoardByKeys: one place is in the order of tabs; arrows walk on in reading order,
// and Enter is a tap, told once.
func TestBoardByKeys(t *testing.T) {
	p := onScreen(t, 390, 430)
	for _, path := range []string{"/map", "/ring"} {
		p.Open(path)
		mark(p)
		const stops = `[...document.querySelectorAll("svg [tabindex='0']")]`
		if n := chromium.Ask[int](p, stops+".length"); n != 1 {
			t.Fatalf("%s: %d places are in the order of tabs", path, n)
		}
		chromium.Ask[bool](p, stops+"[0].focus(); true")
		first := chromium.Ask[string](p, "document.activeElement.id")
		p.Key("#"+first, kb.ArrowRight, fmt.Sprintf(`document.activeElement.id !== %q`, first))
		second := chromium.Ask[string](p, "document.activeElement.id")
		p.Key("#"+second, kb.Enter, "touched.length > 0")
		if got, want := touched(p), chromium.Ask[string](p, "document.activeElement.dataset.thing"); got != want {
			t.Errorf("%s: Enter on %q touched %q", path, want, got)
		}
		if n := chromium.Ask[int](p, stops+".length"); n != 1 {
			t.Errorf("%s: %d places are in the order of tabs", path, n)
		}
	}
}

// TestBoardsAreClean: axe finds nothing wrong with the map and the ring.
func TestBoardsAreClean(t *testing.T) {
	p := onScreen(t, 700, 600)
	script, err := os.ReadFile(filepath.Join("..", "..", "..", ".ci", "tools", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no axe-core; make tools installs it")
		}
		t.Skip("there is no axe-core, so nobody judges the pages here; make tools installs it")
	}
	judge := func(path string) string {
		p.Open(path)
		chromium.Ask[bool](p, string(script)+`; window.judged = ""; axe.run(document.querySelector("main"), { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] }).then((r) => { judged = r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 200)).join(" | ")).join("; ") || "clean" }, (e) => { judged = String(e) }); true`)
		p.Until(`judged !== ""`)
		return chromium.Ask[string](p, "judged")
	}
	for _, path := range []string{"/map", "/ring"} {
		if got := judge(path); got != "clean" {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestLikePlanetsAreOneChoice: where it is all the same on which of two like planets a cube
// stands, a tap on the site asks for the colony, and nobody is asked for the planet. A cube
// that stands on one of them makes them two choices.
func TestLikePlanetsAreOneChoice(t *testing.T) {
	tier.Test(t, tier.Pages, "maps in a browser")
	c, site := twins(t)
	marked := c
	marked.Snap.View.Map = slices.Clone(c.Snap.View.Map)
	i := slices.IndexFunc(marked.Snap.View.Map, func(s engine.Site) bool { return s.Name == site })
	marked.Snap.View.Map[i].Parts = slices.Clone(marked.Snap.View.Map[i].Parts)
	marked.Snap.View.Map[i].Parts[0].Pieces = []engine.Piece{{Color: "red", Shape: engine.Shape(1)}}
	parts := map[string]string{}
	for name, c := range map[string]page.Context{"alike": c, "marked": marked} {
		m := page.NewMoves(c)
		parts[name] = `<div class="play">` + draw(t, c, "map", page.NewMap(c)) + draw(t, c, "ask", page.NewPrompt(c, m)) + `</div><div id="part-moves" hidden>` + draw(t, c, "moves", m) + `</div>`
	}
	p := chromium.Start(t, true).Page(t, serve(t, parts), "en", 1024, 768)
	open := func(name string) {
		p.Open("/" + name)
		p.Until(fmt.Sprintf(`document.querySelectorAll("#site-%s ~ .planet.may").length === 2`, site))
	}
	click := func(selector string) (asked string) {
		chromium.Ask[bool](p, fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })), true`, selector))
		if !chromium.Ask[bool](p, `document.querySelector("#go").hidden`) {
			asked = p.Text("#ask .say b")
		}
		return asked
	}
	const colony = "Found a colony in "
	open("alike")
	if asked := click("#site-" + site); !strings.HasPrefix(asked, colony) || !p.Has("#planet-"+site+"-1.picked") {
		t.Errorf("a tap on the site of two like planets asks %q", asked)
	}
	if asked := click("#planet-" + site + "-2"); !strings.HasPrefix(asked, colony) || !p.Has("#planet-"+site+"-2.picked") {
		t.Errorf("a tap on the second of two like planets asks %q", asked)
	}
	// the same where another thing leaves both, as a galaxy does that is scored with a cube
	both := fmt.Sprintf(`for (const e of document.querySelectorAll("#part-moves [data-things*='part %[1]s ']")) e.dataset.things = "region " + document.querySelector("#site-%[1]s").closest(".region").dataset.region + "|" + e.dataset.things; document.querySelector("#planet-%[1]s-1").dispatchEvent(new MouseEvent("click", { bubbles: true })); document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))`, site)
	medal := chromium.Ask[string](p, fmt.Sprintf(`"[data-thing='region " + document.querySelector("#site-%s").closest(".region").dataset.region + "']"`, site))
	for name, want := range map[string]bool{"alike": true, "marked": false} {
		open(name)
		if asked := click("#site-" + site); strings.HasPrefix(asked, colony) != want {
			t.Errorf("%s: a tap on the site asks %q", name, asked)
		}
		open(name)
		chromium.Ask[bool](p, both)
		if asked := click(medal); strings.HasPrefix(asked, colony) != want {
			t.Errorf("%s: a tap on the galaxy asks %q", name, asked)
		}
	}
}

// twins is a moment in which a cube may be put on one of two like planets, and nothing else
// there.
func twins(t *testing.T) (c page.Context, site string) {
	t.Helper()
	for seed := range uint64(20) {
		for steps := 40; steps < 400; steps += 7 {
			x := council("purple red", steps)
			x.seed = seed
			c = x.context(t, "purple", "en")
			c.Snap.Legal = nil
			founds := map[string]int{}
			for _, command := range c.Snap.State.Legal() {
				line := notation.Format(command)
				if command.By() == "purple" {
					c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: command.By(), Line: line, Command: command, Text: x.game.TellIn(c.Snap.State, command)})
				}
				if words := strings.Fields(line); words[1] == "found" {
					founds[words[2]]++
				}
			}
			for _, s := range c.Snap.View.Map {
				if founds[s.Name] == 2 && len(s.Parts) == 2 && s.Parts[0].Kind == s.Parts[1].Kind && len(s.Parts[0].Pieces)+len(s.Parts[1].Pieces) == 0 {
					return c, s.Name
				}
			}
		}
	}
	t.Fatal("no such moment was found")
	return c, ""
}
