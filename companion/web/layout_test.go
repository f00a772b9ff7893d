package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

// What texts may do on these pages besides standing where there is room for them:
// tables of numbers scroll sideways, as rows of cards do and a map that is looked at
// closely. With an ellipsis end a player's name in the bar
// and a note in the list of games, which stand whole on their own pages, and the long
// choices of a command, which stand whole in the list that opens. Over a page lie
// dialogs, the drawers of a seat, and for seconds the cards that are turned up.
var mayDo = chromium.Layout{
	Sideways:  ".scrolls, .wide-table, .offer .row, .play .map > svg",
	Shortened: ".bar nav a span, .past .note, .moves select, .racers .seated span, .runner .name",
	Over:      "dialog[open], .drawer[open] > .inner, .shown:not([hidden])",
}

// windows are those of a phone, of one that lies on its side, of a tablet and of a
// television.
var windows = [][2]int64{{390, 844}, {844, 390}, {1024, 768}, {1920, 1080}}

// A survey measures where the texts of pages stand: in German on the phone and in one more
// window, when most is on the table; whole at several moments to the end, in all languages,
// English with its short words too, and all windows.
type survey struct {
	*testing.T
	*visits
	tongues              []string
	whole                bool
	pages, looks, places int
}

func newSurvey(t *testing.T) *survey {
	t.Helper()
	s := &survey{T: t, visits: newVisits(t), tongues: []string{"de"}, whole: tier.Of(t, tier.Pages, "games", 0, 1, 2) > 1}
	if s.whole {
		s.tongues = []string{"de", "es", "en"}
	}
	return s
}

// visit measures pages with everything unfolded, after prepare has brought them to
// the state that is meant.
func (s *survey) visit(p *chromium.Page, paths []string, prepare ...func()) {
	p.Helper()
	sizes := windows
	if !s.whole {
		sizes = [][2]int64{windows[0], windows[1+s.pages%3]}
	}
	for _, lang := range s.tongues {
		s.speak(p, lang)
		for _, path := range paths {
			p.Open(path)
			s.note(p, strings.SplitN(path, "?", 2)[0])
			s.note(p, chromium.Ask[string](p, "location.pathname"))
			for _, f := range prepare {
				f()
			}
			drawers := chromium.Ask[[]string](p, `document.querySelectorAll("details:not([name=drawer])").forEach((d) => { d.open = true }), [...document.querySelectorAll("details[name=drawer]")].map((d) => d.id)`)
			s.pages++
			for _, size := range sizes {
				p.Resize(size[0], size[1])
				name := fmt.Sprintf("%s in %s, %d × %d", path, lang, size[0], size[1])
				s.measure(p, name)
				if size != windows[0] {
					continue // drawers are as wide elsewhere
				}
				for _, id := range drawers {
					chromium.Ask[bool](p, fmt.Sprintf(`((d) => { d.open = true; return d.lastElementChild.getBoundingClientRect().height > 0 })(document.getElementById(%q))`, id))
					s.measure(p, name+", "+id)
					chromium.Ask[bool](p, fmt.Sprintf(`document.getElementById(%q).open = false, true`, id))
				}
			}
		}
	}
}

// others are the paths whose routes nobody went to yet, or all.
func (s *survey) others(paths ...string) []string {
	s.Helper()
	if s.whole {
		return paths
	}
	return slices.DeleteFunc(paths, func(path string) bool { return s.times[s.route(s, path)] > 0 })
}

// speak changes the language of the pages.
func (s *survey) speak(p *chromium.Page, lang string) {
	p.Helper()
	if chromium.Ask[string](p, "document.documentElement.lang") != lang {
		p.Open("/offline")
		p.Click(fmt.Sprintf(".langs button[value=%s]", lang))
		p.Until(fmt.Sprintf(`document.documentElement.lang === %q && document.readyState === "complete"`, lang))
	}
}

// absent lists seats whose names are not seen or that end below the column of seats, and symbols
// that are drawn nowhere.
const absent = `(() => {
	const seen = (e) => e?.checkVisibility({ visibilityProperty: true }) && getComputedStyle(e).clipPath === "none"
	const column = document.getElementById("part-seats")?.getBoundingClientRect()
	return [...[...document.querySelectorAll(".runner, .lane")].filter((e) => seen(e) && !seen(e.querySelector(".name"))).map((e) => "no name: " + e.outerHTML.slice(0, 120)),
		...[...document.querySelectorAll("#part-seats .runner")].filter((e) => seen(e) && e.getBoundingClientRect().bottom > column.bottom + 1).map((e) => "cut off below: " + e.outerHTML.slice(0, 120)),
		...[...document.querySelectorAll("use[href^='#']")].filter((e) => !document.getElementById(e.getAttribute("href").slice(1))).map((e) => "no symbol " + e.outerHTML)]
})()`

// measure complains of what cannot be read well on the page that is open.
func (s *survey) measure(p *chromium.Page, name string) {
	p.Helper()
	faults, texts := p.Misprints(mayDo)
	for _, m := range faults {
		s.Errorf("%s: %v", name, m)
	}
	if texts == 0 {
		s.Errorf("%s: there is no text", name)
	}
	for _, gone := range chromium.Ask[[]string](p, absent) {
		s.Errorf("%s: %s", name, gone)
	}
	s.looks++
	s.places += texts
	p.Keep(fmt.Sprintf("layout %03d %s", s.pages, strings.NewReplacer("?", "-", ",", "", " × ", "x").Replace(name)))
}

