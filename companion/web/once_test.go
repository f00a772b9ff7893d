package web_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web/commands"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
)

// two people play the full book on screens.
var twoOnScreens = companion.NewGame{
	Game: "council-of-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "red"}}, Order: []engine.Seat{"purple", "red"},
	Options: []string{"full-book", "dealt"},
}

// twoWithTracks tell the device what their cardboard brings.
var twoWithTracks = companion.NewGame{
	Game: "council-of-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "red"}}, Order: []engine.Seat{"purple", "red"},
	Options: []string{"dealt"},
}

// moves are those of the page of a seat.
func (h *house) moves(seat engine.Seat) (companion.Snapshot, page.Context, []page.Move) {
	h.t.Helper()
	snap, err := h.table.Snapshot(h.t.Context(), seat)
	check(h.t, err)
	c := page.Context{Lang: "en", Snap: snap, Game: councilofshadows.Game, Say: engine.Text.String, Screens: true, Lays: true}
	var all []page.Move
	for _, g := range page.NewMoves(c).Groups {
		all = append(all, g.Moves...)
		for _, l := range g.Lists {
			all = append(all, l.Moves...)
		}
		for _, n := range g.Numbers {
			for _, near := range n.Near {
				all = append(all, page.Move{Line: strings.Replace(n.Line, commands.Hole, strconv.Itoa(near.N), 1), Free: n.Free})
			}
		}
	}
	return snap, c, all
}

// chance lets the Table draw what it owes, and returns the version then.
func (w *wanderer) chance(seat engine.Seat, version int) int {
	w.t.Helper()
	for {
		snap, err := w.table.Snapshot(w.t.Context(), seat)
		check(w.t, err)
		i := slices.IndexFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.By == engine.Table && commands.Draws(c) })
		if i < 0 {
			return version
		}
		did, err := w.table.Do(w.t.Context(), companion.Request{Seat: seat, Line: snap.Legal[i].Line, Version: snap.Version})
		check(w.t, err)
		version = did.Version
	}
}

// What a page does at the first tap its seat takes back alone, and then all is as it was: nobody
// has seen a card by it, and nobody else has come to act. The control are the moves that are asked
// about, some of which nobody takes back alone.
func TestWhatIsDoneAtOnceIsTakenBackAlone(t *testing.T) {
	t.Parallel()
	if asked := takenBackAlone(t, gather(t, twoOnScreens, tier.Seed(t)), tier.Of(t, tier.Pages, "states", 100, 250, 4000), "found", "gather", "place", "score"); asked == 0 {
		t.Error("control: everything can be taken back alone, which proves nothing")
	}
	takenBackAlone(t, gather(t, twoWithTracks, tier.Seed(t)), tier.Of(t, tier.Pages, "states with tracks", 50, 100, 4000), "gain")
}

// takenBackAlone plays random moves of random states and takes them back; want are verbs that are to
// be among those that a page does at the first tap. It returns how many of the other moves nobody
// takes back alone.
func takenBackAlone(t *testing.T, w *wanderer, states int, want ...string) (asked int) {
	t.Helper()
	back := func(seat engine.Seat, m page.Move, version int) (alone bool) {
		did, err := w.table.Do(t.Context(), companion.Request{Seat: seat, Line: m.Line, Version: version})
		check(t, err)
		last := w.chance(seat, did.Version)
		undone, err := w.table.Undo(t.Context(), seat, last)
		if err == nil && len(undone.Waiting) > 0 {
			for _, other := range undone.Waiting {
				_, err = w.table.Undo(t.Context(), other, last)
			}
			check(t, err)
			return false
		}
		return err == nil && last == did.Version
	}
	tried := map[string]int{}
	for range states {
		if !w.step() {
			break
		}
		for _, seat := range w.seats {
			snap, _, all := w.moves(seat)
			all = slices.DeleteFunc(all, func(m page.Move) bool { return !strings.HasPrefix(m.Line, string(seat)+" ") })
			if len(all) < 2 {
				continue
			}
			m := all[w.r.IntN(len(all))]
			was := snap.View
			alone := back(seat, m, snap.Version)
			switch now, _, _ := w.moves(seat); {
			case m.Free && !alone:
				t.Errorf("%q is done at the first tap, and not taken back alone", m.Line)
			case m.Free && fmt.Sprint(now.View.Seats, now.View.Zones, now.View.Prompts) != fmt.Sprint(was.Seats, was.Zones, was.Prompts):
				t.Errorf("%q is taken back, and all is not as it was", m.Line)
			case m.Free:
				tried[verb(m.Line)]++
			case !alone:
				asked++
			}
		}
	}
	for _, v := range want {
		if tried[v] == 0 {
			t.Errorf("no %s was tried", v)
		}
	}
	t.Logf("taken back alone: %v; of the others %d not", tried, asked)
	return asked
}

