package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/setups"

	"github.com/chromedp/chromedp"
)

// A walk is a game of people at a table of their own. They have the cardboard, whose
// printed values are those of the stand-in box, and lay cards on emulated readers; all
// else they learn from their phones, and do with what can be tapped there.
type walk struct {
	*evening
	words  *words.Catalogue
	print  map[string][]string // printed values by the verb and the English name of the thing, in the order of the box
	names  map[string]string   // what screens call cards whose names say what they do
	guests []*guest

	one     string   // the one reader for all cards; "" if each field has its own
	opened  []string // cards of the Automa
	proved  bool     // the control was made
	knocked bool     // a card was knocked off its field

	taps, laid int
	asked      []string // what the table wanted to know, each once
}

// A guest has a phone and, unless the table has one reader for all, readers of their own.
type guest struct {
	seat   string
	phone  *chromium.Page
	owns   []string   // cards that are theirs
	hand   []string   // those that lie nowhere
	fields [][]string // cards on the action fields, the lowest first
	bought int        // how many things they wanted to buy
	picked int        // the moment in which they have picked something
	gained int        // how often cards have brought something in this round
	slid   int        // the moment in which the cards were slid last
	now    screen     // what the phone shows
}

// A screen is what somebody sees on a phone.
type screen struct {
	Version  int
	Over     bool
	Round    int
	Free     int      // the first action field on which a card may be laid, from 1; 0 if there is none
	Fields   int      // how many action fields there are
	Shown    []string // the uppermost cards on them
	Said     string   // the prompt
	Small    string   // what is said below it
	Notices  []string
	Controls []handle
}

// A handle is something that can be tapped.
type handle struct {
	ID, Kind, Text, Thing string
	Part, At              string // of a sentence that is told part by part: the words, and where
	X, Y                  float64
	Away                  bool // the row that it is in has to be pushed first
}

// looks finds what is on the screen of a phone: texts, and controls that a finger reaches in
// the window, perhaps after it has pushed a row aside.
const looks = `(() => {
	const text = (e) => (e?.getAttribute("aria-label") || e?.innerText || e?.textContent || "").trim().replace(/\s+/g, " ");
	const kinds = [["go", "#go"], ["choice", "#ask .choices button"], ["count", "#count"], ["add", ".stepper [data-add]"], ["tidy", "#tidy"], ["notice", "#part-sheet button"],
		["pass", "#pass"], ["offer", ".offer .thing"], ["tab", ".offers > label"], ["map", "svg [data-thing^=part]"], ["map", "svg [data-thing]"], ["hand", ".hand .thing"], ["slot", ".slot .thing"], ["button", "main button"]];
	const controls = [], seen = new Set();
	for (const [kind, selector] of kinds) for (const e of document.querySelectorAll(selector)) {
		if (seen.has(e) || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || e.disabled || e.getAttribute("aria-disabled") === "true") continue;
		if (["offer", "map", "hand", "slot"].includes(kind) && !e.matches(".may, .picked")) continue;
		if (e.closest(".drawer")) continue;
		seen.add(e);
		const on = e.querySelector(".hit") ?? e;
		const row = e.closest(".offer ul, .hand, .choices"), was = row?.scrollLeft ?? 0;
		let r = on.getBoundingClientRect();
		const away = row && (r.right > innerWidth || r.left < 0);
		if (away) { on.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" }); r = on.getBoundingClientRect(); }
		const hand = e.closest(".hand");
		const at = hand ? [r.x + 10, r.y + 14] : [r.x + r.width / 2, r.y + r.height / 2];
		const hit = document.elementFromPoint(...at);
		if (away) row.scrollLeft = was;
		if (!hit || !(e.contains(hit) || hit.contains(e) && kind === "map")) continue;
		controls.push({ ID: e.id, Kind: kind + (e.matches(".picked") ? " picked" : ""), Text: text(e), Thing: e.dataset.thing || "", X: at[0], Y: at[1], Away: !!away, Part: e.dataset.part ?? "", At: e.dataset.at ?? "" });
	}
	return {
		Version: Number(document.body.dataset.version || 0), Over: !!document.querySelector("#part-ask .over"),
		Round: Number(document.querySelector(".rounds")?.textContent.match(/\d+/)?.[0] ?? 0),
		Said: text(document.querySelector("#ask .say b")), Small: text(document.querySelector("#ask .say small")),
		Notices: [...document.querySelectorAll(".notices li, .notices p, .refusal:not([hidden])")].filter((e) => e.checkVisibility()).map(text).filter(Boolean),
		Controls: controls,
		Free: Number(document.querySelector(".slot.empty.open")?.dataset.thing.split(" ")[2] ?? 0), Fields: document.querySelectorAll(".slot").length,
		Shown: [...document.querySelectorAll(".slot .thing[data-thing^=card]")].map((e) => e.dataset.thing.slice(5)),
	};
})()`