// No two texts of a page overlap, none is cut off or leaves its box, and nothing
// scrolls sideways: on each route of the server, with much on the table; in the long tier
// in four windows and three languages.
func TestTextsHaveRoom(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	s := newSurvey(t)
	s.fullGame(chrome)
	s.council(chrome)
	s.casting("dark")
	if s.whole {
		s.fullGame(browse(t, false))
		s.council(browse(t, false))
		s.casting("light")
	}
	for _, route := range s.missed() {
		t.Errorf("nobody went to %s", route)
	}
	t.Logf("%d pages, %d looks at them, %d lines of text and controls", s.pages, s.looks, s.places)
}

// The controls: each complaint is made where a broken style sheet calls for it, and
// none on the page as it is.
func TestMisprintsAreSeen(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	h := newHouse(t)
	h.begin(longName, "Ana")
	p := chrome.Page(t, h.url, "de", 390, 844)
	p.Open("/table")
	found := func(rules string, l chromium.Layout) (all []string) {
		chromium.Ask[bool](p, fmt.Sprintf(`document.adoptedStyleSheets = [Object.assign(new CSSStyleSheet(), {})]; document.adoptedStyleSheets[0].replaceSync(%q); true`, rules))
		faults, _ := p.Misprints(l)
		for _, m := range faults {
			all = append(all, m.Fault+" "+m.At)
		}
		return all
	}
	if all := found("", mayDo); len(all) > 0 {
		t.Errorf("the page as it is: %q", all)
	}
	for _, c := range []struct{ name, rules, want string }{
		{"a number on its label", ".lane .stat .what { position: relative; left: 1.4rem; }", "overlap "},
		{"a line that sticks where a text shines through", "#part-headline { position: sticky; top: 300px; }", "overlap #part-headline"},
		{"lines on each other", ".where { line-height: .5; }", "overlap #part-headline"},
		{"a text below the edge of its box", "#part-chairs h2 { height: 4px; overflow: hidden; }", "cut #part-chairs"},
		{"a text beside the page", "#part-chairs h2 { position: relative; left: -60px; }", "cut #part-chairs"},
		{"a text beside the page, in what has no box", "#part-chairs { display: contents; overflow: hidden; } #part-chairs h2 { position: relative; left: -60px; }", "cut #part-chairs"},
		{"a button that is too narrow", "#claim-purple { width: 3rem; white-space: nowrap; padding: 0; }", "outside #claim-purple"},
		{"a box that is too low", ".lane { height: 12px; min-height: 0; }", "outside #part-lanes"},
		{"a wide page", "main { width: 1000px; }", "sideways html"},
		{"a box that scrolls sideways", "#part-chairs { overflow-x: auto; } #part-chairs h2 { width: 1000px; }", "sideways #part-chairs"},
	} {
		if all := found(c.rules, mayDo); !slices.ContainsFunc(all, func(f string) bool { return strings.HasPrefix(f, c.want) }) {
			t.Errorf("%s: found %q, want %s", c.name, all, c.want)
		}
	}
	if all := found("#part-headline { position: sticky; top: 300px; background: #000; }", mayDo); len(all) > 0 {
		t.Errorf("a line that sticks and covers what is below it: %q", all)
	}
	if all := found("#part-headline { display: contents; background: #000; }", mayDo); len(all) > 0 {
		t.Errorf("a background that is not there, as its element has no box: %q", all)
	}
	for _, c := range []struct{ rules, want string }{
		{"#part-chairs { overflow-x: auto; } #part-chairs h2 { width: 1000px; }", "sideways"},
		{"#part-chairs h2 { width: 2rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }", "cut"},
	} {
		declared := chromium.Layout{Sideways: "#part-chairs", Shortened: "#part-chairs h2"}
		without, with := found(c.rules, chromium.Layout{}), found(c.rules, declared)
		if len(without) == 0 || !strings.HasPrefix(without[0], c.want) || len(with) > 0 {
			t.Errorf("%s: found %q, want %s; where it is declared %q, want nothing", c.rules, without, c.want, with)
		}
	}
	if all := chromium.Ask[[]string](p, absent); len(all) > 0 {
		t.Errorf("the page as it is lacks %q", all)
	}
	chromium.Ask[bool](p, `document.querySelector(".lane .name").hidden = true, document.querySelector("use").setAttribute("href", "#none"), document.body.insertAdjacentHTML("beforeend", '<div id="part-seats"><div class="runner"><b class="name">Ana</b></div></div>'), document.getElementById("part-seats").style.height = "3px", true`)
	if all := chromium.Ask[[]string](p, absent); len(all) != 3 {
		t.Errorf("without a name and a symbol, and with a seat below its column, it lacks %q", all)
	}
	s := survey{T: t, visits: newVisits(t)}
	s.note(t, "/table")
	if slices.Contains(s.missed(), "/table") || !slices.Contains(s.missed(), "/learn") {
		t.Errorf("of all routes only /table was seen, and these were missed: %q", s.missed())
	}
}
