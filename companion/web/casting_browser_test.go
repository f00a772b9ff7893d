package web_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/setups"
)

// The position of a fight: kit may cast two spells at others, who stand on one tile before
// it and hold a counterspell each.
var fight = []string{
	"effect pointed-shield 1 attacked - - - reduce 2 - - - - owner",
	"laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3", "laid home-nuzzle fatal-fronds-4",
	"appeared companion-01", "appeared companion-02", "appeared companion-03",
	"kit collected kinetic-wave", "kit collected spectral-slap-1", "frill trapped pointed-shield-1", "nuzzle trapped pointed-shield-2",
	"frill harmed 11 kit heat-wave", "nuzzle harmed 10 kit heat-wave", "kit moved underground-volcano", "frill moved ancient-rune", "nuzzle moved ancient-rune",
	"kit turn", "kit rolled red-gem,red-gem,blue-gem,blue-gem,purple-gem", "phase act",
}

// A position of an ordinary turn: kit has a spell, frill stands before it, and the card
// beside kit's own tile costs nothing.
var ordinary = []string{
	"laid underground-volcano fatal-fronds-1", "laid home-kit red-gem-card-1", "laid home-frill fatal-fronds-3", "laid home-nuzzle fatal-fronds-4",
	"appeared companion-01", "appeared companion-02", "appeared companion-03",
	"kit collected heat-wave-1", "frill moved ancient-rune", "kit turn", "kit rolled red-gem,red-gem,blue-gem,blue-gem,purple-gem", "phase act",
}

// closely is how large names and prices are on the tile that one looks at, if it is kit's.
const closely = `document.documentElement.dataset.mapNear !== "home-kit" ? [] : [".region[data-region=home-kit] .name tspan", ".leaf:not(.down) use[y]"].map((s) => Math.min(...[...document.querySelectorAll(s)].map((e) => e.getBoundingClientRect().height)))`

// split lists choices of which the prompt does not say the beginning once, and the button the
// rest of what it is called.
const split = `((begun, all) => all.length < 2 ? ["only " + all.length] : all.filter((b) => begun + b.textContent !== b.ariaLabel || b.textContent.length > 30).map((b) => b.ariaLabel))(
	document.querySelector("#ask .say b").textContent.replace("…", ""), [...document.querySelectorAll("#ask .choices button")])`

