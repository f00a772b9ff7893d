package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// Windows of which each game is played in one, or in the long tier in all.
var steadyWindows = [][2]int64{{390, 664}, {390, 844}, {1024, 768}, {1440, 900}, {1920, 1080}}

// lie keeps in lies where what people reach for lies, as the page stands and with each of a few things
// picked: the primary button by its right and its lower edge, for longer words make it larger; the
// board by its edges; the cards of the hand by the upper edge of the first.
const lie = `window.lies = null, (async () => {
	const drawn = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
	await drawn();
	const box = (s) => { const e = document.querySelector(s); return e?.checkVisibility() && e.getBoundingClientRect(); };
	const phase = document.getElementById("main").dataset.layout, said = () => document.querySelector("#ask .say b").textContent;
	const now = (what) => {
		const go = box("#go"), board = box("#part-board"), hand = box("#part-dock .hand > li");
		return { phase, what, go: go ? [go.right, go.bottom] : null, board: [board.x, board.y, board.right, board.bottom], hand: hand ? [hand.y] : null };
	};
	const all = [now(said())], lays = [...document.querySelectorAll("#part-moves [data-free]")].length > 0;
	const may = lays ? [] : [...document.querySelectorAll(".may[data-thing]")].filter((e) => !e.matches(".picked, .picked *"));
	for (const thing of may.slice(0, 3).map((e) => e.dataset.thing)) {
		document.querySelector('.may[data-thing="' + CSS.escape(thing) + '"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
		await drawn();
		all.push(now(said() + " with " + thing));
		document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
		await drawn();
	}
	lies = all;
})(), true`

type lying struct {
	Phase, What     string
	Go, Board, Hand []float64
}

// A steady page is what was seen of it in the phase that it is in.
type steadyPage struct {
	during        string
	was           lying
	go_, hand     []float64 // where they lay last
	least         float64   // the lowest that the board has ended
	states, picks int
}

// jumps tells what jumps where a page comes to lie otherwise in the same phase: the primary button or
// the hand by more than 8 pixels, an edge of the board, or the lower one but to make room once.
func (s *steadyPage) jumps(all []lying) (found []string) {
	for i, now := range all {
		if now.Phase != s.during {
			*s = steadyPage{during: now.Phase, was: now, least: now.Board[3], states: s.states, picks: s.picks}
		}
		s.states, s.picks = s.states+1, s.picks+min(i, 1)
		off := func(what string, a, b []float64) {
			for j := range a {
				if d := b[j] - a[j]; d > 8 || d < -8 {
					found = append(found, fmt.Sprintf("%s moves by %.0f: %q, then %q", what, d, s.was.What, now.What))
				}
			}
		}
		if now.Go != nil {
			off("the primary button", s.go_, now.Go)
			s.go_ = now.Go
		}
		if now.Hand != nil && now.Board[3] >= s.least-1 {
			off("the hand", s.hand, now.Hand)
		}
		s.hand = now.Hand
		off("the board", s.was.Board[:3], now.Board[:3])
		if now.Board[3] > s.least+1 {
			found = append(found, fmt.Sprintf("the board grows by %.0f: %q, then %q", now.Board[3]-s.least, s.was.What, now.What))
		}
		s.least, s.was = min(s.least, now.Board[3]), now
	}
	return found
}

// wanders plays random states on a page of this size and tells what jumps in them. Now and then
// there is a notice.
func (w *wanderer) jumps(states int, size [2]int64) (found []string, s steadyPage) {
	w.t.Helper()
	w.Resize(size[0], size[1])
	for n := range states {
		w.looks()
		chromium.Ask[bool](w.Page, `hurry(), true`)
		w.Until(`!document.body.classList.contains("watching")`)
		chromium.Ask[bool](w.Page, lie)
		w.Until(`lies !== null`)
		for _, x := range s.jumps(chromium.Ask[[]lying](w.Page, `lies`)) {
			found = append(found, fmt.Sprintf("%d x %d: %s", size[0], size[1], x))
		}
		if n%4 == 2 {
			check(w.t, w.table.Notify(w.t.Context(), engine.Say("no dice are to be rolled")))
			w.Until(`document.querySelector("#part-sheet").textContent.includes("dice")`)
		}
		if !w.step() {
			break
		}
	}
	return found, s
}

// Nothing jumps: in random games no primary button moves by more than 8 pixels within a phase, in
// any window, nor do the hand and the edges of the board, whatever is asked, picked and noticed; the
// board makes room once. The control is a page that lies as its parts come.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	states := tier.Of(t, tier.Pages, "states", 4, 14, 150)
	every := tier.Of(t, tier.Pages, "windows", 1, 1, len(steadyWindows))
	var all steadyPage
	for i, g := range meantTables[:tier.Of(t, tier.Pages, "tables", 1, 4, len(meantTables))] {
		for n := range every {
			w := wander(t, g, uint64(i)+tier.Seed(t))
			found, s := w.jumps(states, steadyWindows[(i+n)%len(steadyWindows)])
			for _, x := range found {
				t.Errorf("%s %q: %s", g.Game, g.Options, x)
			}
			all.states, all.picks = all.states+s.states, all.picks+s.picks
		}
	}
	w := wander(t, companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}, Options: []string{"dealt"}}, 1)
	chromium.Ask[bool](w.Page, `document.addEventListener("shown", () => { for (const e of document.querySelectorAll("#tray, #tray > *")) e.style.minHeight = "0"; }), document.adoptedStyleSheets = [new CSSStyleSheet()], document.adoptedStyleSheets[0].replaceSync("#tray, #tray > * { min-height: 0 !important; } #tray #asking { order: -1; margin: 0; }"), true`)
	found, _ := w.jumps(24, steadyWindows[0])
	for _, what := range []string{"the primary button", "the board"} {
		if !slices.ContainsFunc(found, func(x string) bool { return strings.Contains(x, what) }) {
			t.Errorf("control: %s moves on no page that is made to jump, so this proves nothing; found %q", what, found)
		}
	}
	t.Logf("%d layouts, %d with something picked", all.states, all.picks)
}

