package web_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// filming makes a page tell what each moment of the film changes and moves. All motions
// of a moment are held at their first frame and measured, then ended and measured again.
const filming = `(() => {
	const show = step;
	const ours = () => document.getAnimations().filter((a) => ["turn", "glide", "settle", "leave", "count"].includes(a.id));
	const face = (e) => e.matches(".down, :has(> .down)") ? "down" : e.matches(".empty") ? "empty" : "up";
	const all = () => new Map([...document.querySelectorAll("[data-key]")].map((e) => [e.dataset.key, e, e.getBoundingClientRect()]).filter(([, , r]) => r.width > 0)
		.map(([key, e, r]) => [key, { e, x: r.x, y: r.y, says: [e.dataset.count, face(e)].join() }]));
	const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 2;
	const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
	window.films = [];
	step = (news) => {
		for (const a of ours()) a.finish();
		const was = all();
		show(news);
		const motions = ours();
		for (const a of motions) { a.pause(); a.currentTime = 0; }
		const begin = all();
		for (const a of motions) a.finish();
		const is = all();
		const key = (a) => a.effect.target?.dataset.key ?? a.effect.target?.dataset.of;
		const known = [...new Set([...was.keys(), ...is.keys()])];
		const changed = known.filter((k) => !was.has(k) || !is.has(k) || was.get(k).says !== is.get(k).says || !near(was.get(k), is.get(k)));
		const turned = motions.filter((a) => a.id !== "glide").map((a) => a.effect.target);
		films.push({
			version: Math.ceil(news.version), told: text("#film-told") || text("#part-headline .told"), changed,
			moved: motions.map(key).filter((k) => k), kinds: motions.map((a) => a.id),
			travels: motions.filter((a) => a.effect.getKeyframes().some((f) => (f.transform ?? "none") !== "none")).length,
			ringed: [...is.values()].filter((x) => x.e.classList.contains("changed")).length,
			astray: changed.length > 60 || motions.length === 0 ? [] : [...is].filter(([k, x]) => was.has(k) && begin.has(k) && !turned.some((e) => e?.contains(x.e)) && !near(was.get(k), begin.get(k))).map(([k, x]) => k + " at " + [was.get(k), begin.get(k), x].map((r) => Math.round(r.x) + "," + Math.round(r.y)).join(" / ")),
		});
	};
	return true;
})()`

// A film is what a page has shown since it was asked.
type film []struct {
	Version         int
	Told            string
	Changed, Moved  []string
	Kinds           []string
	Astray          []string // what does not begin where it was
	Travels, Ringed int
}

// really are the keys that changed, and moved.
func (f film) really() (all []string) {
	for _, m := range f {
		for _, key := range m.Moved {
			if slices.Contains(m.Changed, key) {
				all = append(all, key)
			}
		}
	}
	return all
}

// A watcher is a page that is filmed.
type watcher struct {
	*chromium.Page
	path         string
	calm, broken bool
}

// filmed films the pages: of seats and of everybody, as they are, for people who want
// calm, or without the keys by which things are known.
func filmed(t *testing.T, h *house, all ...watcher) []watcher {
	t.Helper()
	chrome := browse(t, true)
	for i := range all {
		w := &all[i]
		w.Page = chrome.Page(t, h.url, "en", 1280, 720)
		if _, seat, ok := strings.Cut(w.path, "/seat/"); ok {
			w.Resize(390, 844)
			w.Open("/table")
			w.Click("#claim-" + seat)
			w.Until(`location.pathname === "` + w.path + `"`)
		}
		if !w.calm {
			w.Prefer("reduced-motion", "no-preference")
		}
		w.Open(w.path)
		w.Until(`typeof step === "function" && reel.length > 0`)
		if w.broken {
			chromium.Ask[bool](w.Page, `document.addEventListener("shown", () => document.querySelectorAll("[data-key]").forEach((e) => e.removeAttribute("data-key"))), document.dispatchEvent(new Event("shown"))`)
		}
		chromium.Ask[bool](w.Page, filming)
	}
	return all
}

// film is what the page has shown until it is as the game is.
func (w watcher) film(h *house) film {
	w.Helper()
	w.Until(`document.body.dataset.version === "` + h.version("") + `" && moments.length === 0`)
	return chromium.Ask[film](w.Page, `films.splice(0)`)
}

