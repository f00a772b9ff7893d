package web_test

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/learning"
	"arbiter/companion/web"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/setups"
)

// A school has one lesson, whose cards the test lays.
type school struct {
	*learning.Lesson
	book    *companiontest.TagStore
	mu      sync.Mutex
	looking int
}

// A desk is the school as the pages see it.
type desk struct{ *school }

func (d desk) Lesson(game string) (*learning.Lesson, error) {
	if game != "" && game != "council-of-shadows" && game != "casting-shadows" {
		return nil, fmt.Errorf("there is no game %q", game)
	}
	d.mu.Lock()
	d.looking++
	d.mu.Unlock()
	return d.school.Lesson, nil
}

// bare is the memory of tags that have none.
type bare struct{}

func (bare) Token(context.Context, string, hw.UID) (string, error) { return "", learning.ErrNoMemory }
func (bare) Mark(context.Context, string, hw.UID) (string, error)  { return "", learning.ErrNoMemory }
func (bare) Genuine(context.Context, string, hw.UID) (bool, error) {
	return false, learning.ErrNoMemory
}

// teaching makes a house with a school; the lesson knows no game but its own.
func teaching(t testing.TB, change ...func(*web.Opts)) (*house, *school) {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	deck, err := setups.CardListOf("council-of-shadows")
	check(t, err)
	s := &school{book: &companiontest.TagStore{}}
	var h *house
	s.Lesson, err = learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: s.book, Memory: bare{}, Playing: func() bool {
		snap, err := h.table.Snapshot(t.Context(), "")
		return err != nil || snap.GameID != ""
	}})
	check(t, err)
	h = newHouse(t, append(change, func(o *web.Opts) {
		o.Owner.Lessons, o.Owner.Rigs, o.Owner.Device, o.Owner.Broker, o.Owner.Faces, o.Owner.Tags, o.Past.Plays = desk{s}, chosen(t), &device{}, &brokerage{}, &album{}, taught(), shelved(t)
	})...)
	return h, s
}

// keep makes a lesson that keeps what is told in a store.
func (s *school) keep(t testing.TB, store learning.TagStore) {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	deck, err := setups.CardListOf("council-of-shadows")
	check(t, err)
	s.Lesson, err = learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: store})
	check(t, err)
}

func (s *school) lay(t testing.TB, n byte) {
	t.Helper()
	uid, err := hw.NewUID([]byte{4, 1, 2, 3, 4, 5, n})
	check(t, err)
	s.Change(hw.Change{Kind: hw.Arrived, Reader: "purple-1", UID: uid})
}

