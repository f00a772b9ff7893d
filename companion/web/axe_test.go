package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine"
)

// axe is the script that judges pages: from the tests' own folder, where make axe
// puts it.
func axe(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("judging takes a while")
	}
	cache, err := os.UserCacheDir()
	check(t, err)
	script, err := os.ReadFile(filepath.Join(cache, "arbiter-tests", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no axe-core; make axe installs it")
		}
		t.Skip("there is no axe-core, so nobody judges the pages here; make axe installs it")
	}
	return string(script)
}

// A judge looks at pages with axe.
type judge struct {
	script string
	pages  int
}

type fault struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML           string
		FailureSummary string
	}
}

// faults returns what is wrong with the page that is open.
func (j *judge) faults(p *chromium.Page) []fault {
	p.Helper()
	j.pages++
	if !chromium.Ask[bool](p, `"axe" in window`) {
		chromium.Ask[bool](p, j.script+"; true")
	}
	chromium.Ask[bool](p, `window.judged = ""; axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }).then((r) => { window.judged = JSON.stringify(r.violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => ({ html: n.html.slice(0, 160), failureSummary: n.failureSummary })) }))); }, (e) => { window.judged = String(e); }); true`)
	p.Until(`window.judged !== ""`)
	var all []fault
	text := chromium.Ask[string](p, "window.judged")
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		p.Fatalf("axe: %s", text)
	}
	return all
}

// judge complains about faults that keep people out; small ones are logged.
func (j *judge) judge(p *chromium.Page, name string) {
	p.Helper()
	for _, f := range j.faults(p) {
		text := fmt.Sprintf("%s: %s (%s): %s\n%s", name, f.ID, f.Impact, f.Help, f.Nodes[0].HTML+"\n"+f.Nodes[0].FailureSummary)
		if f.Impact == "serious" || f.Impact == "critical" {
			p.Error(text)
		} else {
			p.Log(text)
		}
	}
}

// Nobody is kept out by a page: axe finds no serious fault on any, in three
// languages and two themes.
func TestPagesAreAccessible(t *testing.T) {
	j := &judge{script: axe(t)}
	for _, theme := range []string{"dark", "light"} {
		t.Run(theme, func(t *testing.T) {
			chrome := chromium.Start(t, theme == "dark")
			for _, lang := range []string{"en", "de", "es"} {
				t.Run(lang, func(t *testing.T) { j.tour(t, chrome, lang, theme) })
			}
		})
	}
	t.Logf("%d pages were judged", j.pages)
}

// tour looks at every page.
func (j *judge) tour(t *testing.T, chrome *chromium.Browser, lang, theme string) {
	h := newHouse(t, func(o *web.Opts) {
		o.Open = false
		o.Address = func() string { return "http://192.168.1.20:8080" }
		o.Trust = web.Trust{Port: 8443, Authority: []byte("a certificate"), Fingerprint: strings.TrimSpace(strings.Repeat("A7 ", 32))}
	})
	p := chrome.Page(t, h.url, lang, 360, 740)
	at := func(name string) {
		t.Helper()
		j.judge(p, name+" "+lang+" "+theme)
		p.Shot(name + " 360 " + theme)
	}
	at("start")
	p.Open("/table")
	at("table without a game")
	p.Open("/ca")
	p.Click("#trust-ios summary")
	at("trust")
	p.Open("/")
	p.Click("input[name=order][value=listed]")
	p.Click("#all")
	p.Click("#start-game")
	p.Wait("#do-purple-pass")
	at("seat buys")
	p.Click("#do-purple-pass")
	p.Until(`document.body.dataset.version === "1"`)
	h.play("red pass")
	p.Wait("#hand-discover")
	at("seat plans")
	p.Click("#lay-1") // no card is chosen
	p.Wait("#refusal:not([hidden])")
	at("refusal")
	p.Open("/seat/purple/share")
	at("share")
	link := chromium.Ask[string](p, `document.querySelector(".address").textContent.replace(/^[^/]*/, "")`)
	h.play("purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready", "red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	p.Open("/seat/purple")
	p.Wait("#do-purple-slide")
	p.Click("#part-log details summary")
	at("seat acts")
	p.Click("#sum-purple-consumption")
	p.Wait("#sums[open] #account-consumption")
	p.Click("#sum-all")
	p.Wait("#sums[open] #account-distance")
	p.Click("#account-consumption details summary")
	at("sums")
	p.Click("#sum-close")
	p.Click("#undo")
	p.Wait(".consent")
	at("seat asks for consent")
	p.Open("/table")
	at("table")
	p.Open("/")
	at("home")
	p.Open("/history/" + h.store.Games()[0].ID)
	at("history")
	stranger := chrome.Page(t, h.url, lang, 360, 740)
	for _, path := range []string{"/join", "/table", link, "/seat/purple", "/j/NONE", "/history/none"} {
		stranger.Open(path)
		j.judge(stranger, "a stranger at "+path+" "+lang+" "+theme)
	}
	stranger.Shot("join 360 " + theme)
}

// The map of the full book and what leads from it keep nobody out either.
func TestTheMapIsAccessible(t *testing.T) {
	j := &judge{script: axe(t)}
	for _, theme := range []string{"dark", "light"} {
		h := newHouse(t)
		b := h.browser()
		b.startFull()
		p := player{b: b, used: map[string]int{}, seats: []string{"purple", "red"}, most: 2}
		for range 200 {
			p.step()
			if h.legal("found") != "" || h.legal("gather") != "" {
				break
			}
		}
		seat := string(h.acting())
		check(t, h.release(engine.Seat(seat)))
		q := chromium.Start(t, theme == "dark").Page(t, h.url, "de", 360, 740)
		q.Open("/table")
		j.judge(q, "table with a map "+theme)
		q.Click("#claim-" + seat)
		q.Wait(".map .taps")
		j.judge(q, "seat with a map "+theme)
		q.Click(".map .taps:not(.star)")
		q.Wait("#all")
		q.Click("#board-list summary")
		q.Shot("map chosen 360 " + theme)
		j.judge(q, "seat with a field chosen "+theme)
	}
}

// The control: axe finds a fault in a page that has one.
func TestAxeSeesFaults(t *testing.T) {
	j := &judge{script: axe(t)}
	p := chromium.Start(t, true).Page(t, newHouse(t).url, "en", 360, 740)
	chromium.Ask[bool](p, `document.querySelector("#main").insertAdjacentHTML("beforeend", '<input><p id="pale">hardly to be read</p>'); document.getElementById("pale").style.color = "#222"; true`)
	var found []string
	for _, f := range j.faults(p) {
		found = append(found, f.ID)
	}
	for _, want := range []string{"label", "color-contrast"} {
		if !strings.Contains(strings.Join(found, " "), want) {
			t.Errorf("axe found %v, want %s, too", found, want)
		}
	}
}
