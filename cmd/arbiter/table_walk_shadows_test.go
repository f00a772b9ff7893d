package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// People play Council of Shadows at a table of their own with what their phones show alone,
// from a box of which nothing is known: at no moment nothing can be answered. A round is
// walked in test, whole games in long.
func TestWalkOfTwo(t *testing.T) {
	tier.Test(t, tier.Pages, "two phones and ten readers")
	t.Parallel()
	w := newWalk(t, "two-seats-five-fields")
	w.begin("purple", "red", "leaders", "stations")
	w.play(tier.Of(t, tier.Pages, "rounds", 1, 1, allRounds))
	if !w.proved {
		t.Error("nobody was asked what is printed")
	}
}

// One person plays against the Automa, whose symbols are asked for, with one reader.
func TestWalkAlone(t *testing.T) {
	tier.Long(t, tier.Pages, "a whole game against the Automa; TestWalkOfTwo walks a round")
	t.Parallel()
	w := newWalk(t, "solo-one-reader")
	w.one = "table"
	w.begin("purple")
	w.play(allRounds)
}

// Two people play by the full book, after one of them has told on a phone what is printed in
// the box.
func TestWalkOfTheFullBook(t *testing.T) {
	tier.Long(t, tier.Pages, "a whole game of the full book; TestWalkOfTwo walks a round")
	t.Parallel()
	w := newWalk(t, "two-seats-five-fields")
	w.begin("purple", "red", "full-book")
	w.play(allRounds)
}

// One person plays the full book against the Automa with one reader.
func TestWalkOfTheFullBookAlone(t *testing.T) {
	tier.Long(t, tier.Pages, "a whole game of the full book; TestWalkOfTwo walks a round")
	t.Parallel()
	w := newWalk(t, "solo-one-reader")
	w.one = "table"
	w.begin("purple", "full-book")
	w.play(allRounds)
}

const (
	allRounds  = 100 // more rounds than a game has
	mostBought = 4   // by each guest
)

// begin has people come to the table, the first of whom chooses options of the game.
func (w *walk) begin(words ...string) {
	w.Helper()
	chrome := chromium.Start(w.T, true)
	for _, word := range words {
		if slices.Contains([]string{"purple", "red", "green", "blue"}, word) {
			w.sit(chrome, word)
			continue
		}
		w.guests[0].phone.Click("#option-" + word)
		w.guests[0].phone.Wait("#option-" + word + "[aria-pressed=true], #option-" + word + ".on")
	}
	if slices.Contains(words, "full-book") {
		w.tellsBox(w.guests[0])
	}
	w.guests[0].phone.Click("#lobby-start")
	for _, g := range w.guests {
		g.phone.Wait("#ask")
	}
}

// An inquiry is what the page of the box asks.
type inquiry struct {
	Card, Question, Turn string
	Done                 bool
}

// tellsBox tells on a phone all that a game lacks of the box, thing after thing, as the cardboard
// shows it.
func (w *walk) tellsBox(g *guest) {
	w.Helper()
	deck, err := setups.CardListOf("council-of-shadows")
	must(w.T, err)
	print, err := setups.BoxLines("council-of-shadows", "stand-in")
	must(w.T, err)
	g.phone.Click("#lobby-tell")
	g.phone.Wait("#part-lesson .yours")
	answers, begun := 0, time.Now()
	told := map[string]int{} // answers to a question, by how they begin
	for ; ; answers++ {
		now := chromium.Ask[inquiry](g.phone, `(() => {
			const text = (e) => document.querySelector("#part-lesson " + e)?.textContent.trim() ?? "";
			return { Card: text(".yours h2"), Question: text(".yours .big"), Turn: document.querySelector("#part-lesson [name=turn]")?.value ?? "", Done: !!document.querySelector("#part-lesson .yours #to-seats") };
		})()`)
		if now.Done || answers > 1000 {
			break
		}
		card, q := w.inquired(deck, now)
		about := q.About(card)
		lines := printedLines(print, about)
		n := told[about]
		if told[about]++; n >= len(lines) {
			w.taps++
			g.phone.Click("#learn-enough")
		} else {
			w.fills(g, lines[n][len(strings.Fields(about)):len(lines[n])-1])
		}
		g.phone.Until(fmt.Sprintf(`!("busy" in document.body.dataset) && document.querySelector("#part-lesson [name=turn]")?.value !== %q || !!document.querySelector("#part-lesson .yours #to-seats")`, now.Turn))
	}
	w.Logf("the box is told with %d answers, %d taps, in %s", answers, w.taps, time.Since(begun).Round(time.Second))
	g.phone.Click("#to-seats")
	g.phone.Wait("#lobby-start:not([disabled])")
}