// A tap on a planet founds a colony, one on a system lays it where it makes no difference on which
// field, and one on a row scores a galaxy, on phones, tablets and desktops; another tap takes it
// back. One tap scores all galaxies, and what chance owes comes
// between. The control is a move that cannot be taken back alone: it is asked about.
func TestOneTapDoesIt(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	sizes := [][2]int64{{390, 664}, {390, 844}, {1024, 768}, {1920, 1080}}
	sizes = sizes[:tier.Of(t, tier.Pages, "sizes", 1, 2, len(sizes))]
	// tapped taps a thing, and takes back what it did
	tapped := func(w *wanderer, selector string, line string) {
		for _, size := range sizes {
			w.Resize(size[0], size[1])
			before := w.looks()
			w.Until(chromium.Rests)
			seatpage.Middle(w.Page, selector)
			w.Until(fmt.Sprintf(`+document.body.dataset.version > %d`, before.Version))
			if log := w.looks().Log; log[len(log)-1].Seq != before.Version+1 || log[len(log)-1].Command.String() != w.said(before, line) {
				t.Errorf("at %v a tap on %s did %q", size, selector, log[len(log)-1].Command)
			}
			w.Until(chromium.Rests)
			w.Click("#undo")
			w.Until(fmt.Sprintf(`+document.body.dataset.version > %d`, before.Version+1))
			if !slices.ContainsFunc(w.looks().Legal, func(c companion.LegalCommand) bool { return c.Line == line }) {
				t.Errorf("at %v %q is not taken back", size, line)
			}
		}
	}
	var m page.Move
	w := reach(t, chrome, twoOnScreens, func(w *wanderer) bool {
		_, _, all := w.moves("purple")
		i := slices.IndexFunc(all, func(x page.Move) bool { return verb(x.Line) == "found" && x.Free })
		if i >= 0 {
			m = all[i]
		}
		return i >= 0
	})
	things := strings.Split(m.Things, "|")
	tapped(w, fmt.Sprintf("[data-thing=%q]", things[len(things)-1]), m.Line)

	// where all free fields are alike the system alone says it
	var places []page.Move
	w = reach(t, chrome, twoOnScreens, func(w *wanderer) bool {
		_, c, all := w.moves("purple")
		places = slices.DeleteFunc(all, func(x page.Move) bool { return verb(x.Line) != "place" || !x.Free })
		alike := map[string]bool{}
		for _, s := range c.Snap.View.Map {
			if slices.ContainsFunc(places, func(x page.Move) bool { return strings.HasSuffix(x.Things, "|"+engine.SiteAim(s.Name)) }) {
				alike[s.Alike] = true
			}
		}
		return len(places) > 1 && len(alike) == 1
	})
	things = strings.Split(places[0].Things, "|")
	tapped(w, fmt.Sprintf(".offer [data-thing=%q]", things[0]), places[0].Line)

	var rows *page.Rows
	chance := func(m page.Move) bool { return !m.Free }
	w = reach(t, chrome, twoOnScreens, func(w *wanderer) bool {
		_, c, _ := w.moves("purple")
		rows = page.NewRows(c, page.NewMoves(c))
		return rows != nil && len(rows.List) > 1 && rows.List[0].Free && slices.ContainsFunc(rows.List, chance)
	})
	tapped(w, fmt.Sprintf("[data-row=%q]", rows.List[0].Line), rows.List[0].Line)
	before := w.looks()
	w.Until(chromium.Rests)
	w.Click(fmt.Sprintf("[data-row=%q]", rows.List[slices.IndexFunc(rows.List, chance)].Line))
	w.Until(`!document.querySelector("#go").hidden`)
	if now := w.looks().Version; now != before.Version {
		t.Errorf("control: what cannot be taken back alone is not asked about")
	}
	w.Until(chromium.Rests)
	w.Click(".rows .all button")
	w.Until(fmt.Sprintf(`+document.body.dataset.version >= %d && !document.querySelector(".rows")`, before.Version+len(rows.List)))
	did := w.since(before.Version)
	for _, x := range rows.List {
		if !slices.Contains(did, w.said(before, x.Line)) {
			t.Errorf("one tap for all rows did %q, without %q", did, x.Line)
		}
	}
}