// TestTapsOfATurn: a turn of four actions, each by touching what it is about, takes ten taps:
// three for a spell with whom it hits and what is paid, two for each other action, one to go
// on; all the while what is needed is inside the window. Looking closer shows the own tile, and what can be read there. Ending the turn at once takes one, and lets four actions lapse.
func TestTapsOfATurn(t *testing.T) {
	t.Parallel()
	h, _ := placed(t, ordinary)
	p := browse(t, true).Page(t, h.url, "en", 390, 664)
	p.Prefer("reduced-motion", "reduce")
	p.Open("/table")
	p.Click("#claim-kit")
	p.Wait("#part-ask")
	if text := p.Text("#ask"); !strings.Contains(text, "No more actions: 4 lapse") || chromium.Ask[bool](p, `!document.querySelector("#go").hidden`) {
		t.Errorf("with four actions left it offers %q", text)
	}
	p.Click(".closer")
	if seen := chromium.Ask[[]float64](p, closely); len(seen) != 2 || seen[0] < 11 || seen[1] < 14 {
		t.Errorf("from close by the own tile has a name and prices of %.1f pixels, want 11 and 14", seen)
	}
	p.Click(".closer")
	if seen := chromium.Ask[[]float64](p, closely); len(seen) != 0 {
		t.Errorf("control: from afar it looks at %.1f", seen)
	}
	p.Until(chromium.Rests)
	p.Click(`.act[data-act=travel]`) // then only where one may go is marked
	if seen := chromium.Ask[[]string](p, `[...document.querySelectorAll(".may[data-thing]")].map((e) => e.dataset.thing)`); len(seen) == 0 || slices.ContainsFunc(seen, func(thing string) bool { return !strings.HasPrefix(thing, "site ") }) {
		t.Errorf("to travel %v are marked", seen)
	}
	p.Until(chromium.Rests)
	p.Click(`.act[data-act=travel]`)
	if seen := chromium.Ask[[]string](p, `[...document.querySelectorAll(".may[data-thing]")].map((e) => e.dataset.thing.split(" ")[0])`); !slices.Contains(seen, "thing") {
		t.Errorf("control: only %v are marked where any act may be done", seen)
	}
	p.Until(chromium.Rests)
	chromium.Ask[bool](p, `window.taps = 0, addEventListener("click", (e) => { if (e.isTrusted) taps++ }, true), true`)
	tap := func(selectors ...string) {
		for _, s := range selectors {
			p.Until(`!("busy" in document.body.dataset)`)
			if all := chromium.Ask[[]string](p, outside); len(all) > 0 {
				t.Errorf("before %s: outside are %s", s, strings.Join(all, "; "))
			}
			if s == "#go" || strings.HasPrefix(s, "[value") {
				p.Click("#ask " + s)
			} else {
				seatpage.Middle(p, s)
			}
		}
	}
	tap(seatpage.Thing("card", "heat-wave-1"), seatpage.Thing("seat", "frill")+".standee")
	if wrong := chromium.Ask[[]string](p, split); len(wrong) > 0 {
		t.Errorf("not what the prompt and a button say together: %q", wrong)
	}
	tap(`[value="kit cast heat-wave-1 1 2 2*red-gem frill"]`)
	p.Until(`document.querySelector("#sum-frill").textContent.includes("13")`)
	tap(seatpage.Thing("card", "red-gem-card-1"), `[value^="kit collect red-gem-card-1"]`)
	p.Until(`document.querySelector(".fields").textContent.includes("Red gem")`)
	h.play("table draw heat-wave-2")
	p.Wait(seatpage.Thing("card", "heat-wave-2"))
	tap(seatpage.Thing("site", "ancient-rune"), "#go")
	tap(".dice li:nth-child(5) .die", "#go")
	p.Wait(".die-faces")
	h.play("table roll .,.,.,.,purple-orb")
	p.Until(`document.querySelector("#part-where").textContent.includes("0 left")`)
	tap("#go")
	p.Until(`document.querySelector("#part-where").textContent.includes("Turn 2")`)
	if n := chromium.Ask[int](p, "taps"); n != 10 {
		t.Errorf("the turn took %d taps, want 10", n)
	}
}

// fighting is the game of three in a fight, and how the clock of its windows runs out.
func fighting(t *testing.T) (h *house, over func()) {
	t.Helper()
	return placed(t, fight)
}

// placed is a game of three in a position, and how the clock of its windows runs out.
func placed(t *testing.T, position []string, options ...string) (h *house, over func()) {
	t.Helper()
	lines, err := setups.BoxLines("casting-shadows", "stand-in")
	check(t, err)
	rig, err := setups.LoadRig("screen")
	check(t, err)
	offers, err := companion.Offers(castingshadows.Game)
	check(t, err)
	offers[0].Box, offers[0].Boxes = "all", []companion.BoxChoice{{Name: "all", Lines: append(lines, position...)}}
	ring := make(chan time.Time)
	h = &house{t: t, lying: func(o *companion.Opts) {
		o.Now, o.After = time.Now, func(time.Duration) <-chan time.Time { return ring }
	}}
	h.furnish(rig, offers)
	g := companion.NewGame{Game: "casting-shadows", Options: append(options, "dealt")}
	for _, s := range []engine.Seat{"kit", "frill", "nuzzle"} {
		g.Seats = append(g.Seats, companion.Seating{Seat: s})
	}
	_, err = h.table.Start(t.Context(), g)
	check(t, err)
	return h, func() {
		ctx, done := context.WithTimeout(t.Context(), chromium.Patience)
		defer done()
		select {
		case ring <- time.Time{}:
		case <-ctx.Done():
			t.Fatal("no window is open")
		}
	}
}