// inquired is the thing and the question that a page names.
func (w *walk) inquired(deck setups.CardList, now inquiry) (card string, q setups.Question) {
	w.Helper()
	name := now.Card[strings.LastIndex(now.Card, ": ")+1:]
	for _, c := range deck.All() {
		if called := w.words.Say("en", engine.Say("%s", engine.Term(c.Name()))); called != now.Card && called != strings.TrimSpace(name) {
			continue
		}
		for _, of := range c.Pile.Questions {
			if q, _ = deck.Question(of); q.Title == now.Question {
				return c.Printed(), q
			}
		}
	}
	w.stuck(fmt.Sprintf("nothing in the box answers %+v", now))
	return "", q
}

// printedLines are those of a box that begin so; the fields of a galaxy are counted.
func printedLines(box []string, about string) (lines [][]string) {
	words := strings.Fields(about)
	if words[0] == "fields" {
		var n [3]int
		for _, line := range box {
			if setups.Begins(line, "site "+words[1]+" * "+words[2]) {
				n[strings.Fields(line)[4][0]-'1']++
			}
		}
		return [][]string{append(words, strconv.Itoa(n[0]), strconv.Itoa(n[1]), strconv.Itoa(n[2]), "owner")}
	}
	for _, line := range box {
		if setups.Begins(line, about) {
			lines = append(lines, strings.Fields(line))
		}
	}
	if lines == nil && words[0] == "marked" {
		return [][]string{append(words, "0", "owner")}
	}
	return lines
}

// fills enters an answer: with a button that says it, or word by word.
func (w *walk) fills(g *guest, words []string) {
	w.Helper()
	if len(words) == 1 && chromium.Ask[bool](g.phone, fmt.Sprintf(`!!document.getElementById(%q)`, "is-"+words[0])) {
		w.taps++
		g.phone.Click("#is-" + words[0])
		return
	}
	taps := chromium.Ask[int](g.phone, fmt.Sprintf(`(() => {
		let taps = 1;
		for (const [i, word] of %s.entries()) {
			const fields = [...document.querySelectorAll("#part-lesson [name=w" + i + "]")];
			const parts = word.split(fields.length > 1 && fields[0].matches("select") ? "+" : fields.length > 1 ? "/" : "\n");
			fields.forEach((e, n) => {
				const value = parts[n] ?? (e.matches("select") ? "" : "0");
				if (e.value === value || value === "-" && !e.matches("select")) return;
				taps += e.matches("select") ? 2 : Math.min(Math.abs(Number(value) - Number(e.value)), 3);
				e.value = value;
			});
		}
		return taps;
	})()`, asJSON(words)))
	w.taps += taps
	g.phone.Click("#learn-tell")
}

func asJSON(words []string) string {
	text, _ := json.Marshal(words) // strings always can be
	return string(text)
}

// play plays so many rounds, or to the end of the game.
func (w *walk) play(rounds int) {
	w.Helper()
	for w.look(); !w.guests[0].now.Over && w.guests[0].now.Round <= rounds; {
		w.step()
	}
	w.Logf("%d taps, %d cards laid, asked: %s", w.taps, w.laid, strings.Join(w.asked, " | "))
	if w.laid < 3 || w.taps < 10 || w.one == "" && !w.knocked {
		w.Error("this walk proves little")
	}
}

// step does the next thing that somebody sees to do.
func (w *walk) step() {
	w.Helper()
	stuck := w.patience()
	for {
		w.proves()
		for _, g := range w.guests {
			if w.does(g) {
				w.look()
				return
			}
		}
		if stuck() {
			w.stuck("nothing can be answered")
		}
		w.look()
	}
}

