package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/setups"
)

// A boxStore keeps tags in memory, and facts where the table reads them.
type boxStore struct {
	companiontest.TagStore
	facts *companiontest.Store
}

func (b *boxStore) Learned(game string) ([]string, error) { return b.facts.Learned(game) }

func (b *boxStore) Teach(game string, forget, learn []string) (err error) {
	for _, line := range forget {
		err = errors.Join(err, b.facts.Forget(game, line))
	}
	for _, line := range learn {
		err = errors.Join(err, b.facts.Learn(game, line))
	}
	return err
}

// Lines of the invented box that nobody has told.
var unread = []string{"system tile-07 ", "fields back orange ", "reward back orange ", "price range-3 2 ", "printed project-2 ", "effect ai-11 ", "price desert ", "pays light-04 ", "marked dark-2 "}

// ownBox makes every line of the invented box the owner's, but those that nobody has told. Where
// fields lie no owner tells: they are counted.
func ownBox(t testing.TB) (lines []string) {
	t.Helper()
	all, err := setups.BoxLines("council-of-shadows", "stand-in")
	check(t, err)
	fields := map[string][3]int{}
	for _, line := range all {
		words := strings.Fields(line)
		if words[0] == "site" {
			n := fields[words[1]+" "+words[3]]
			n[words[4][0]-'1']++
			fields[words[1]+" "+words[3]] = n
			continue
		}
		words[len(words)-1] = "owner"
		lines = append(lines, strings.Join(words, " "))
	}
	for of, n := range fields {
		lines = append(lines, fmt.Sprintf("fields %s %d %d %d owner", of, n[0], n[1], n[2]))
	}
	for _, galaxy := range []string{"beige", "yellow", "turquoise", "brown"} {
		lines = append(lines, "fields back "+galaxy+" 0 0 0 owner")
	}
	for n := range 9 {
		if n+1 != 5 && n+1 != 6 {
			lines = append(lines, fmt.Sprintf("marked dark-%d 0 owner", n+1))
		}
	}
	slices.Sort(lines)
	return slices.DeleteFunc(lines, func(line string) bool {
		return slices.ContainsFunc(unread, func(begins string) bool { return strings.HasPrefix(line, begins) })
	})
}

