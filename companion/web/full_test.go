package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// startFull starts the full book with two seats, both in the hands of b.
func (b *browser) startFull(options ...string) {
	b.t.Helper()
	values := url.Values{"game": {"council-of-shadows"}, "seat": {"purple", "red"}, "order": {"listed"}, "all": {"1"}, "box": {"stand-in"}, "option": append(options, "full-book")}
	if status, text, _ := b.do(b.request(http.MethodPost, "/start", values)); status != http.StatusSeeOther {
		b.t.Fatalf("start: %d\n%s", status, text)
	}
}

// The full book is played through the forms of the seats' pages alone, without a
// script: chance is drawn by the program, cards lie on the virtual readers.
func TestFullBookThroughForms(t *testing.T) {
	tier.Unraced(t, "one person, one page after the other")
	t.Parallel()
	h := newHouse(t)
	b := h.browser().german()
	b.startFull("stations")
	_, page := b.get("/seat/purple")
	for _, want := range []string{
		"Schritt für Schritt aufbauen", "Puzzle den Spielplan zusammen und lege ihn mit der Seite für zwei nach oben hin.", "Spielvorbereitung", "Alle ziehen",
		"Der Spielplan in Worten", "Parvus Corta, Parsec 1, frei (1 von 2)", "Vom Spielmaterial",
	} {
		if !strings.Contains(page, want) {
			t.Fatalf("at the start the page lacks %q\n%s", want, page)
		}
	}
	p := player{b: b, used: map[string]int{}, seats: []string{"purple", "red"}, most: 2}
	end := fmt.Sprintf("Runde %d", 1+min(2, tier.Of(t, tier.Pages, "rounds", 1, 2, 2)))
	for n := 0; n < 400 && !strings.Contains(page, end); n++ {
		page = p.step()
	}
	if !strings.Contains(page, end) {
		t.Fatalf("after %v there is no %s\n%s", p.used, end, page)
	}
	if strings.Contains(page, "Schritt für Schritt") {
		t.Error("after a round the page still tells how to set the table up")
	}
	for _, verb := range []string{"/deal", "plan", "buy", "found", "explore", "place", "score", "pass", "ready"} {
		if p.used[verb] == 0 {
			t.Errorf("nobody sent %s: %v", verb, p.used)
		}
	}
	if n := p.used["/tap"]; n > 0 {
		t.Errorf("%d times something was shown to a reader that is for action cards", n)
	}
	t.Logf("sent: %v", p.used)
}

// Games, one of them against the Automa, are played through forms: a round of each,
// or to the end.
func TestWholeFullBookThroughForms(t *testing.T) {
	t.Parallel()
	tier.Test(t, tier.Pages, "hundreds of pages")
	rounds := tier.Of(t, tier.Pages, "rounds", 1, 1, 100)
	for name, seats := range map[string][]string{"two": {"purple", "red"}, "solo": {"purple"}} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			b := h.browser().german()
			b.post("/start", "game", "council-of-shadows", "seat", seats[0], "seat", seats[len(seats)-1], "order", "listed", "all", "1", "box", "stand-in",
				"option", "full-book", "option", "leaders", "option", "stations")
			p := player{b: b, used: map[string]int{}, seats: seats, most: 6}
			for n := 0; n < 6000 && !h.over() && h.round() <= rounds; n++ {
				p.step()
			}
			t.Logf("sent: %v", p.used)
			if h.round() > rounds {
				return
			}
			_, page := b.get("/seat/purple")
			if !h.over() || !strings.Contains(page, `class="prompt over"`) || !strings.Contains(page, "gewonnen") {
				t.Fatalf("the game is not over after %v\n%s", p.used, page)
			}
		})
	}
}

func (h *house) over() bool {
	h.t.Helper()
	snap, err := h.table.Snapshot(h.t.Context(), "")
	check(h.t, err)
	return snap.View.Over
}

// A player does what the pages of its seats offer.
type player struct {
	b     *browser
	used  map[string]int
	seats []string
	most  int // purchases
}

// step sends one form of the seat that may do something.
func (p *player) step() string {
	p.b.t.Helper()
	for _, seat := range p.seats {
		_, page := p.b.get("/seat/" + seat)
		if f, button, ok := p.choose(seat, page); ok {
			p.note(f, button)
			return p.b.submit(f, button)
		}
	}
	p.b.t.Fatalf("nobody can do anything: %v", p.used)
	return ""
}

func (p *player) note(f form, button string) {
	verb := f.action
	line := f.values.Get("line") + strings.TrimPrefix(button, "line=")
	if words := strings.Fields(line); f.action == "/do" && len(words) > 1 {
		verb = words[1]
	}
	p.used[verb]++
}

// choose tidies the readers, draws what is owed, lays cards on empty fields, and
// else takes the first of what the seat itself may do, or else the Automa, but no
// more than so many purchases.
func (p *player) choose(seat, page string) (form, string, bool) {
	for _, f := range forms(part(page, "sheet")) {
		if f.action == "/tidy" {
			return f, "", true
		}
	}
	var all []choice
	for _, f := range forms(part(page, "moves")) {
		if f.action == "/deal" {
			return f, "all=1", true
		}
		for _, b := range f.buttons {
			all = append(all, choice{f, b, strings.TrimPrefix(b, "line=")})
		}
		if len(f.buttons) == 0 {
			all = append(all, choice{f, "", f.values.Get("line")})
		}
	}
	own := slices.DeleteFunc(slices.Clone(all), func(c choice) bool { return !strings.HasPrefix(c.line, seat+" ") })
	if len(own) > 0 {
		all = own
	}
	slices.SortStableFunc(all, func(a, b choice) int { return p.dear(a.line, page) - p.dear(b.line, page) })
	if len(all) == 0 {
		return form{}, "", false
	}
	return all[0].form, all[0].button, true
}