// proves is the control: where the first question for a printed value has no stepper, as
// phones once had none, nobody can answer it.
func (w *walk) proves() {
	w.Helper()
	asked := func(g *guest) bool { return strings.HasPrefix(g.now.Said, "What consumption is printed on ") }
	if w.proved || !slices.ContainsFunc(w.guests, asked) {
		return
	}
	w.proved = true
	for _, g := range w.guests {
		chromium.Ask[bool](g.phone, `((bare) => { bare.replaceSync(".stepper, .near, #ask .choices { display: none !important }"); document.adoptedStyleSheets = [bare]; return true })(new CSSStyleSheet())`)
	}
	w.look()
	for _, g := range w.guests {
		if said := g.now.Said; w.does(g) {
			w.Fatalf("control: %q was answered without a stepper", said)
		}
	}
	for _, g := range w.guests {
		chromium.Ask[bool](g.phone, `(document.adoptedStyleSheets = [], true)`)
	}
	w.look()
}

// A rule is what people do when the prompt reads so; it tells whether they saw how.
type rule struct {
	reads *regexp.Regexp
	do    func(w *walk, g *guest, words []string) bool
}

func when(pattern string, do func(w *walk, g *guest, words []string) bool) rule {
	return rule{regexp.MustCompile(pattern), do}
}

var rules = []rule{
	when(`^(Choose|Lay) a card (for|on) each field|^(Choose|Lay) a card (for|on) the first field`, (*walk).plans),
	when(`^What consumption is printed on ([^?]+)\?$`, tells("printed")),
	when(`^How much energy does (Project \d) give\?$`, tells("printed")),
	when(`^Turn over the next card of the Automa's pile (.+)$`, (*walk).opens),
	when(`^Automa card (\d+): what is action (\d) on the (left|right)\?`, (*walk).reads),
	when(`How much energy do they bring\?$`, (*walk).gains),
	when(`^How many .* gems do you have left\?$`, says(1)),
	when(`^Buy something`, (*walk).buys),
	when(`^Draw a tile|^Fill the gap|^Lay out AI cards|takes a (light|dark) bonus card`, (*walk).draws),
}

// does lets a guest do what they see; false if they see nothing to do.
func (w *walk) does(g *guest) bool {
	w.Helper()
	s := g.now
	for _, n := range s.Notices {
		if w.obeys(g, n) {
			return true
		}
	}
	if s.Said != "" && !slices.Contains(w.asked, s.Said) {
		w.asked = append(w.asked, s.Said)
	}
	if strings.HasPrefix(s.Said, "Waiting for ") {
		return false // another phone is asked
	}
	for _, r := range rules {
		if m := r.reads.FindStringSubmatch(s.Said); m != nil && r.do(w, g, m) {
			return true
		}
	}
	order := []string{"map", "go", "choice", "offer"}
	switch {
	case strings.HasSuffix(s.Said, "?"):
		order = []string{"go", "choice", "map", "offer"}
	case g.picked == s.Version: // what belongs to it is marked
		order = []string{"go", "map", "choice", "offer"}
	}
	for _, kind := range order {
		if c, ok := s.find(kind); ok {
			w.tap(g, c)
			return true
		}
	}
	return false
}

// slides slides the cards on the fields one field to the right.
func (w *walk) slides(g *guest) {
	n := g.now.Fields
	for _, card := range g.fields[n-1] {
		if w.one == "" {
			w.lift(g.tag(card))
		}
		g.hand = append(g.hand, card)
	}
	for f := n - 1; f > 0; f-- {
		g.fields[f] = g.fields[f-1]
		for _, card := range g.fields[f] {
			if w.one == "" {
				w.lay(g.tag(card), w.reader(g, f+1))
				w.laid++
			}
		}
	}
	g.fields[0] = nil
}