// What a game of the full book lacks of the owner's box the host tells on a phone before it
// begins, one thing after the other and without laying a card; then it begins.
func TestBoxIsToldOnAPhone(t *testing.T) {
	t.Parallel()
	chrome := browse(t, false)
	says := map[string]string{"en": "8 things that", "de": "8 Angaben", "es": "8 cosas"}
	for _, lang := range spoken(t) {
		h, s := teaching(t, func(o *web.Opts) { o.Rig.Readers = nil })
		for _, line := range ownBox(t) {
			check(t, h.store.Learn("council-of-shadows", line))
		}
		s.keep(t, &boxStore{facts: h.store})
		p := chrome.Page(t, h.url, lang, 390, 844)
		p.Open("/")
		p.Click("#way-table")
		p.Wait("#option-full-book")
		p.Click("#option-full-book")
		stranger := h.browser()
		if status, text := stranger.get("/box?game=council-of-shadows"); status != http.StatusForbidden {
			t.Errorf("somebody who is no host reads what is lacking: %d\n%.200s", status, text)
		}
		sits(h, "red")
		p.Wait(".chair.c-red.taken")
		p.Reads(".lobby-foot b", says[lang])
		if chromium.Ask[bool](p, `!!document.querySelector("#lobby-start")`) {
			t.Errorf("%s: the game can begin, and nobody has told what it needs", lang)
		}
		p.Shot("box-lobby-390")
		p.Click("#lobby-tell")
		next := `document.querySelector(".page-learn .box h2")` // that something else is asked than before
		asked := func() {
			next = fmt.Sprintf(`document.querySelector("[name=turn]")?.value > %s`, chromium.Ask[string](p, `document.querySelector("[name=turn]").value`))
		}
		for n, c := range []struct {
			shows string
			does  func()
		}{
			{"ai-11", func() {
				for name, word := range map[string]string{"w0": "1", "w1": "1", "w2": "colonize"} {
					p.Fill(fmt.Sprintf("[name=%s]", name), word)
				}
				press(p, "#learn-tell", next)
				for _, usual := range []string{"#usual-0", "#usual-4"} { // the steps after that take a tap each
					asked()
					p.Shot("box-effects-" + lang + "-390")
					if labels := chromium.Ask[[]string](p, `[...document.querySelectorAll(".usual button")].map((b) => b.textContent)`); len(slices.Compact(slices.Sorted(slices.Values(labels)))) < 8 {
						t.Errorf("usual answers that nobody can tell apart: %q", labels)
					}
					press(p, usual, next)
				}
				asked()
				p.Click("#learn-enough")
			}},
			{"light-04", func() {
				for name, word := range map[string]string{"w0": "flat", "w2": "3"} {
					p.Fill(fmt.Sprintf("[name=%s]", name), word)
				}
				p.Click("#learn-tell")
			}},
			{"dark-2", func() { p.Click("#is-0") }},
			{"tile-07", func() { p.Fill("[name=w0]", "1"); p.Fill("[name=w1]", "desert"); p.Click("#learn-tell") }},
			{"fields", func() { p.Fill("[name=w1]", "3"); p.Click("#learn-tell") }},
			{"reward", func() { p.Fill("[name=w0]", "9"); p.Fill("[name=w2]", "never"); p.Click("#learn-tell") }},
			{"desert", func() { p.Click("#learn-tell") }},
			{"range-3", func() { p.Click("#learn-tell") }},
			{"project-2", func() { p.Click("#is-4") }},
		} {
			left := min(8-n+n/5, 8-n+1) // fields that are told lack what the galaxy brings
			p.Until(next)
			p.Until(fmt.Sprintf(`document.querySelector(".heaps") && document.querySelector(".columns > div:last-child h2").textContent.includes(%q)`, fmt.Sprint(left)))
			p.Shot("box-" + c.shows + "-390")
			asked()
			c.does()
		}
		facts, err := h.store.Learned("council-of-shadows")
		check(t, err)
		for _, fact := range []string{"effect ai-11 2 1 discover 0 in-range - owner", "effect ai-11 3 1 harvest 1 in-range - owner"} {
			if !slices.Contains(facts, fact) {
				t.Errorf("a tap on a usual answer does not tell %q", fact)
			}
		}
		p.Wait("#to-seats")
		p.Until(`!document.querySelector(".heaps")`)
		p.Shot("box-done-390")
		p.Click("#to-seats")
		p.Wait("#lobby-start:not([disabled])")
		p.Click("#lobby-start")
		p.Wait("#ask")
		p.Shot("box-game-390")
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// sits takes a seat of a lobby with another browser.
func sits(h *house, seat string) {
	h.t.Helper()
	if status, text := h.browser().post("/claim", "seat", seat); status != http.StatusOK {
		h.t.Fatalf("claim: %d %.300s", status, text)
	}
}

// Where nobody has told what a game of the full book needs it is refused, and the page of what
// is told takes nothing but that.
func TestBoxFormsTellNoMore(t *testing.T) {
	h, s := teaching(t)
	s.keep(t, &boxStore{facts: h.store})
	b := h.browser()
	say := func(path string, pairs ...string) (int, string) {
		return b.post(path, append([]string{"game", "council-of-shadows"}, pairs...)...)
	}
	if status, text := say("/start", "way", "table"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := say("/lobby", "option", "full-book"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := say("/lobby", "begin", "1"); status != http.StatusConflict || !strings.Contains(text, "nobody has told: the consumption of Discover") {
		t.Errorf("a game of the full book begins without its box: %d %s", status, text)
	}
	if status, text := say("/lobby", "tell", "1"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	turn := func() string { return fmt.Sprint(s.ByHand().View().Turn) }
	for _, c := range []struct {
		status int
		pairs  []string
	}{
		{http.StatusBadRequest, []string{"do", "want", "mark", "1"}},
		{http.StatusBadRequest, []string{"do", "separate", "at", "purple-1"}},
		{http.StatusConflict, []string{"do", "tell", "turn", "0", "w0", "3"}},
		{http.StatusConflict, []string{"do", "tell", "turn", turn(), "w0", "99"}},
		{http.StatusOK, []string{"do", "tell", "turn", turn(), "w0", "3"}},
	} {
		if status, text := say("/box", c.pairs...); status != c.status {
			t.Errorf("%v: %d %s, want %d", c.pairs, status, text, c.status)
		}
	}
	if told, _ := h.store.Learned(""); !slices.Equal(told, []string{"printed discover 3 owner"}) {
		t.Errorf("told: %q", told)
	}
	if status, _ := h.browser().post("/box", "game", "council-of-shadows", "do", "tell", "turn", turn(), "w0", "4"); status != http.StatusForbidden {
		t.Errorf("who is no host tells: %d", status)
	}
}