// A choice is a button of a form, and the line that it sends.
type choice struct {
	form
	button, line string
}

// dear puts cards on empty fields first, the usual ones before others, and what ends a
// part of the phase after all else; then purchases after the second, and what covers or
// takes back.
func (p *player) dear(line, page string) int {
	words := strings.Fields(line + " - - -")
	switch words[1] {
	case "plan":
		if !strings.Contains(page, `class="slot empty open" data-thing="zone `+words[0]+" "+words[2]+`"`) {
			return 20
		}
		if i := slices.Index([]string{"discover", "tower", "harvest", "colonize", "gems"}, words[3]); i >= 0 {
			return i - 10
		}
		return -1
	case "pass", "ready", "slide":
		return 10
	case "take-back", "switch":
		return 20
	case "buy", "build":
		if p.used["buy"] >= p.most {
			return 20
		}
	}
	return 0
}

// Bonus cards are shown to their seat alone, on every page and at every moment of
// the draw.
func TestBonusCardsAreTheirOwners(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	ana, ben := h.browser(), h.browser()
	ana.startFull()
	ana.post("/free", "seat", "red")
	ben.sit("red")
	if status, text := ana.post("/deal", "seat", "purple", "version", ana.version("purple"), "all", "1"); status != http.StatusOK {
		t.Fatalf("deal: %d %s", status, text)
	}
	snap, err := h.table.Snapshot(t.Context(), "purple")
	check(t, err)
	kept, ok := snap.View.Zone("purple", "bonus")
	if !ok || len(kept.Cards) != 1 || kept.Cards[0].Name == "" {
		t.Fatalf("purple keeps %v", kept)
	}
	words, err := catalogue()
	check(t, err)
	name := words.At("en", func(engine.Seat) string { return "" }, snap.View.Called(nil))(engine.Say("%s", kept.Cards[0].Name))
	_, own := ana.get("/seat/purple")
	_, other := ben.get("/seat/red")
	_, public := h.browser().get("/table")
	if !strings.Contains(own, name) {
		t.Errorf("purple's page does not show %s\n%s", name, own)
	}
	for page, text := range map[string]string{"red's": other, "the public": public} {
		if strings.Contains(text, name) {
			t.Errorf("%s page shows %s of purple", page, name)
		}
		if !strings.Contains(text, "Bonus cards") {
			t.Errorf("%s page does not tell that there are bonus cards", page)
		}
	}
	if !strings.Contains(public, `Bonus cards</span> <b>1</b>`) {
		t.Error("the public page does not show that purple has a card")
	}
	if got := h.cards.Lying("market"); len(got) != 0 {
		t.Errorf("cards of the display lie on a reader: %v", got)
	}
}

// What a box does not tell keeps the full book from starting, in words.
func TestIncompleteBoxIsRefusedOnThePage(t *testing.T) {
	b := newHouse(t).browser().german()
	values := url.Values{"game": {"council-of-shadows"}, "seat": {"purple", "red"}, "box": {"rulebook"}, "option": {"full-book"}}
	status, text, _ := b.do(b.request(http.MethodPost, "/start", values))
	if want := "Das vollständige Buch braucht die ganze Schachtel; noch niemand hat angegeben: den Verbrauch von Entdecken"; status != http.StatusConflict || !strings.Contains(text, want) {
		t.Errorf("start: %d, want %d and %q\n%s", status, http.StatusConflict, want, text)
	}
	if _, text := b.get("/new"); !strings.Contains(text, `id="start-game"`) || !strings.Contains(text, "Vollständiges Buch: Das Gerät führt alles") {
		t.Errorf("the start page is not there any more\n%s", text)
	}
}

// At a table with real readers cards are drawn from the cardboard: nothing is
// drawn by chance, and a seat names its own bonus card or keeps it to itself.
func TestFullBookWithCardboard(t *testing.T) {
	h := newHouse(t, withRealReader)
	b := h.browser()
	b.startFull()
	b.post("/free", "seat", "red")
	for range 60 {
		snap, err := h.table.Snapshot(t.Context(), engine.Table)
		check(t, err)
		if strings.HasPrefix(snap.Legal[0].Line, "table deal") {
			break
		}
		h.play(snap.Legal[0].Line)
	}
	_, page := b.get("/seat/purple")
	menu := part(page, "moves")
	for _, want := range []string{`value="table deal purple -"`, `value="table deal red -"`, `value="table deal purple dark-`} {
		if !strings.Contains(menu, want) {
			t.Errorf("the menu lacks %s\n%s", want, menu)
		}
	}
	for _, bad := range []string{"/deal", `value="table deal red dark-`, "From the cardboard"} {
		if strings.Contains(menu, bad) {
			t.Errorf("the menu has %s\n%s", bad, menu)
		}
	}
	h.play("table deal purple -")
	if _, page := b.get("/seat/purple"); !strings.Contains(part(page, "piles"), "Face down") {
		t.Errorf("the card that nobody has named does not lie there\n%s", part(page, "piles"))
	}
}

// withRealReader makes one of the readers a real one.
func withRealReader(o *web.Opts) {
	o.Rig.Readers = slices.Clone(o.Rig.Readers)
	o.Rig.Readers[0].Virtual = false
}
