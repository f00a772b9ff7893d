package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"

	"github.com/chromedp/chromedp"
)

// People need few taps for a round, and lose no decision: what leaves no choice happens
// by itself. Where it does not they need more. Between taps all that they need is inside
// one window. Of the tracks book two taps tell the energy that the cards brought on the board:
// how much it is, and that it is entered; and one tells which side of its card the Automa
// carries out, which the cardboard alone knows.
func TestTaps(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	alone := companion.NewGame{Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}}, Order: []engine.Seat{"purple", "automa"}}
	full, pair := alone, companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}, Options: []string{"dealt"}}
	alone.Options, full.Options = []string{"dealt"}, []string{"full-book", "dealt"}
	games := []struct {
		name  string
		lang  string
		game  companion.NewGame
		most  int
		after int // rounds that are played first
	}{{"a turn of The High Council", "en", pair, 5, 0}, {"a round of the tracks book", "es", alone, 10, 1}, {"a round of the full book", "de", full, 12, 1}}
	for _, c := range games[:tier.Of(t, tier.Pages, "games", 1, 2, len(games))] {
		taps := newScreens(t, true, c.game).played(chrome, c.lang, c.after)
		if len(taps) > c.most {
			t.Errorf("%s needs %d taps, want at most %d:\n%s", c.name, len(taps), c.most, strings.Join(taps, "\n"))
		}
		t.Logf("%s: %d taps: %q", c.name, len(taps), taps)
		if c.after == 0 {
			continue
		}
		if asked := newScreens(t, false, c.game).played(chrome, c.lang, c.after); len(asked) <= len(taps) {
			t.Errorf("control: where nothing happens by itself %s needs %d taps, which proves nothing", c.name, len(asked))
		}
	}
}

// Screens are a house without readers and cardboard, where the same is drawn each time.
type screens struct {
	*house
	*chromium.Page
	seat engine.Seat
}

// newScreens begins a game; helped: what leaves no choice, and chance, happens by itself.
func newScreens(t *testing.T, helped bool, g companion.NewGame) *screens {
	t.Helper()
	rig, err := setups.LoadRig("screen")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game, highcouncil.Game)
	check(t, err)
	h := &house{t: t, lying: func(o *companion.Opts) {
		o.Changes, o.Virtual = nil, helped
		o.Rank = func(_ string, _ engine.Sealed, d companion.Drawn) string {
			sum := fnv.New64()
			fmt.Fprint(sum, d.Entry, d.Line)
			return fmt.Sprintf("%016x", sum.Sum64())
		}
	}}
	for i := range offers {
		if helped {
			offers[i].Deals = func(_ engine.State, c engine.Command) bool { return c.By() == engine.Table }
		}
	}
	h.furnish(rig, offers)
	_, err = h.table.Start(t.Context(), g)
	check(t, err)
	if helped {
		h.run(h.deal)
	}
	return &screens{house: h, seat: g.Seats[0].Seat}
}

// deal lets the table draw what it owes, as the program does.
func (h *house) deal(ctx context.Context) {
	shots, err := h.table.Watch(ctx, engine.Table)
	if err != nil {
		return
	}
	for snap := range shots {
		var lines []string
		for _, c := range snap.Legal {
			if c.By == engine.Table {
				lines = append(lines, c.Line)
			}
		}
		if len(lines) > 0 {
			h.table.Draw(ctx, lines, snap.Version) // refused where the moment has passed: another one comes
		}
	}
}

// unsaid tells whether a card is picked to be taken and the prompt says nothing below its
// question, while the card is too small to show what it does.
const unsaid = `document.querySelector(".offer .picked .tx:not(.long)") !== null && !document.querySelector("#go").hidden && document.querySelector("#ask .say small").textContent === ""`

// played is what was tapped in a round or a turn after others, as the page has counted.
func (s *screens) played(chrome *chromium.Browser, lang string, after int) []string {
	s.t.Helper()
	s.Page = chrome.Page(s.t, s.url, lang, 390, 844)
	s.Prefer("reduced-motion", "reduce")
	s.Open("/table")
	s.Click("#claim-" + string(s.seat))
	s.Wait("#ask")
	chromium.Ask[bool](s.Page, `window.taps = [], addEventListener("click", (e) => {
		const on = e.target.closest("[data-thing]")?.dataset.thing ?? e.target.closest("button")?.value;
		if (e.isTrusted) taps.push((on || e.target.id || "") + " " + e.target.textContent.trim().slice(0, 30));
	}, true), true`)
	at, begun := s.turn(), 0
	for range 120 {
		snap := s.asked()
		if now := s.turn(); now != at {
			taps := chromium.Ask[[]string](s.Page, "taps")
			if after--; after < 0 || snap.View.Over {
				return taps[begun:]
			}
			at, begun = now, len(taps)
		}
		if all := chromium.Ask[[]string](s.Page, outside); len(all) > 0 {
			s.t.Errorf("%s, %s: outside are %s", s.seat, snap.View.Phase, strings.Join(all, "; "))
		}
		if chromium.Ask[bool](s.Page, unsaid) {
			s.t.Errorf("%s, %s: the prompt does not say what the card does", s.seat, snap.View.Phase)
		}
		s.tap(s.wanted(snap)...)
	}
	s.t.Fatalf("it does not end: %q", chromium.Ask[[]string](s.Page, "taps"))
	return nil
}