// moves looks at one moment on all pages: what changed moves, from where it was to where
// it is; where people want calm nothing travels, and it is told and ringed.
func moves(t *testing.T, h *house, all []watcher, what, kind, key string) {
	t.Helper()
	for _, w := range all {
		f := w.film(h)
		var kinds, told []string
		travels, ringed := 0, 0
		for _, m := range f {
			kinds, travels, ringed = append(kinds, m.Kinds...), travels+m.Travels, ringed+m.Ringed
			told = append(told, m.Told)
			if len(m.Astray) > 0 && !w.broken && !w.calm {
				t.Errorf("%s, %s: these jump before they move: %v", what, w.path, m.Astray)
			}
		}
		moved := f.really()
		t.Logf("%s, %s: %v moved by %v, %d ringed, told %q", what, w.path, moved, kinds, ringed, told)
		switch {
		case w.broken && len(moved) > 0:
			t.Errorf("%s: the control moves %v, so this test proves nothing", what, moved)
		case w.broken:
		case len(f) == 0 || slices.Contains(told, ""):
			t.Errorf("%s, %s: not told: %q", what, w.path, told)
		case w.calm && (travels > 0 || ringed == 0):
			t.Errorf("%s, %s: %d things travel where people want calm, %d are ringed", what, w.path, travels, ringed)
		case !w.calm && (len(moved) == 0 || !slices.Contains(kinds, kind) || key != "" && !slices.Contains(moved, key)):
			t.Errorf("%s, %s: moved are %v by %v, want %s by %s", what, w.path, moved, kinds, key, kind)
		}
	}
}

