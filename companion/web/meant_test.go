package web_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/commands"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
	"arbiter/setups"

	"github.com/chromedp/chromedp"
)

// The tables at which what people did not mean is looked for: each book of each game.
var meantTables = []companion.NewGame{
	{Game: "council-of-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "purple"}}, Order: []engine.Seat{"purple", "automa"}},
	{Game: "council-of-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "red"}}, Order: []engine.Seat{"purple", "red"}, Options: []string{"full-book", "dealt"}},
	{Game: "casting-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "kit"}, {Seat: "frill"}}, Options: []string{"dealt", "no-clock"}},
	{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}, Options: []string{"dealt"}},
	{Game: "council-of-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "red"}}, Order: []engine.Seat{"purple", "red"}},
	{Game: "casting-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "kit"}, {Seat: "frill"}}, Options: []string{"tracks-book", "no-clock"}},
}

// A wanderer is a table at which anything is played, and the page of one seat.
type wanderer struct {
	*house
	*chromium.Page
	r     *rand.Rand
	seat  engine.Seat
	seats []engine.Seat
}

// wander begins a game whose first seat has a page.
func wander(t *testing.T, g companion.NewGame, seed uint64) *wanderer {
	t.Helper()
	w := gather(t, g, seed)
	w.Page = browse(t, true).Page(t, w.url, "en", 390, 844)
	w.Open("/table")
	w.Click("#claim-" + string(w.seat))
	w.Wait("#ask")
	return w
}

// gather begins a game that nobody looks at.
func gather(t *testing.T, g companion.NewGame, seed uint64) *wanderer {
	t.Helper()
	rig, err := setups.LoadRig("screen")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game, highcouncil.Game, castingshadows.Game)
	check(t, err)
	w := &wanderer{house: &house{t: t, lying: func(o *companion.Opts) { o.Changes = nil }}, r: rand.New(rand.NewPCG(seed, 38)), seat: g.Seats[0].Seat}
	w.furnish(rig, offers)
	_, err = w.table.Start(t.Context(), g)
	check(t, err)
	for _, s := range g.Seats {
		w.seats = append(w.seats, s.Seat)
	}
	return w
}

// step plays anything, each verb as likely as another; false once nothing can be played.
func (w *wanderer) step() bool {
	w.t.Helper()
	for range 50 {
		by := map[string][]companion.Request{}
		var verbs []string
		for _, seat := range w.seats {
			snap, err := w.table.Snapshot(w.t.Context(), seat)
			check(w.t, err)
			for _, c := range snap.Legal {
				v := verb(c.Line)
				if v == "take-back" || v == "switch" || v == "adjourn" {
					continue
				}
				if by[v] == nil {
					verbs = append(verbs, v)
				}
				by[v] = append(by[v], companion.Request{Seat: seat, Line: c.Line, Version: snap.Version})
			}
		}
		if len(verbs) == 0 {
			return false
		}
		slices.Sort(verbs)
		all := by[verbs[w.r.IntN(len(verbs))]]
		if _, err := w.table.Do(w.t.Context(), all[w.r.IntN(len(all))]); err == nil {
			return true
		}
	}
	return false
}

// looks waits until the page shows what the seat may do.
func (w *wanderer) looks() companion.Snapshot {
	w.t.Helper()
	snap, err := w.table.Snapshot(w.t.Context(), w.seat)
	check(w.t, err)
	w.Until(fmt.Sprintf(`!("busy" in document.body.dataset) && +document.body.dataset.version >= %d`, snap.Version))
	return snap
}

// submitted is what each primary button, and each button whose form people need not fill in,
// would send as the page stands: "primary" or "", and the lines.
const submitted = `[...document.querySelectorAll("main button")].flatMap((b) => {
	if (!b.form || b.type !== "submit" || b.hidden || b.form.noValidate === false && !b.form.checkValidity()) return [];
	const wish = new FormData(b.form, b), line = (wish.get("line") ?? "").replaceAll("{}", wish.get("with") ?? "{}");
	const primary = b.matches(".primary") || b.form.querySelector("[name=with], select");
	return line === "" || wish.has("deck") || wish.has("all") ? [] : [[primary ? "primary" : "", line]];
})`

// unmeant tells what is wrong with what a button would send: an amount that nobody has
// touched, though others could be meant, or the end of a turn or a phase with something else.
func unmeant(snap companion.Snapshot, button []string) string {
	lines := strings.Split(button[1], page.Next)
	for _, line := range lines {
		for _, g := range commands.Groups(snap.Legal) {
			at := commands.Varying(g)
			number := !slices.ContainsFunc(at, func(i int) bool { _, is := g[0].Text.Args[i].(int); return !is })
			if button[0] != "" && len(g) > 1 && number && slices.ContainsFunc(g, func(c companion.LegalCommand) bool { return c.Line == line }) {
				return fmt.Sprintf("%q is one of %d amounts", line, len(g))
			}
		}
	}
	s := snap.State
	for _, line := range lines {
		legal := s.Legal()
		i := slices.IndexFunc(legal, func(c engine.Command) bool { return notation.Format(c) == line })
		if len(lines) == 1 || i < 0 {
			continue
		}
		events, err := s.Decide(legal[i])
		if err != nil {
			continue
		}
		before := stageAndTurn(s.View())
		for _, e := range events {
			s = s.Apply(e)
		}
		if after := stageAndTurn(s.View()); after != before {
			return fmt.Sprintf("%q ends %s, with more than that", button[1], before)
		}
	}
	return ""
}

// stageAndTurn names the phase and whose turn it is.
func stageAndTurn(v engine.View) string {
	m := fmt.Sprint(v.Stage)
	for _, p := range v.Seats {
		if p.Turn {
			m += " " + string(p.Seat)
		}
	}
	return m
}

// reachable tells whether people see where a number is entered.
const reachable = `document.querySelector("#count").checkVisibility()`

// Where cards are offered a number is entered as well: a button of the prompt opens the stepper,
// which lies beside the cards on every screen.
func TestANumberBesideCards(t *testing.T) {
	t.Parallel()
	w := wander(t, meantTables[5], 1)
	sizes := [][2]int64{{390, 844}, {1024, 768}, {360, 640}, {844, 390}}
	for _, size := range sizes[:tier.Of(t, tier.Pages, "sizes", 1, 2, len(sizes))] {
		w.Resize(size[0], size[1])
		before := w.looks()
		if chromium.Ask[bool](w.Page, `!document.querySelector("#part-offers .thing") || `+reachable) {
			t.Fatalf("at %d x %d there are no cards, or a number that nobody wants", size[0], size[1])
		}
		w.Until(chromium.Rests)
		w.Click("#ask [data-line='kit suffer {}']")
		w.Until(reachable + ` && ((r) => document.elementFromPoint(r.right - 4, r.y + r.height / 2)?.dataset.add === "5")(document.querySelector("[data-add='5']").getBoundingClientRect())`)
		w.Fill("#count", "3")
		w.Reads("#ask", "Take 3 damage")
		w.Until(chromium.Rests)
		w.Click("#go")
		w.Until(fmt.Sprintf(`+document.body.dataset.version > %d`, before.Version))
		if did := w.since(before.Version); !slices.Equal(did, []string{"Take 3 damage"}) {
			t.Errorf("at %d x %d 3 is entered as %q", size[0], size[1], did)
		}
		w.house.play("kit finish", "kit finish", "frill finish", "frill finish")
	}
}

// Nothing is booked that nobody meant: over random games no primary button of a seat enters
// an amount that nobody has touched, and none that ends a turn or a phase does anything else;
// what gives something up stands on a button in words, and is no primary one. The control is a
// button that enters the last number and ends the turn.
func TestNothingIsBookedThatNobodyMeant(t *testing.T) {
	t.Parallel()
	states, entered, asked := 0, 0, 0
	lapsing := map[string]int{} // by what lapses
	for i, g := range meantTables[:tier.Of(t, tier.Pages, "tables", 1, len(meantTables), len(meantTables))] {
		w := wander(t, g, uint64(i)+tier.Seed(t))
		for range tier.Of(t, tier.Pages, "states", 5, 24, 400) {
			if !w.step() {
				break
			}
			snap := w.looks()
			if len(snap.Legal) == 0 {
				continue
			}
			states++
			for _, b := range chromium.Ask[[][]string](w.Page, submitted) {
				if wrong := unmeant(snap, b); wrong != "" {
					t.Errorf("%s %q: %s", g.Game, g.Options, wrong)
				}
				if e := w.effect(snap, b[1]); b[0] == "primary" && !e.Lapses.IsZero() {
					t.Errorf("%s %q: the primary button does it, though %q", g.Game, g.Options, e.Lapses)
				}
			}
			for _, c := range snap.Legal {
				if e := w.effect(snap, c.Line); !e.Lapses.IsZero() {
					lapsing[e.Lapses.Format]++
					if said := chromium.Ask[string](w.Page, fmt.Sprintf(`document.querySelector("#part-moves [value='%s']")?.textContent ?? ""`, c.Line)); said != e.Lapses.String() {
						t.Errorf("%q is on a button that says %q, want %q", c.Line, said, e.Lapses)
					}
				}
			}
			if chromium.Ask[bool](w.Page, `!!document.querySelector("#count") && "number" in document.querySelector("#ask").dataset`) {
				entered++
				if !chromium.Ask[bool](w.Page, reachable) {
					t.Fatalf("%s %q: nobody can enter %q", g.Game, g.Options, chromium.Ask[string](w.Page, `document.querySelector("#count").dataset.line`))
				}
				w.enters(snap)
			} else if chromium.Ask[bool](w.Page, `!!document.querySelector("#ask [data-count]")`) {
				asked++
				if !chromium.Ask[bool](w.Page, `document.querySelector("#ask [data-count]").click(), `+reachable) {
					t.Errorf("%s %q: nobody can enter %q", g.Game, g.Options, chromium.Ask[string](w.Page, `document.querySelector("#count").dataset.line`))
				}
			}
		}
	}
	if entered == 0 || len(lapsing) == 0 {
		t.Errorf("of %d states %d ask for a number and %d let something lapse, which proves nothing", states, entered, len(lapsing))
	}
	t.Logf("%d states, %d ask for a number, %d may be told one; lapsing %v", states, entered, asked, lapsing)
}

// effect is what a line would do.
func (w *wanderer) effect(snap companion.Snapshot, line string) engine.Effect {
	i := slices.IndexFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.Line == line })
	j := slices.IndexFunc(w.table.Offers(), func(o companion.GameOffer) bool { return o.Game.Name == snap.Game })
	if i < 0 || w.table.Offers()[j].Game.Effect == nil {
		return engine.Effect{}
	}
	return w.table.Offers()[j].Game.Effect(snap.State, snap.Legal[i].Command)
}

// enters adds one: the prompt says what it changes, the button enters that alone, and
// what a merged button does is found.
func (w *wanderer) enters(snap companion.Snapshot) {
	w.t.Helper()
	ends := chromium.Ask[string](w.Page, `document.querySelector("#go").value`)
	w.Do("more", chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-add='1']").click()`))
	all := chromium.Ask[[]string](w.Page, `[document.querySelector("#go").value, document.querySelector("#ask .say small").textContent]`)
	if strings.Contains(all[0], page.Next) || !strings.HasSuffix(all[0], " 1") || all[1] == "" {
		w.t.Errorf("one is entered by %q, and the prompt says %q", all[0], all[1])
	}
	if i := slices.IndexFunc(snap.View.Tracks, func(t engine.Track) bool { return t.Name == "energy" }); verb(all[0]) == "gain" {
		by := slices.IndexFunc(snap.View.Seats, func(p engine.Place) bool { return strings.HasPrefix(all[0], string(p.Seat)+" ") })
		if was := snap.View.Tracks[i].At[by]; all[1] != fmt.Sprintf("Energy: %d → %d", was, was+1) {
			w.t.Errorf("of one more than %d the prompt says %q", was, all[1])
		}
	}
	if merged := []string{"primary", all[0] + page.Next + ends}; unmeant(snap, merged) == "" {
		w.t.Errorf("control: nothing is found wrong with %q", merged[1])
	}
	w.Fill("#count", "")
	if now := chromium.Ask[string](w.Page, `document.querySelector("#go").value`); now != ends {
		w.t.Errorf("without a number the button sends %q, want %q", now, ends)
	}
}

// spots are what can be tapped on the page of a seat, in the middle of each that is on top
// there: where, and what it is. What leads to another page is left out, and what only unfolds.
const spots = `[...document.querySelectorAll("#ask button, #part-dock .thing, #part-dock .die, #part-dock .rows button, #part-offers .thing, .reaction button, .may")].flatMap((e) => {
	const r = (e.querySelector(".hit") ?? e).getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
	const on = document.elementFromPoint(x, y);
	return e.checkVisibility() && on && (on === e || e.contains(on)) ? [[x, y]] : [];
})`

// tapped taps a spot, and returns the version of the game once the page has the answer.
func (w *wanderer) tapped(x, y float64) int {
	w.t.Helper()
	w.Do("tap", chromedp.MouseClickXY(x, y))
	w.Until(`!("busy" in document.body.dataset)`)
	return w.looks().Version
}

// twice taps some spots of the page twice each while the dead time is as long as this, with
// nothing between the answer to the first tap and the second; it returns how often both did
// something.
func (w *wanderer) twice(states int, deadTime string) (did, both int) {
	w.t.Helper()
	for n := 0; n < states && (n%3 > 0 || w.step()); n++ {
		before := w.looks().Version
		chromium.Ask[bool](w.Page, `deadTime = 0, true`)
		w.Until(`document.getAnimations().every((a) => a.playState !== "running")`)
		all := chromium.Ask[[][]float64](w.Page, spots)
		if len(all) == 0 {
			continue
		}
		at := all[0] // of the prompt, where it has a button
		if n%2 > 0 {
			at = all[w.r.IntN(len(all))]
		}
		chromium.Ask[bool](w.Page, `deadTime = `+deadTime+`, layouts = [], last = null, true`) // it has been so for long
		first := w.tapped(at[0], at[1])
		if first > before {
			did++
			if second := w.tapped(at[0], at[1]); second > first {
				both++
				w.t.Logf("%s: a tap at %v and another are %q", w.seat, at, w.since(before))
			}
		}
	}
	return did, both
}

// since are the last lines of the log.
func (w *wanderer) since(version int) (all []string) {
	for _, l := range w.looks().Log {
		if l.Seq > version {
			all = append(all, l.Command.String())
		}
	}
	return all
}

// A double tap does one thing: whatever it hits on phones, a tablet and a television's size, in
// random games, the second tap does nothing after a first one that did something, however soon its
// outcome is shown. Where the page has come to rest a tap does what it says. The control, of each
// size, has no dead time.
func TestADoubleTapDoesOneThing(t *testing.T) {
	t.Parallel()
	states := tier.Of(t, tier.Pages, "states", 6, 8, 300)
	sizes := []struct {
		width, height int64
		tables        []int
	}{{390, 664, []int{0, 4}}, {390, 844, []int{1}}, {1024, 768, []int{2, 3}}, {1920, 1080, []int{3}}}
	for _, size := range sizes[:tier.Of(t, tier.Pages, "sizes", 1, len(sizes), len(sizes))] {
		if tier.Of(t, tier.Pages, "all tables", 0, 0, 1) > 0 {
			size.tables = []int{0, 1, 2, 3, 4, 5}
		}
		did, doubled := 0, 0
		for _, n := range size.tables {
			w := wander(t, meantTables[n], uint64(n)+tier.Seed(t))
			w.Resize(size.width, size.height)
			once, both := w.twice(states, "1e9")
			if both > 0 {
				t.Errorf("%d x %d, %s %q: %d of %d double taps did two things", size.width, size.height, meantTables[n].Game, meantTables[n].Options, both, once)
			}
			did += once
			for range 5 {
				if doubled > 0 {
					break
				}
				_, doubled = w.twice(states, "0")
			}
		}
		if did == 0 || doubled == 0 {
			t.Errorf("control at %d x %d: %d taps did something, and %d double taps two things without a dead time, which proves nothing", size.width, size.height, did, doubled)
		}
		t.Logf("%d x %d: %d taps did something; %d double taps did two things without a dead time", size.width, size.height, did, doubled)
	}
}

// Once the page rests, a tap does what it says, and a key does so at once.
func TestAfterTheDeadTimeATapWorks(t *testing.T) {
	t.Parallel()
	w := wander(t, meantTables[4], 1)
	at := chromium.Ask[[]float64](w.Page, `((r) => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector("#ask button:not([hidden])").getBoundingClientRect())`)
	chromium.Ask[bool](w.Page, `deadTime = 1e9, changes([]), true`)
	if v := w.tapped(at[0], at[1]); v != 0 {
		t.Error("a page that has just come heeds a tap")
	}
	chromium.Ask[bool](w.Page, `deadTime = 400, changes([]), true`)
	w.Until(chromium.Rests)
	if v := w.tapped(at[0], at[1]); v != 1 {
		t.Error("a page that rests does not heed a tap")
	}
	w.house.play("red pass")
	w.looks()
	chromium.Ask[bool](w.Page, `deadTime = 1e9, changes([]), true`)
	w.Key(".hand .thing", "\r", `document.querySelectorAll(".slot:not(.empty)").length === 1`)
}

// A button that names an address of its own is sent there by the script, as it is without one;
// others go where their form says.
func TestAButtonIsSentWhereItSays(t *testing.T) {
	t.Parallel()
	w := wander(t, meantTables[4], 1)
	w.house.play("purple pass", "red pass")
	w.looks()
	sent := func(button string) string {
		return chromium.Ask[string](w.Page, fmt.Sprintf(`(() => {
			let to;
			const real = window.fetch;
			window.fetch = (address) => { to = new URL(address, location).pathname; return new Promise(() => {}); };
			const b = %s;
			b.form.requestSubmit(b);
			[window.fetch, busy] = [real, false];
			return to;
		})()`, button))
	}
	for button, want := range map[string]string{`document.querySelector("#part-moves [formaction='/lay']")`: "/lay", `document.querySelector("form[action='/free'] button")`: "/free"} {
		if to := sent(button); to != want {
			t.Errorf("%s is sent to %q, want %q", button, to, want)
		}
	}
}

// Two wishes that a seat has chosen from one snapshot do one thing, whichever they are: the
// second one is refused, unless both are made in secret and differ, as cards are laid one after
// the other. The control is the same wish, chosen anew.
func TestTwoWishesFromOneSnapshotDoOneThing(t *testing.T) {
	t.Parallel()
	pairs, again := 0, 0
	for i, g := range meantTables {
		w := gather(t, g, uint64(i)+tier.Seed(t))
		for range tier.Of(t, tier.Pages, "states", 60, 200, 2000) {
			seat := w.seats[w.r.IntN(len(w.seats))]
			snap, err := w.table.Snapshot(t.Context(), seat)
			check(t, err)
			legal := slices.DeleteFunc(snap.Legal, func(c companion.LegalCommand) bool { return verb(c.Line) == "switch" || verb(c.Line) == "adjourn" })
			if len(legal) == 0 {
				if !w.step() {
					break
				}
				continue
			}
			one, two := legal[w.r.IntN(len(legal))], legal[w.r.IntN(len(legal))]
			did := func(line string, version int) (int, bool) {
				a, err := w.table.Do(t.Context(), companion.Request{Seat: seat, Line: line, Version: version})
				return a.Version, err == nil && a.Version > snap.Version
			}
			version, first := did(one.Line, snap.Version)
			if !first {
				continue // an answer that is kept until all had the time, or one that everybody has to agree to
			}
			pairs++
			_, second := did(two.Line, snap.Version)
			hidden := func(c companion.LegalCommand) bool {
				events, err := snap.State.Decide(c.Command)
				return err == nil && engine.Hidden(engine.Entry{Events: events}, "")
			}
			if second && (one.Line == two.Line || !hidden(one) || !hidden(two)) {
				t.Errorf("%s %q: %q and %q, chosen at the same time, were both done", g.Game, g.Options, one.Line, two.Line)
			}
			if !second {
				if _, anew := did(two.Line, version); anew {
					again++
				}
			}
		}
	}
	if pairs < 100 || again < 10 {
		t.Errorf("%d pairs, of which %d could both be done one after the other: this proves little", pairs, again)
	}
	t.Logf("%d pairs, %d could both be done one after the other", pairs, again)
}
