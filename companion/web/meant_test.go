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
	w.Page = browse(t, true).Page(t, w.url, "en", 390, 844)
	w.Open("/table")
	w.Click("#claim-" + string(w.seat))
	w.Wait("#ask")
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

// Nothing is booked that nobody meant: over random games no primary button of a seat enters
// an amount that nobody has touched, and none that ends a turn or a phase does anything else.
// The control is a button that enters the last number and ends the turn.
func TestNothingIsBookedThatNobodyMeant(t *testing.T) {
	t.Parallel()
	states, entered := 0, 0
	for i, g := range meantTables[:tier.Of(t, tier.Pages, "tables", 1, len(meantTables), len(meantTables))] {
		w := wander(t, g, uint64(i)+tier.Seed(t))
		for range tier.Of(t, tier.Pages, "states", 5, 40, 400) {
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
			}
			if chromium.Ask[bool](w.Page, `!!document.querySelector("#count") && "number" in document.querySelector("#ask").dataset`) {
				entered++
				w.enters(snap)
			}
		}
	}
	if entered == 0 {
		t.Errorf("of %d states none asks for a number, which proves nothing", states)
	}
	t.Logf("%d states, %d ask for a number", states, entered)
}

// enters adds one: the prompt says what it changes, the button enters that alone, and
// what a merged button does is found.
func (w *wanderer) enters(snap companion.Snapshot) {
	w.t.Helper()
	ends := chromium.Ask[string](w.Page, `document.querySelector("#go").value`)
	w.Do("more", chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-add='1']").click()`))
	all := chromium.Ask[[]string](w.Page, `[document.querySelector("#go").value, document.querySelector("#ask .say b").textContent, document.querySelector("#ask .say small").textContent]`)
	if strings.Contains(all[0], page.Next) || !strings.HasSuffix(all[0], " 1") || !strings.Contains(all[1], "1") {
		w.t.Errorf("one is entered by %q, and the prompt says %q", all[0], all[1])
	}
	if i := slices.IndexFunc(snap.View.Tracks, func(t engine.Track) bool { return t.Name == "energy" }); verb(all[0]) == "gain" {
		by := slices.IndexFunc(snap.View.Seats, func(p engine.Place) bool { return strings.HasPrefix(all[0], string(p.Seat)+" ") })
		if was := snap.View.Tracks[i].At[by]; all[2] != fmt.Sprintf("Energy: %d → %d", was, was+1) {
			w.t.Errorf("of one more than %d the prompt says %q", was, all[2])
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