// turn is the round, or in a game without rounds whether the seat acts.
func (s *screens) turn() string {
	s.t.Helper()
	snap, err := s.table.Snapshot(s.t.Context(), s.seat)
	check(s.t, err)
	if snap.Game == "high-council" {
		return fmt.Sprint(slices.ContainsFunc(snap.View.Prompts, func(p engine.Prompt) bool { return p.Seat == "red" }))
	}
	return snap.View.Stage[0].String()
}

// asked waits until the seat may do something, and its page shows it.
func (s *screens) asked() (snap companion.Snapshot) {
	s.t.Helper()
	s.Until(`!("busy" in document.body.dataset)`)
	ctx, cancel := context.WithTimeout(s.t.Context(), chromium.Patience)
	defer cancel()
	shots, err := s.table.Watch(ctx, s.seat)
	check(s.t, err)
	for snap = range shots {
		if len(snap.Legal) > 0 || snap.View.Over || slices.ContainsFunc(snap.View.Prompts, func(p engine.Prompt) bool { return p.Seat == "red" }) {
			break
		}
	}
	s.Until(fmt.Sprintf("+document.body.dataset.version >= %d", snap.Version))
	return snap
}

// wanted are the things that somebody would tap next, the best first: what was begun is
// ended, fields are filled, and what a card brings is taken.
func (s *screens) wanted(snap companion.Snapshot) []string {
	board := []string{".planet.may", ".site.may", ".medal.may", ".round .spot.may"}
	_, open := snap.View.Zone(s.seat, "play")
	first := []string{".picked:not(.slot, .slot *)"}
	switch {
	case s.Has(first[0]):
		return append([]string{"#go", ".choices button", ".offer .thing.may"}, board...)
	case s.Has(".slot.empty") && s.Has(".hand .thing.may"):
		return []string{".hand .thing.may"}
	case s.Has("#count") && slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return strings.HasSuffix(c.Line, " slide") }) && snap.Log[len(snap.Log)-1].Command.Format != "Gain %d energy":
		if chromium.Ask[string](s.Page, `document.querySelector("#count").value`) == "" {
			return []string{"[data-add='5']"}
		}
	case snap.View.InPlay.Seat != "":
		return append(append([]string{".offer .thing.may"}, board...), "#go", ".choices button", ".hand .thing.may")
	case open && !slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return strings.HasSuffix(c.Line, " finish") }):
		return append(append([]string{}, board...), ".offer .thing.may", "#go", ".choices button")
	}
	return append(append([]string{"#go", ".choices button"}, board...), ".offer .thing.may", ".hand .thing.may")
}

// target is where the first thing lies that may be tapped, once it lies still.
const target = `((selectors) => {
	if ("busy" in document.body.dataset || "fresh" in document.body.dataset || moments.length > 0) return null;
	for (const s of selectors) for (const e of document.querySelectorAll(s)) {
		const r = (e.querySelector(".hit") ?? e).getBoundingClientRect();
		const at = e.closest(".hand") ? [r.x + 10, r.y + 14] : [r.x + r.width / 2, r.y + r.height / 2];
		const hit = document.elementFromPoint(...at);
		if (e.checkVisibility() && hit && (e === hit || e.contains(hit))) return at;
	}
	return null;
})(%s)`

// tap taps the first of some things.
func (s *screens) tap(selectors ...string) {
	s.t.Helper()
	list, err := json.Marshal(selectors)
	check(s.t, err)
	at := fmt.Sprintf(target, list)
	s.Until(fmt.Sprintf(`(() => {
		const at = String(%s);
		window.still = at === window.was ? window.still + 1 : 0;
		window.was = at;
		window.spot = %s;
		return window.spot !== null && window.still > 5;
	})()`, at, at))
	to := chromium.Ask[[]float64](s.Page, `spot`)
	s.Do("tap", chromedp.MouseClickXY(to[0], to[1]))
}
