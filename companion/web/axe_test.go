package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

// axe is the script that judges pages, from the folder where make tools puts it.
func axe(t *testing.T) string {
	t.Helper()
	tier.Test(t, tier.Pages, "axe in a browser")
	script, err := os.ReadFile(filepath.Join("..", "..", ".ci", "tools", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no axe-core; make tools installs it")
		}
		t.Skip("there is no axe-core, so nobody judges the pages here; make tools installs it")
	}
	return string(script)
}

// A judge measures pages and looks at them with axe: where there is time in both themes,
// else once at each route.
type judge struct {
	*testing.T
	*visits
	script string
	themes int             // 1: dark alone
	seen   map[string]bool // routes at which axe has looked; nil: it looks each time
}

// newJudge knows all routes of the server that lead to pages.
func newJudge(t *testing.T) *judge {
	t.Helper()
	j := &judge{T: t, script: axe(t), themes: tier.Of(t, tier.Pages, "themes", 1, 1, 2), visits: newVisits(t)}
	if j.themes == 1 {
		j.seen = map[string]bool{}
	}
	return j
}

type fault struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML           string
		FailureSummary string
	}
}

// What axe judges: everything, or what depends on the theme.
const (
	everything = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	colors     = `{ type: "rule", values: ["color-contrast", "link-in-text-block"] }`
)

// drawn are cards and places of a board: their numbers are pictures, which their labels
// say in words, so these begin with the name and are not the text.
const drawn = `(v.id === "label-content-name-mismatch" && document.querySelector(n.target[0])?.matches("svg *, :has(.card)"))`

// faults returns what is wrong with the page that is open.
func (j *judge) faults(p *chromium.Page, what string) []fault {
	p.Helper()
	if !chromium.Ask[bool](p, `"axe" in window`) {
		chromium.Ask[bool](p, j.script+"; true")
	}
	chromium.Ask[bool](p, `window.judged = ""; axe.run(document, { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } }, runOnly: `+what+` }).then((r) => { window.judged = JSON.stringify(r.violations.map((v) => ({ ...v, nodes: v.nodes.filter((n) => !`+drawn+`) })).filter((v) => v.nodes.length > 0).map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => ({ html: n.html.slice(0, 160), failureSummary: n.failureSummary })) }))); }, (e) => { window.judged = String(e); }); true`)
	p.Until(`window.judged !== ""`)
	var all []fault
	text := chromium.Ask[string](p, "window.judged")
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		p.Fatalf("axe: %s", text)
	}
	return all
}

// misfits measures the page that is open, which must not stick out of its window,
// and whose controls are as large as a finger and not told apart by colors alone.
func misfits(p *chromium.Page) (all []string) {
	p.Helper()
	if over := chromium.Ask[float64](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		wide := chromium.Ask[string](p, `[...document.querySelectorAll("body *")].find((e) => e.getBoundingClientRect().right > innerWidth)?.outerHTML.slice(0, 90) ?? ""`)
		all = append(all, fmt.Sprintf("it is %v pixels too wide: %s", over, wide))
	}
	small := chromium.Ask[[]string](p, `[...document.querySelectorAll("button, a, select, summary, input:not([type=hidden])")]
		.filter((e) => e.checkVisibility() && !e.closest(".unseen, .skip, svg") && !e.matches("[type=radio], [type=checkbox]"))
		.filter((e) => Math.max(e.getBoundingClientRect().height, parseFloat(getComputedStyle(e, "::before").height) || 0) < 44 || e.matches("button, summary") && e.getBoundingClientRect().width < 44).map((e) => e.outerHTML.slice(0, 90))`)
	for _, html := range small {
		all = append(all, "too small to hit: "+html)
	}
	loud := chromium.Ask[[]string](p, `[...document.querySelectorAll("[aria-live=assertive], [role=alert]")].slice(1).map((e) => e.outerHTML.slice(0, 90))`)
	for _, html := range loud {
		all = append(all, "interrupts, as another part does: "+html)
	}
	foreign := chromium.Ask[[]string](p, `performance.getEntriesByType("resource").map((e) => e.name).filter((n) => !n.startsWith(location.origin))`)
	for _, name := range foreign {
		all = append(all, "asks another device for "+name)
	}
	return all
}

// judge complains about faults that keep people out; small ones are logged.
func (j *judge) judge(p *chromium.Page, name string) {
	p.Helper()
	route := j.note(p, chromium.Ask[string](p, "location.pathname"))
	for _, text := range misfits(p) {
		p.Errorf("%s: %s", name, text)
	}
	if j.seen[route] {
		return
	}
	if j.seen != nil {
		j.seen[route] = true
	}
	for _, look := range []struct{ theme, what string }{{"dark", everything}, {"light", colors}}[:min(j.themes, 2)] {
		p.Prefer("color-scheme", look.theme)
		for _, f := range j.faults(p, look.what) {
			text := fmt.Sprintf("%s in the %s theme: %s (%s): %s\n%s", name, look.theme, f.ID, f.Impact, f.Help, f.Nodes[0].HTML+"\n"+f.Nodes[0].FailureSummary)
			if f.Impact == "serious" || f.Impact == "critical" {
				p.Error(text)
			} else {
				p.Log(text)
			}
		}
	}
	p.Prefer("color-scheme", "dark")
	p.Shots(name)
}

// Nobody is kept out by a page: on each route of the server axe finds no serious
// fault, on a screen of 320 pixels that nothing sticks out of: in German and the
// dark theme, each route once, or whenever it is visited, in three languages and two themes.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	chrome := browse(t, true)
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			j := &judge{t, j.visits, j.script, j.themes, j.seen}
			j.evening(chrome, lang)
			j.shelf(chrome, lang)
			j.lesson(chrome, lang)
		})
	}
	for _, route := range j.missed() {
		t.Errorf("nobody has judged %s", route)
	}
	t.Logf("judged, by route: %v", j.times)
}

// The controls: faults in structure, in colors of each theme and in measures are
// found, and a route that nobody went to is missed.
func TestAxeSeesFaults(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	p := browse(t, true).Page(t, newHouse(t).url, "en", 320, 740)
	chromium.Ask[bool](p, `document.querySelector("#main").insertAdjacentHTML("beforeend", '<input><p id="pale">hardly to be read</p><p id="wide">.</p><p role="alert">.</p><a href="/" id="low">x</a>'), document.getElementById("wide").style.width = "400px", document.getElementById("low").style.display = "block", true`)
	has := func(texts []string, want string) {
		t.Helper()
		if !strings.Contains(strings.Join(texts, "\n"), want) {
			t.Errorf("found %q, want %s, too", texts, want)
		}
	}
	for _, want := range []string{"pixels too wide", "too small to hit: <a", "interrupts"} {
		has(misfits(p), want)
	}
	for theme, look := range map[string]struct{ color, what, want string }{
		"dark": {"#333", everything, "label color-contrast"}, "light": {"#ccc", colors, "color-contrast"},
	} {
		p.Prefer("color-scheme", theme)
		chromium.Ask[string](p, fmt.Sprintf(`document.getElementById("pale").style.color = %q`, look.color))
		var found []string
		for _, f := range j.faults(p, look.what) {
			found = append(found, f.ID)
		}
		for _, want := range strings.Fields(look.want) {
			has(found, want)
		}
	}
	j.note(t, "/table")
	if slices.Contains(j.missed(), "/table") || !slices.Contains(j.missed(), "/learn") {
		t.Errorf("of all routes only /table was judged, and these were missed: %q", j.missed())
	}
}