// newWalk furnishes a table, and begins it.
func newWalk(t *testing.T, rig string) *walk {
	t.Helper()
	w := furnishWalk(t)
	w.begins(w.rig(rig))
	return w
}

// rig is the file of a rig whose panel is in the browser.
func (w *walk) rig(name string) string {
	w.Helper()
	text, _, _ := strings.Cut(read(w.T, filepath.Join("..", "..", "setups", "rigs", name+".toml")), "[[panel]]")
	text += "[[panel]]\nname = \"panel\"\ndriver = \"web\"\nsize = \"400x300\"\n"
	file := filepath.Join(w.TempDir(), "rig.toml")
	must(w.T, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func furnishWalk(t *testing.T) *walk {
	t.Helper()
	catalogue, err := i18n.Catalogue()
	must(t, err)
	w := &walk{evening: newEvening(t), words: catalogue, print: map[string][]string{}, names: map[string]string{}}
	for _, name := range []string{"rulebook", "stand-in"} {
		lines, err := setups.BoxLines("council-of-shadows", name)
		must(t, err)
		for _, line := range lines {
			if all := strings.Fields(line); len(all) > 2 {
				key := all[0] + " " + w.called(all[1])
				w.print[key] = append(w.print[key], strings.Join(all[2:len(all)-1], " "))
			}
		}
	}
	return w
}

// called is what something is called in English.
func (w *walk) called(term string) string {
	if name := w.names[term]; name != "" {
		return name
	}
	return w.words.Say("en", engine.Say("%s", engine.Term(term)))
}

// learns notes what a card is called that is offered with its name and all that it does.
func (w *walk) learns(card, offered string) {
	name, _, _ := strings.Cut(offered, ".")
	name, _, _ = strings.Cut(name, ", ")
	w.print["printed "+name] = w.print["printed "+w.called(card)]
	w.names[card] = name
}

// sit lets a guest come in: the first one with the button for a table of one's own, others
// with the digits that the first one's phone shows.
func (w *walk) sit(chrome *chromium.Browser, seat string) *guest {
	w.Helper()
	g := w.guest(chrome, seat)
	if len(w.guests) == 1 {
		g.phone.Open("/")
		g.phone.Click("#way-table")
		g.phone.Wait("#free-" + seat)
	} else {
		digits := regexp.MustCompile(`\b\d{3}\s\d{3}\b`).FindString(w.guests[0].phone.Text("main"))
		g.phone.Open("/join")
		g.phone.Fill("#code", strings.ReplaceAll(digits, " ", ""))
		g.phone.Click("#join")
		g.phone.Click("#claim-" + seat)
		g.phone.Wait("#free-" + seat)
	}
	return g
}

// guest is somebody who has come to the table, with a phone and their cards.
func (w *walk) guest(chrome *chromium.Browser, seat string) *guest {
	w.Helper()
	g := &guest{seat: seat, phone: chrome.Page(w.T, strings.TrimSuffix(w.owner.url, "/"), "en", 390, 844),
		owns: []string{"discover", "colonize", "tower", "harvest", "gems", "upgrade"}, fields: make([][]string, 5)}
	g.hand = slices.Clone(g.owns)
	w.guests = append(w.guests, g)
	return g
}

// look has everybody look at their phones, once these show the same moment and nothing moves.
func (w *walk) look() {
	w.Helper()
	w.until("all phones show the same moment", func() bool {
		for _, g := range w.guests {
			g.looks()
		}
		return !slices.ContainsFunc(w.guests, func(g *guest) bool { return g.now.Version != w.guests[0].now.Version })
	})
}

// looks is a look at the phone, once nothing moves.
func (g *guest) looks() {
	g.phone.Until(`!!document.body && ` + chromium.Rests + ` && document.getAnimations().every((a) => a.playState !== "running")`)
	g.now = chromium.Ask[screen](g.phone, looks)
}

// tap taps what is seen at a place, until something comes of it.
func (w *walk) tap(g *guest, c handle) {
	w.Helper()
	w.taps++
	w.Logf("%s: %q: tap %s %q", g.seat, g.now.Said, c.Kind, c.Text)
	if strings.HasPrefix(c.Text, "Slide") {
		w.slides(g)
	}
	if g.picked = -1; slices.Contains([]string{"map", "offer"}, c.Kind) {
		g.picked = g.now.Version
	}
	was := fmt.Sprintf("%+v", g.now)
	var last time.Time
	w.sees(g, "something comes of a tap on "+c.Text, func() bool {
		changed := fmt.Sprintf("%+v", g.now) != was
		if !changed && time.Since(last) > time.Second { // once more, where the page moved under the finger
			last = time.Now()
			if c.Away {
				at := chromium.Ask[[]float64](g.phone, fmt.Sprintf(`((e) => { e.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(document.getElementById(%q))`, c.ID))
				c.X, c.Y = at[0], at[1]
			}
			g.phone.Do("tap "+c.Text, chromedp.MouseClickXY(c.X, c.Y))
		}
		return changed
	})
	if strings.HasPrefix(c.Text, "Slide") {
		w.slid(g)
	}
}

// sees waits until a guest sees something on their phone.
func (w *walk) sees(g *guest, what string, is func() bool) {
	w.Helper()
	for stuck := w.patience(); ; {
		g.looks()
		if is() {
			return
		}
		if stuck() {
			w.stuck(g.seat + " does not see that " + what)
		}
	}
}

// patience tells whether people have waited long enough.
func (w *walk) patience() func() bool {
	deadline := time.Now().Add(longestWait / 2)
	return func() bool {
		time.Sleep(20 * time.Millisecond) // until it is so
		return time.Now().After(deadline)
	}
}

// enter enters a number, if the guest sees where.
func (w *walk) enter(g *guest, n int) bool {
	w.Helper()
	if _, ok := g.now.find("count"); !ok {
		return false
	}
	g.phone.Fill("#count", strconv.Itoa(n))
	w.taps += 2
	g.looks()
	w.Logf("%s: %q: enters %d", g.seat, g.now.Said, n)
	ok, found := g.now.find("go")
	if !found {
		w.stuck("after a number was entered there is nothing to confirm it with")
	}
	w.tap(g, ok)
	return true
}

// reader is the one on which a guest lays a card for a field.
func (w *walk) reader(g *guest, field int) string {
	if w.one != "" {
		return w.one
	}
	return fmt.Sprintf("%s-%d", g.seat, field)
}

// tag is the card of a guest: those that each seat has are named after it.
func (g *guest) tag(card string) string {
	if strings.HasPrefix(card, "ai-") {
		return card
	}
	return g.seat + " " + card
}

// lay lays a card on a reader.
func (w *walk) lay(card, reader string) { w.tell("lay %s %s", card, reader) }

// lift takes a card off the reader that it lies on.
func (w *walk) lift(card string) { w.tell("lift %s", card) }

func (s screen) find(kind string) (handle, bool) {
	i := slices.IndexFunc(s.Controls, func(c handle) bool { return c.Kind == kind })
	if i < 0 {
		return handle{}, false
	}
	return s.Controls[i], true
}

// stuck ends the walk where nothing can be answered.
func (w *walk) stuck(why string) {
	w.Helper()
	var all strings.Builder
	for _, g := range w.guests {
		g.phone.Keep("stuck " + g.seat)
		fmt.Fprintf(&all, "\n%s sees %q %q, notices %q, and can tap %+v", g.seat, g.now.Said, g.now.Small, g.now.Notices, g.now.Controls)
	}
	w.Fatalf("%s, after %d taps and %d cards%s", why, w.taps, w.laid, all.String())
}