// plans lays a card on the next field that is free.
func (w *walk) plans(g *guest, _ []string) bool {
	g.gained = 0
	if w.one != "" { // cards do not stay on the reader: what the phone does not show is in the hand
		g.hand = slices.DeleteFunc(slices.Clone(g.owns), func(c string) bool { return slices.Contains(g.now.Shown, c) })
	}
	field := g.now.Free
	if field == 0 || len(g.hand) == 0 {
		return false
	}
	card := g.hand[w.laid%len(g.hand)]
	w.Logf("%s: %q: lays %s on field %d", g.seat, g.now.Said, card, field)
	w.laid++
	g.hand = slices.DeleteFunc(g.hand, func(c string) bool { return c == card })
	g.fields[field-1] = append(g.fields[field-1], card)
	w.lay(g.tag(card), w.reader(g, field))
	w.sees(g, fmt.Sprintf("%s lies on field %d", card, field), func() bool { return g.now.Free != field })
	if w.one != "" {
		w.lift(g.tag(card))
	}
	return true
}

// tells enters what is printed on a thing.
func tells(verb string) func(*walk, *guest, []string) bool {
	return func(w *walk, g *guest, words []string) bool {
		print := w.print[verb+" "+words[1]]
		if len(print) == 0 {
			w.stuck("no cardboard is called " + words[1])
		}
		n, err := strconv.Atoi(print[0])
		must(w.T, err)
		return w.enter(g, n)
	}
}

func says(n int) func(*walk, *guest, []string) bool {
	return func(w *walk, g *guest, _ []string) bool { return w.enter(g, n) }
}

// gains enters what cards have brought, once in each round.
func (w *walk) gains(g *guest, _ []string) bool {
	if g.gained >= 2 {
		if c, ok := g.now.find("go"); ok && strings.HasPrefix(c.Text, "Enter") {
			return w.enter(g, 0)
		}
		return false
	}
	g.gained++
	return w.enter(g, 8)
}

// opens shows the next card of the Automa's pile to the reader.
func (w *walk) opens(g *guest, words []string) bool {
	level := strings.Index("0 I II", words[1]) / 2
	for n := range 18 {
		card := fmt.Sprintf("automa-%02d", (n+w.laid)%18+1)
		if at := w.print["pile "+w.called(card)]; w.print["advanced "+w.called(card)] == nil && len(at) > 0 && at[0] == strconv.Itoa(level) && !slices.Contains(w.opened, card) {
			w.opened = append(w.opened, card)
			w.laid++
			w.Logf("%s: %q: shows %s", g.seat, g.now.Said, card)
			was := g.now.Said
			w.lay(card, w.one)
			w.sees(g, card+" is open", func() bool { return g.now.Said != was })
			w.lift(card)
			return true
		}
	}
	w.opened = nil
	return true
}

// reads tells what an Automa card shows, one part of the sentence after the other.
func (w *walk) reads(g *guest, words []string) bool {
	i := slices.IndexFunc(g.now.Controls, func(c handle) bool { return c.Kind == "choice" && c.At != "" })
	if i < 0 {
		return false
	}
	card := "automa-" + words[1]
	line := fmt.Sprintf("table step %s %s %s nothing 0 - 0 -", card, words[2], words[3])
	if words[3] == "left" {
		line = fmt.Sprintf("table scoring %s %s", card, w.print["scores "+w.called(card)][0])
	}
	for _, acts := range w.print["acts "+w.called(card)] {
		if strings.HasPrefix(acts, words[2]+" "+words[3]+" ") {
			line = fmt.Sprintf("table step %s %s", card, acts)
		}
	}
	x, err := councilofshadows.Game.Words.Parse(line)
	must(w.T, err)
	parts := councilofshadows.Game.TellIn(nil, x.(engine.Command)).Parts()
	at, err := strconv.Atoi(g.now.Controls[i].At)
	must(w.T, err)
	if at >= len(parts) {
		w.stuck(fmt.Sprintf("part %d of %q is asked for", at, line))
	}
	want := w.words.Say("en", parts[at])
	for _, c := range g.now.Controls {
		if c.Kind == "choice" && c.Part == want {
			w.tap(g, c)
			return true
		}
	}
	w.stuck(fmt.Sprintf("%q is no choice of %q", want, line))
	return false
}