// All that a game changes moves while people watch: the reveal and the order, a gain, what
// is taken back, a level-up.
func TestWhatChangesMoves(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	all := filmed(t, h, watcher{path: "/seat/purple"}, watcher{path: "/table"}, watcher{path: "/seat/red", calm: true}, watcher{path: "/table", calm: true}, watcher{path: "/table", broken: true})
	h.play("purple pass", "red pass", "purple plan 1 gems", "purple plan 2 upgrade", "purple plan 3 colonize", "purple ready", "red plan 1 discover", "red plan 2 tower", "red plan 3 harvest")
	for _, w := range all {
		w.film(h)
	}
	h.play("red ready")
	moves(t, h, all, "reveal and order", "glide", "seat-red")
	h.play("red gain 9")
	moves(t, h, all, "a gain", "glide", "")
	version := h.version("red")
	if _, err := h.table.Undo(t.Context(), "red", atoi(t, version)); err != nil {
		t.Fatal(err)
	}
	moves(t, h, all, "taken back", "count", "energy-red")
	h.play("red gain 40")
	for _, w := range all {
		w.film(h)
	}
	h.play("red slide", "red pass")
	moves(t, h, all, "level-up", "count", "energy-red")
	for _, w := range all {
		if said := w.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// Each step of the Automa that changes something moves it.
func TestStepsOfTheAutomaMove(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := broadcast{"council-of-shadows", []string{"purple"}, []string{"full-book"}}.begin(t)
	all := filmed(t, h, watcher{path: "/seat/purple"}, watcher{path: "/table"})
	r, steps := rand.New(rand.NewPCG(3, 5)), 0
	for n := 0; n < 300 && steps < 3; n++ {
		h.random(r, []engine.Seat{"purple"}, 1)
		snap, err := h.table.Snapshot(t.Context(), "")
		check(t, err)
		robot := slices.ContainsFunc(snap.View.Seats, func(p engine.Place) bool {
			return p.Robot && len(snap.Log) > 0 && p.Seat == snap.Log[len(snap.Log)-1].By
		})
		var changed bool
		for _, w := range all {
			f := w.film(h)
			for _, m := range f {
				if !robot || m.Version != snap.Version || len(m.Changed) == 0 {
					continue
				}
				changed = true
				if len(m.Astray) > 0 || len(f.really()) == 0 {
					t.Errorf("step %d, %s: %q changes %v and moves %v; these jump: %v", m.Version, w.path, m.Told, m.Changed, m.Moved, m.Astray)
				}
			}
		}
		if changed {
			steps++
		}
	}
	if steps < 3 {
		t.Errorf("only %d steps of the Automa change something", steps)
	}
}

// Who comes late winds the film: it goes on step by step, back, holds, and skips to what
// is now.
func TestFilmIsWound(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	check(t, h.release("purple"))
	p := browse(t, true).Page(t, h.url, "de", 390, 844)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Until(`location.pathname === "/seat/purple" && typeof step === "function" && reel.length > 0`)
	chromium.Ask[bool](p, `speed = .0001, true`) // what waits is not shown by itself within this test
	at := func() string { return chromium.Ask[string](p, `document.body.dataset.version`) }
	wind := func(key, version, told string) { // a version may have more than one moment
		t.Helper()
		for n := 0; n < 12 && at() != version; n++ {
			p.Click("[data-film=" + key + "]")
		}
		if text := p.Text("#film-told"); at() != version || !strings.Contains(text, told) {
			t.Errorf("after %s it shows %s and tells %q, want %s and %q", key, at(), text, version, told)
		}
	}
	h.play("purple pass", "red pass", "purple plan 1 gems", "purple plan 2 upgrade")
	p.Until(`moments.at(-1)?.version === 4 && !document.querySelector("#film").hidden`)
	wind("next", "2", "Phase 2")
	wind("back", "1", "Ben ist am Zug")
	wind("next", "3", "Ana")
	chromium.Ask[bool](p, `clearTimeout(next), speed = 100, next = setTimeout(run, 1), true`)
	p.Until(`next === 0`) // its time has come, and it holds
	if !chromium.Ask[bool](p, `document.querySelector("[data-film=pause]").getAttribute("aria-pressed") === "true" && moments.length > 0 && document.body.dataset.version === "3"`) {
		t.Error("the film goes on while it is held")
	}
	p.Click("[data-film=pause]")
	p.Until(`document.body.dataset.version === "4" && document.querySelector("#film").hidden`)
	chromium.Ask[bool](p, `speed = .0001, true`)
	h.play("purple plan 3 colonize", "purple ready", "red plan 1 discover")
	last := h.version("purple")
	p.Until(`moments.length > 0 && !document.querySelector("#film").hidden`)
	p.Click("[data-film=skip]")
	p.Until(`document.body.dataset.version === "` + last + `" && moments.length === 0 && document.querySelector("#film").hidden`)
	h.play("red plan 2 colonize")
	p.Until(`document.body.dataset.version === "` + h.version("purple") + `" && next > 0`)
	check(t, h.table.Notify(t.Context(), engine.Say("no dice are to be rolled"))) // as a card does that is moved as the game has it
	p.Until(`document.querySelector("#part-sheet").textContent.includes("Würfel")`)
	if !chromium.Ask[bool](p, `document.querySelector("#film").hidden && moments.length === 0 && reel.at(-2).version !== reel.at(-1).version`) {
		t.Error("a notice takes the place of the prompt, and the last step is told once more")
	}
	chromium.Ask[bool](p, `clearTimeout(next), next = 0, speed = 1, true`)
	for _, want := range []string{"2", "4", "1"} {
		chromium.Ask[bool](p, `document.querySelector("[data-film=speed]").click(), true`)
		if got := chromium.Ask[string](p, `localStorage.getItem("film-speed")`); got != want || p.Has("#film:not([hidden])") {
			t.Errorf("the speed kept is %s, want %s", got, want)
		}
	}
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

// The film gives way to a question that has a clock: whoever is asked has all of its time, while
// another moment waits. The control is a game without a clock, in which they are seen first.
func TestTheFilmDelaysNoClock(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	chrome := browse(t, true)
	for _, options := range [][]string{nil, {"no-clock"}} {
		h, _ := placed(t, fight, options...)
		check(t, h.release("frill"))
		p := chrome.Page(t, h.url, "en", 390, 844)
		p.Prefer("reduced-motion", "no-preference")
		p.Open("/table")
		p.Click("#claim-frill")
		p.Until(`location.pathname === "/seat/frill" && typeof step === "function" && reel.length > 0`)
		chromium.Ask[bool](p, `speed = .0001, true`) // what waits is not shown by itself within this test
		chromium.Ask[bool](p, `moments.push({ version: reel.at(-1).version + .5, parts: { ...reel.at(-1).parts } }), true`)
		h.play("kit cast kinetic-wave 1 1 blue-gem - ancient-rune")
		p.Until(`(moments.at(-1) ?? reel.at(-1)).version === ` + h.version("frill"))
		asked := chromium.Ask[bool](p, `document.querySelector("#film").hidden && moments.length === 0 && document.querySelector("#pass")?.checkVisibility() === true`)
		if clock := options == nil; asked != clock {
			t.Errorf("with a clock (%t) the question is seen at once: %t", clock, asked)
		}
	}
}

// Where people want calm a board that becomes smaller rings nothing, for it shows the same; a
// piece that stands elsewhere is ringed.
func TestACalmBoardIsNotRinged(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.browser().startFull()
	h.random(rand.New(rand.NewPCG(3, 5)), []engine.Seat{"purple", "red"}, 30)
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	p.Prefer("reduced-motion", "reduce")
	check(t, h.release("purple"))
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait(".map [data-key]")
	for change, want := range map[string]bool{
		`document.querySelector("#asking").style.paddingBottom = "60px"`:                  false,
		`document.querySelector(".map [data-key]").style.transform = "translate(9px, 0)"`: true,
	} {
		p.Open("/seat/purple")
		p.Until(`reel.length > 0`)
		if got := chromium.Ask[bool](p, `(() => { const was = seen(); `+change+`; moved(was); return document.querySelector(".map .changed") !== null; })()`); got != want {
			t.Errorf("after %s something on the board is ringed: %t, want %t", change, got, want)
		}
	}
}