// clocks are what pages say of the time that is left.
var clocks = regexp.MustCompile(`Time to answer: \d+ s\s*`)

// TestPhonesFight: of three phones one casts at another, which turns a counterspell up while
// the third is asked the same; then a second spell ends the game. All by touching things.
func TestPhonesFight(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	h, over := fighting(t)
	phones := map[string]*chromium.Page{}
	for _, s := range []string{"kit", "frill", "nuzzle"} {
		p := chrome.Page(t, h.url, "en", 390, 844)
		p.Prefer("reduced-motion", "reduce")
		p.Open("/table")
		p.Click("#claim-" + s)
		p.Wait("#part-ask")
		phones[s] = p
	}
	kit, frill, nuzzle := phones["kit"], phones["frill"], phones["nuzzle"]
	casts := func(card, line string) {
		t.Helper()
		seatpage.Corner(kit, seatpage.Thing("card", card))
		kit.Click(seatpage.Thing("site", "ancient-rune"))
		kit.Shot("aimed-" + card)
		kit.Click(fmt.Sprintf("#ask [value=%q]", line))
	}
	health := func(want string) {
		t.Helper()
		for _, p := range phones {
			p.Until(`[...document.querySelectorAll("#sum-kit, #sum-frill, #sum-nuzzle")].map((e) => e.textContent.match(/HP\s*(\d+)/)?.[1] ?? "-").join() === "` + want + `"`)
		}
	}
	health("18,7,8")
	casts("kinetic-wave", "kit cast kinetic-wave 1 1 blue-gem - ancient-rune")
	frill.Wait("#pass")
	nuzzle.Wait("#pass")
	frill.Shot("asked")
	nuzzle.Reads("#part-news", "Kit uses Kinetic Wave") // which comes after what is asked
	table := chrome.Page(t, h.url, "de", 1920, 1080)
	table.Open("/table")
	chromium.Ask[bool](table, `window.hits = [], new MutationObserver((all) => all.flatMap((m) => [...m.addedNodes]).forEach((e) => e.matches?.(".hit-points") && hits.push(e.textContent))).observe(document.body, { childList: true }), true`)
	if !table.Has(".dice.seen .die") {
		t.Error("the table does not show the dice")
	}
	const seconds = `Number(document.querySelector(".timer:not([hidden]) b")?.textContent.match(/^(\d+) s$/)?.[1] ?? 0)`
	for _, p := range []*chromium.Page{frill, kit, table} {
		p.Until(seconds + " > 0")
		left := chromium.Ask[int](p, seconds)
		p.Shot("clock-" + chromium.Ask[string](p, "String(innerWidth)+location.pathname.replaceAll('/', '-')"))
		if left > 12 {
			t.Errorf("%d s are left of a window", left)
		}
		p.Until(fmt.Sprintf("%s < %d", seconds, left)) // it counts, or is over
	}
	withoutClock := func() string { return clocks.ReplaceAllString(nuzzle.Text("body"), "") }
	before := withoutClock()
	seatpage.Corner(frill, seatpage.Thing("card", "pointed-shield-1"))
	frill.Shot("answer")
	frill.Click("#go")
	frill.Reads(".reaction", "Kept until the time is over")
	frill.Shot("answered")
	if after := withoutClock(); after != before {
		t.Errorf("nuzzle's page shows that frill answers:\n%s\nbefore:\n%s", after, before)
	}
	over() // before the damage
	over() // and after it, for whom it has harmed
	health("18,6,5")
	table.Until(`hits.includes("7 → 6") && hits.includes("8 → 5")`)
	frill.Shot("countered")
	kit.Shot("countered-kit")

	casts("spectral-slap-1", "kit cast spectral-slap-1 1 2 2*red-gem+blue-gem+purple-gem - ancient-rune")
	nuzzle.Wait("#pass")
	over()
	for _, p := range phones {
		p.Reads("#part-ask .over", "Kit")
		p.Shot("over")
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}