// draws tells which card came from the pile: one that was not seen before.
func (w *walk) draws(g *guest, _ []string) bool {
	if g.picked == g.now.Version {
		return false
	}
	if i := slices.IndexFunc(g.now.Controls, func(c handle) bool { return c.Kind == "choice" && c.Text == "Automa draws a bonus card" }); i >= 0 {
		w.tap(g, g.now.Controls[i])
		return true
	}
	i := slices.IndexFunc(g.now.Controls, func(c handle) bool { return c.Kind == "offer" && !slices.Contains(w.opened, c.Thing) })
	if i < 0 {
		return false
	}
	w.opened = append(w.opened, g.now.Controls[i].Thing)
	w.tap(g, g.now.Controls[i])
	return true
}

// buys buys what is offered first, while the guest has a mind to.
func (w *walk) buys(g *guest, _ []string) bool {
	i := slices.IndexFunc(g.now.Controls, func(c handle) bool { return c.Kind == "offer" })
	if g.bought >= mostBought || g.picked == g.now.Version || i < 0 {
		return false
	}
	g.bought++
	card := strings.TrimPrefix(g.now.Controls[i].Thing, "card ")
	w.learns(card, g.now.Controls[i].Text)
	w.tap(g, g.now.Controls[i])
	if buy, ok := g.now.find("go"); ok && strings.HasPrefix(buy.Text, "Buy") {
		w.tap(g, buy)
		if strings.HasPrefix(card, "ai-") {
			g.hand, g.owns = append(g.hand, card), append(g.owns, card)
		}
	}
	return true
}

// told reads what a notice says about a card: from which field it goes, and to which or into the
// hand.
var told = regexp.MustCompile(`^(\w+): (?:(?:move|take|lift) (.+?) from Field (\d) \(.*?\)(?: to Field (\d)| into the hand| and lay it down again)|put (.+?) on Field (\d))`)

// obeys does what a notice says, with the guest's own cards. To lay a card where it lies already
// changes nothing, so a notice that is out of date does no harm; a slide is done once.
func (w *walk) obeys(g *guest, notice string) bool {
	w.Helper()
	if strings.EqualFold(notice, g.seat+": slide the cards one field to the right") {
		if g.slid == g.now.Version {
			return false
		}
		w.Logf("%s: obeys %q", g.seat, notice)
		w.slides(g)
		w.slid(g)
		return true
	}
	m := told.FindStringSubmatch(notice)
	if m == nil || strings.ToLower(m[1]) != g.seat {
		return false
	}
	i := slices.IndexFunc(g.owns, func(card string) bool { return w.called(card) == m[2]+m[5] })
	if i < 0 {
		return false
	}
	w.Logf("%s: obeys %q", g.seat, notice)
	card, is := g.owns[i], func(c string) bool { return c == g.owns[i] }
	g.hand = slices.DeleteFunc(g.hand, is)
	for f := range g.fields {
		g.fields[f] = slices.DeleteFunc(g.fields[f], is)
	}
	if to, _ := strconv.Atoi(m[4] + m[6]); to > 0 {
		g.fields[to-1] = append(g.fields[to-1], card)
		w.lay(g.tag(card), w.reader(g, to))
	} else {
		g.hand = append(g.hand, card)
		w.lift(g.tag(card))
	}
	w.sees(g, "it is done: "+notice, func() bool { return !slices.Contains(g.now.Notices, notice) })
	return true
}

// slid waits until the readers have seen that the cards were slid. Once in a walk a sleeve then
// takes a card along, and the guest learns from the phone where it belongs.
func (w *walk) slid(g *guest) {
	w.Helper()
	w.sees(g, "the cards were slid", func() bool {
		return !slices.ContainsFunc(g.now.Notices, func(n string) bool { return strings.HasPrefix(strings.ToLower(n), g.seat+":") })
	})
	g.slid = g.now.Version
	f := slices.IndexFunc(g.fields, func(cards []string) bool { return len(cards) == 1 })
	if w.knocked || w.one != "" || f < 0 {
		return
	}
	w.knocked = true
	w.lift(g.tag(g.fields[f][0]))
	w.sees(g, "a card is missing", func() bool {
		return slices.ContainsFunc(g.now.Notices, func(n string) bool { return strings.Contains(n, ": put ") })
	})
}