// A deck is dealt in front of a browser: a card that is laid down is announced, one
// tap names it, one tap tells its number. Nothing is typed.
func TestDeckIsDealtInTheBrowser(t *testing.T) {
	t.Parallel()
	chrome := browse(t, false)
	says := map[string]struct{ card, ask, taken, does string }{
		"en": {"AI card 01", "Consumption", "taken back: AI card 01: Consumption: 6", "AI card 11, step 1: settle 1 cube in range (own box)"},
		"de": {"KI-Karte 01", "Verbrauch", "zurückgenommen: KI-Karte 01: Verbrauch: 6", "KI-Karte 11, Schritt 1: setze 1 Cube in Reichweite (eigene Schachtel)"},
		"es": {"Carta IA 01", "Consumo", "deshecho: Carta IA 01: Consumo: 6", "Carta IA 11, paso 1: coloca 1 cubo en el rango de alcance (caja propia)"},
	}
	for _, lang := range spoken(t) {
		c := says[lang]
		h, s := teaching(t)
		p := chrome.Page(t, h.url, lang, 360, 740)
		prove(p)
		p.Open("/more")
		p.Click("#to-learn")
		p.Wait("#part-lesson .yours")
		p.Shot("learn-wait-360")
		p.Fill("#learn-pile", "ai")
		press(p, "#learn-want", `document.querySelector("#learn-pile option[value=ai]").defaultSelected`)
		s.lay(t, 1)
		p.Reads("#learn-yes", c.card)
		p.Shot("learn-card-360")
		press(p, "#learn-yes", `document.querySelector("#is-6")`)
		p.Reads(".yours .big", c.ask)
		p.Shot("learn-ask-360")
		press(p, "#is-6", `document.querySelector("#by-hand")`)
		press(p, "#learn-back", `document.querySelector("#is-5")`)
		p.Reads(".told", c.taken)
		press(p, "#is-5", `document.querySelector("#by-hand")`)

		// What needs more than a tap is chosen from lists.
		p.Click("#with-full-book")
		press(p, "#learn-want", `document.querySelector("#with-full-book").defaultChecked`)
		s.lay(t, 2)
		p.Wait("#learn-yes")
		p.Click("#others summary")
		p.Fill("#learn-which", "ai-11")
		press(p, "#learn-this", `document.querySelector("#is-4")`)
		press(p, "#is-4", `document.querySelectorAll(".slots .stepper").length === 3`)
		p.Click(".slots .stepper button:last-child")
		p.Shot("learn-price-360")
		press(p, "#learn-tell", `document.querySelectorAll(".slots select").length === 3`)
		untold := chromium.Ask[[]string](p, `[...document.querySelectorAll(".slots :is(input:not([type=hidden]), select)")].map((e) => e.value)`)
		if want := []string{"", "", "", "0", "-", "-"}; !slices.Equal(untold, want) {
			t.Errorf("%s: before anybody has read the card its effect is %q, want %q", lang, untold, want)
		}
		if chromium.Ask[bool](p, `document.querySelector(".slots").checkValidity()`) {
			t.Errorf("%s: what nobody has told could be sent", lang)
		}
		for name, word := range map[string]string{"w0": "1", "w1": "1", "w2": "colonize"} {
			p.Fill(fmt.Sprintf("[name=%s]", name), word)
		}
		p.Shot("learn-effect-360")
		press(p, "#learn-tell", fmt.Sprintf(`[...document.querySelectorAll(".facts li")].some((e) => e.textContent === %q)`, c.does))
		press(p, "#learn-enough", `document.querySelector("#by-hand")`)
		want := "04010203040501 ai-01\n04010203040502 ai-11\neffect ai-11 1 1 colonize 0 - - owner\nprice ai-11 1 1/0/0 owner\nprinted ai-01 5 owner\nprinted ai-11 4 owner"
		if got := s.book.Content(); got != want {
			t.Errorf("%s: learned\n%s\nwant\n%s", lang, got, want)
		}

		// An answer of long ago was a slip.
		p.Click("#to-told")
		p.Click("#told-ai summary")
		p.Shot("told-360")
		press(p, "#told-ai li button", `document.querySelector("#learn-withdraw")`)
		p.Shot("told-change-360")
		p.Click("#is-4")
		p.Until(`!document.querySelector("#learn-withdraw")`)
		if got, want := s.book.Content(), strings.Replace(want, "ai-01 5", "ai-01 4", 1); got != want {
			t.Errorf("%s: corrected\n%s\nwant\n%s", lang, got, want)
		}
		p.Wait("#to-told")
		wide := chrome.Page(t, h.url, lang, 1024, 768)
		prove(wide)
		wide.Open("/learn")
		wide.Shot("learn-1024")
		if said := append(p.Console(), wide.Console()...); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// press clicks a button as soon as it does something, which it does not while the
// page waits for an answer, and waits for what comes of it.
func press(p *chromium.Page, button, until string) {
	p.Helper()
	p.Until(fmt.Sprintf(`((button) => {
		if (!button || document.readyState !== "complete" || "busy" in document.body.dataset) return false
		button.click()
		return true
	})(document.querySelector(%q))`, button))
	p.Until(until)
}

// The page works without a script, and refuses what is not its own.
func TestLessonForms(t *testing.T) {
	h, s := teaching(t)
	b := h.owner()
	turn := func() string { return fmt.Sprint(s.View().Turn) }
	say := func(pairs ...string) (int, string) {
		return b.post("/learn", append([]string{"game", "council-of-shadows", "turn", turn()}, pairs...)...)
	}
	if status, text := b.get("/learn"); status != http.StatusOK || !strings.Contains(text, "Lay a card on any reader.") {
		t.Errorf("the page: %d %.300s", status, text)
	}
	s.lay(t, 1)
	before := turn()
	if status, text := say("do", "name", "card", "ai-01"); status != http.StatusOK {
		t.Errorf("naming: %d %s", status, text)
	}
	for _, c := range []struct {
		pairs  []string
		status int
		want   string
	}{
		{[]string{"turn", before, "do", "tell", "w0", "3"}, http.StatusConflict, "has moved on"},
		{[]string{"do", "tell", "w0", "99"}, http.StatusConflict, "Number: a number from -20 to 40"},
		{[]string{"do", "tell"}, http.StatusConflict, "Number: a number"},
		{[]string{"do", "enough"}, http.StatusConflict, "this has to be told"},
		{[]string{"do", "sing"}, http.StatusBadRequest, "cannot be understood"},
		{[]string{"game", "chess", "do", "skip"}, http.StatusBadRequest, "cannot be understood"},
		{[]string{"do", "tell", "w0", "3"}, http.StatusOK, ""},
		{[]string{"do", "tell", "w0", "3"}, http.StatusConflict, "has moved on"},
		{[]string{"do", "skip"}, http.StatusConflict, "nothing is asked now"},
	} {
		pairs := c.pairs
		if pairs[0] != "turn" && pairs[0] != "game" {
			pairs = append([]string{"game", "council-of-shadows", "turn", turn()}, pairs...)
		} else if pairs[0] == "turn" {
			pairs = append([]string{"game", "council-of-shadows"}, pairs...)
		}
		if status, text := b.post("/learn", pairs...); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%v: %d %s, want %d %s", c.pairs, status, text, c.status, c.want)
		}
	}
	if got, want := s.book.Content(), "04010203040501 ai-01\nprinted ai-01 3 owner"; got != want {
		t.Errorf("learned %q, want %q", got, want)
	}
}

// A second person teaches at a reader of their own, on a phone of their own.
func TestTwoPeopleTeachOnTwoPhones(t *testing.T) {
	h, s := teaching(t)
	b := h.owner()
	s.lay(t, 1)
	uid, err := hw.NewUID([]byte{4, 1, 2, 3, 4, 5, 2})
	check(t, err)
	s.Change(hw.Change{Kind: hw.Arrived, Reader: "purple-2", UID: uid})
	if _, text := b.get("/learn"); !strings.Contains(text, "A card waits on the reader purple-2.") {
		t.Error("the page does not offer the other reader")
	}
	act := func(want int, pairs ...string) {
		t.Helper()
		if status, text := b.post("/learn", append([]string{"game", "council-of-shadows"}, pairs...)...); status != want {
			t.Fatalf("%v: %d %.200s", pairs, status, text)
		}
	}
	act(http.StatusConflict, "do", "separate", "at", "purple-9")
	act(http.StatusOK, "do", "separate", "at", "purple-2")
	at, _ := s.At("purple-2")
	act(http.StatusOK, "reader", "purple-2", "turn", fmt.Sprint(at.View().Turn), "do", "name", "card", "ai-05")
	_, mine := b.get("/learn?game=council-of-shadows&reader=purple-2")
	_, theirs := b.get("/learn")
	if !strings.Contains(mine, "AI card 05") || !strings.Contains(mine, "learn-join\"") || !strings.Contains(theirs, "At the reader purple-2 somebody else teaches.") || strings.Contains(theirs, "is-6") {
		t.Error("the two pages do not show each their own card")
	}
	act(http.StatusOK, "do", "join", "at", "purple-2")
	act(http.StatusConflict, "reader", "purple-2", "turn", fmt.Sprint(at.View().Turn), "do", "tell", "w0", "3")
	if got := s.book.Content(); got != "04010203040502 ai-05" {
		t.Errorf("learned %q", got)
	}
}

// What the lesson is about is chosen on the page, and what is chosen is shown.
func TestWhatIsLearned(t *testing.T) {
	h, s := teaching(t)
	b := h.owner()
	want := learning.Wanted{With: []string{"full-book"}, Piles: []string{"automa"}, Mark: true, Genuine: true}
	if status, text := b.post("/learn", "game", "council-of-shadows", "do", "want", "with", "full-book", "pile", "automa", "mark", "1", "genuine", "1"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if got := s.View().Wanted; !reflect.DeepEqual(got, want) {
		t.Errorf("wanted %+v, want %+v", got, want)
	}
	_, text := b.get("/learn")
	for _, part := range []string{`id="learn-mark" checked`, `id="learn-genuine" checked`, `id="with-full-book" checked`, `value="automa" selected`, "In turn: Automa card 01"} {
		if !strings.Contains(text, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	s.lay(t, 1)
	s.Close()
	if _, text = b.get("/learn"); !strings.Contains(text, "nobody knows who made the tag 04010203040501: this reader reaches no memory of tags") {
		t.Error("the page does not tell of a reader without memory")
	}
	if status, _ := b.post("/learn", "game", "council-of-shadows", "do", "want"); status != http.StatusOK || !reflect.DeepEqual(s.View().Wanted, learning.Wanted{}) {
		t.Errorf("nothing is wanted: %d %+v", status, s.View().Wanted)
	}
	if _, text = b.get("/learn"); strings.Contains(text, `" checked`) {
		t.Error("the control: something is checked that nobody wants")
	}
}

// While a game is running nothing is learned.
func TestNoLessonDuringAGame(t *testing.T) {
	h, s := teaching(t)
	h.begin()
	s.lay(t, 1)
	b := h.owner()
	if _, text := b.get("/learn"); !strings.Contains(text, "A game is running: cards are learned when it is over.") || strings.Contains(text, "learn-yes") {
		t.Errorf("the page during a game:\n%.2000s", text)
	}
	if status, text := b.post("/learn", "game", "council-of-shadows", "turn", fmt.Sprint(s.View().Turn), "do", "name", "card", "ai-01"); status != http.StatusConflict || !strings.Contains(text, "a game is running") {
		t.Errorf("%d %s", status, text)
	}
	if got := s.book.Content(); got != "" {
		t.Errorf("learned %q", got)
	}
}

// A house without a school has no page.
func TestNoSchool(t *testing.T) {
	h := newHouse(t)
	if status, _ := h.owner().get("/learn"); status != http.StatusNotFound {
		t.Errorf("status %d", status)
	}
	if _, text := h.owner().get("/more"); strings.Contains(text, "to-learn") {
		t.Error("a page leads there")
	}
}