// The ring of The High Council keeps a size that fingers can use on a phone, whatever is noticed
// and chosen; notices fold to a button where they lie over what one wants to touch.
func TestTheRingKeepsItsSize(t *testing.T) {
	t.Parallel()
	w := wander(t, meantTables[3], 1)
	ring := func() float64 {
		return chromium.Ask[float64](w.Page, `(() => { const r = document.querySelector(".round .path").getBoundingClientRect(); return Math.min(r.width, r.height); })()`)
	}
	for _, size := range steadyWindows[:3] {
		w.Resize(size[0], size[1])
		w.looks()
		chromium.Ask[bool](w.Page, `window.drawn = false, requestAnimationFrame(() => setTimeout(() => { drawn = true })), true`)
		w.Until(`drawn`) // in the new size
		before := ring()
		check(w.t, w.table.Notify(t.Context(), engine.Say("no dice are to be rolled")))
		w.Until(`document.querySelector("#part-sheet").textContent.includes("dice")`)
		if after := ring(); after < 200 || after != before {
			t.Errorf("%v: the ring is %.0f wide, then %.0f", size, before, after)
		}
		covers := `document.elementsFromPoint(innerWidth < 900 ? innerWidth / 2 : innerWidth * .6, document.querySelector("#part-board").getBoundingClientRect().bottom - 20).some((e) => e.closest("#part-sheet"))`
		if !chromium.Ask[bool](w.Page, covers) {
			t.Errorf("%v: no notice lies over the board, so this proves nothing", size)
		}
		const long = `(() => { const said = document.querySelector("#part-sheet").lastElementChild, more = Array.from({ length: 40 }, () => said.cloneNode(true)); said.after(...more);
			const e = document.querySelector("#part-sheet"), r = e.getBoundingClientRect(), of = document.querySelector("#part-board").getBoundingClientRect(), scrolls = e.scrollHeight > e.clientHeight;
			for (const x of more) x.remove(); return [r.top - of.top, of.bottom - r.bottom, scrolls ? 0 : -1]; })()`
		if out := chromium.Ask[[]float64](w.Page, long); slices.Min(out) < -.5 {
			t.Errorf("%v: many notices do not keep within the board and scroll there: %v", size, out)
		}
		w.Click("#fold")
		if chromium.Ask[bool](w.Page, covers) {
			t.Errorf("%v: folded notices lie over the board", size)
		}
		w.Click("#fold")
		w.house.random(w.r, w.seats, 2)
	}
	w.Resize(1440, 900) // there cards to choose from take the place of the hand
	least, offers := 1000.0, 0
	for n := 0; n < 40 && offers < 2 && w.step(); n++ {
		w.looks()
		chromium.Ask[bool](w.Page, `hurry(), true`)
		w.Until(chromium.Rests)
		if chromium.Ask[bool](w.Page, `document.getElementById("main").matches("[data-layout~=offers]")`) {
			offers++
		}
		least = min(least, ring())
	}
	if least < 480 || offers == 0 {
		t.Errorf("on a wide page the ring is %.0f wide; cards were offered %d times", least, offers)
	}
}

// On a phone that lies on its side what is asked stays above the tools, however many cards may be
// bought. The control lets the cards keep their height.
func TestWhatIsAskedStaysOnAPhoneOnItsSide(t *testing.T) {
	t.Parallel()
	w := reach(t, browse(t, true), twoOnScreens, func(w *wanderer) bool {
		_, _, all := w.moves("purple")
		return slices.ContainsFunc(all, func(m page.Move) bool { return verb(m.Line) == "buy" && m.OnCard })
	})
	w.Resize(844, 390)
	w.Until(chromium.Rests)
	over := func(rules string) float64 {
		return chromium.Ask[float64](w.Page, fmt.Sprintf(`document.adoptedStyleSheets = [new CSSStyleSheet()], document.adoptedStyleSheets[0].replaceSync(%q), document.getElementById("asking").getBoundingClientRect().bottom - document.querySelector(".page-seat .tools").getBoundingClientRect().top`, rules))
	}
	w.Keep("a phone on its side")
	if by := over(""); by > 1 {
		t.Errorf("what is asked lies %.0f pixels over the tools", by)
	}
	if by := over("#part-offers { flex: none !important; min-height: 300px !important; }"); by <= 1 {
		t.Errorf("control: high cards push it to %.0f pixels, so this proves nothing", by)
	}
}