// Below a card stands the one move that it means: a tap there buys it for the cheapest gems, gives it
// back or takes it, and a tap on the card only reads it. A small number is entered by one tap, too.
func TestOneTapAnswersOnTheCard(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	does := func(w *wanderer, before companion.Snapshot, selector, line string) {
		w.Until(chromium.Rests)
		w.Click(selector)
		w.Until(fmt.Sprintf(`+document.body.dataset.version > %d`, before.Version))
		if did := w.since(before.Version); len(did) == 0 || did[0] != w.said(before, line) {
			t.Errorf("a tap on %s did %q, want %q", selector, did, w.said(before, line))
		}
	}
	for _, v := range []string{"buy", "return", "choose"}[:tier.Of(t, tier.Pages, "verbs", 1, 1, 3)] {
		var card page.Card
		w := reach(t, chrome, twoOnScreens, func(w *wanderer) bool {
			_, c, _ := w.moves("purple")
			m := page.NewMoves(c)
			var all []page.Card
			for _, tab := range page.NewOffers(c, m).Tabs[:min(1, len(page.NewOffers(c, m).Tabs))] {
				all = append(all, tab.Cards...)
			}
			for _, f := range page.NewDock(c, m).Fields {
				all = append(all, f.Cards...)
			}
			i := slices.IndexFunc(all, func(k page.Card) bool { return k.Answer.Line != "" && verb(k.Answer.Line) == v })
			if i >= 0 {
				card = all[i]
			}
			return i >= 0
		})
		before := w.looks()
		w.Until(chromium.Rests)
		w.Click(fmt.Sprintf(".thing[data-thing=%q]", card.Thing))
		w.Until(`document.querySelector(".thing.picked") !== null`)
		if now := w.looks().Version; now != before.Version {
			t.Errorf("control: a tap on the card itself does something, %d instead of %d", now, before.Version)
		}
		does(w, before, fmt.Sprintf(".take[value=%q]", card.Answer.Line), card.Answer.Line)
	}
	w := reach(t, chrome, twoWithTracks, func(w *wanderer) bool {
		_, c, _ := w.moves("purple")
		n := page.NewPrompt(c, page.NewMoves(c)).Number
		return n != nil && n.Free && n.Line == "purple gain "+commands.Hole
	})
	does(w, w.looks(), `[data-set="9"]`, "purple gain 9")
}

// reach plays games until something holds for purple, and opens its page there: what a game of
// chance comes to may be missing in one of them.
func reach(t *testing.T, chrome *chromium.Browser, g companion.NewGame, holds func(*wanderer) bool) *wanderer {
	t.Helper()
	for game := range uint64(50) {
		s := newScreens(t, true, g)
		w := &wanderer{house: s.house, r: rand.New(rand.NewPCG(tier.Seed(t), 38+game)), seat: "purple", seats: []engine.Seat{"purple", "red"}}
		if !w.until(func() bool { return holds(w) }) {
			continue
		}
		w.Page = chrome.Page(t, w.url, "en", 390, 844)
		w.Prefer("reduced-motion", "reduce")
		w.Open("/table")
		w.Click("#claim-purple")
		w.Wait("#ask")
		return w
	}
	t.Fatal("it comes in no game")
	return nil
}

// said is what the log says of a line.
func (w *wanderer) said(snap companion.Snapshot, line string) string {
	for _, c := range snap.Legal {
		if c.Line == line {
			return c.Text.String()
		}
	}
	return "?"
}

// until plays as bots do, and leaves chance to the program, until something holds for the page's
// seat; false if the game ends before.
func (w *wanderer) until(holds func() bool) bool {
	w.t.Helper()
	for deadline := time.Now().Add(chromium.Patience); time.Now().Before(deadline); {
		if holds() {
			return true
		}
		for _, seat := range w.seats {
			snap, err := w.table.Snapshot(w.t.Context(), seat)
			check(w.t, err)
			if snap.View.Over {
				return false
			}
			mine := slices.DeleteFunc(slices.Clone(snap.Legal), func(c companion.LegalCommand) bool { return c.By != seat })
			var all []engine.Command
			for _, c := range mine {
				all = append(all, c.Command)
			}
			if len(all) == 0 {
				continue
			}
			does := shadowsbot.Greedy{}.Choose(w.r, bot.Seen{Seat: seat, State: snap.State}, all)
			at := max(0, slices.Index(all, does))
			_, err = w.table.Do(w.t.Context(), companion.Request{Seat: seat, Line: mine[at].Line, Version: snap.Version})
			if refused := (engine.Refusal{}); err != nil && !errors.As(err, &refused) { // chance came in between
				w.t.Fatal(err)
			}
			break
		}
	}
	w.t.Fatal("a game does not end")
	return false
}
