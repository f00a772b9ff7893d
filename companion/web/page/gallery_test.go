package page_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
)

// widths are those in which cards are shown: on a field of a phone, in the hand, to
// be read, in full; then some between them.
var widths = []int{56, 84, 150, 320, 68, 76, 108, 148, 240}

// buying and debating are games in which everything is told of all cards.
func buying(t testing.TB, lang string) page.Context {
	return council("purple red green blue", 0, "phase buy", "displays ai-01 ai-02 ai-05 ai-07 ai-08 ai-12 ai-15 ai-21").context(t, "purple", lang)
}

func debating(t testing.TB, lang string) page.Context {
	return ring("ana ben", 0).context(t, "ana", lang)
}

// things are the names of all that has a face; of number cards those of the first six
// fields, which have all colors, and of the last.
func things(c page.Context) (all []engine.Term) {
	for _, term := range c.Game.Terms {
		f, ok := c.Game.Face(c.Snap.State, term)
		if ok && !slices.Contains(all, term) && (f.Ring.Of != "field" || f.Ring.N <= 6 || f.Ring.N == highcouncil.Fields) {
			all = append(all, term)
		}
	}
	return all
}

// allCards are all that have a face, a card that lies face down, and each state.
func allCards(t testing.TB, lang string) (all []page.Card) {
	t.Helper()
	for _, c := range []page.Context{buying(t, lang), debating(t, lang)} {
		seats := c.Snap.View.Seats
		for i, term := range things(c) {
			all = append(all, c.Card(engine.Card{Name: term}, seats[i%len(seats)].Seat))
		}
		all = append(all, c.Card(engine.Card{}, seats[1].Seat))
	}
	for _, state := range []string{"may", "picked", "now", "done", "cannot", "fresh", "covered"} {
		one := all[0]
		one.State = state
		all = append(all, one)
	}
	return all
}

// drawn are cards as they are sent.
func drawn(t testing.TB, lang string, cards ...page.Card) string {
	t.Helper()
	all := templates(t, buying(t, lang))
	var b bytes.Buffer
	for _, c := range cards {
		if err := all.ExecuteTemplate(&b, "card", c); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// galleries are pages with all cards, each in a width and a language.
func galleries(t testing.TB, langs ...string) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, lang := range langs {
		cards := drawn(t, lang, allCards(t, lang)...)
		for _, width := range widths {
			pages[fmt.Sprintf("%d-%s", width, lang)] = fmt.Sprintf(`<style>#part-board { overflow: visible; height: auto } .all { display: flex; flex-wrap: wrap; gap: 14px; padding: 14px; --w: %dpx }</style><div class="all" lang=%q>%s</div>`, width, lang, cards)
		}
	}
	return pages
}

// On no card of any game is a text cut or written over another: in nine widths and
// three languages, or in four widths and two languages.
func TestTextsFitOnCards(t *testing.T) {
	t.Parallel()
	tier.Test(t, tier.Pages, "a browser")
	p := chromium.Start(t, true).Page(t, serve(t, galleries(t, words.Languages()...)), "en", 1000, 800)
	texts, whole := 0, tier.Of(t, tier.Pages, "widths", 4, 4, len(widths)) > 4
	for _, lang := range words.Languages() {
		for n, width := range widths {
			if !whole && (n > 3 || lang == words.English || n%2 == 0 && lang != "de") {
				continue
			}
			p.Open(fmt.Sprintf("/%d-%s", width, lang))
			p.Until("document.fonts.status === 'loaded'")
			faults, n := p.Misprints(chromium.Layout{})
			for _, m := range faults {
				t.Errorf("%d wide in %s: %v", width, lang, m)
			}
			texts += n
			p.Keep(fmt.Sprintf("cards %d %s", width, lang))
		}
	}
	if texts < 1000 {
		t.Errorf("only %d texts were measured", texts)
	}
}

// The control: where the sizes of the type do not follow the width, texts are cut.
func TestMisfitsOnCardsAreSeen(t *testing.T) {
	t.Parallel()
	tier.Test(t, tier.Pages, "a browser")
	p := chromium.Start(t, true).Page(t, serve(t, galleries(t, "de")), "en", 1000, 800)
	p.Open("/56-de")
	chromium.Ask[bool](p, `document.head.insertAdjacentHTML("beforeend", "<style>.card .nm { font-size: 19px }</style>"); true`)
	if faults, _ := p.Misprints(chromium.Layout{}); len(faults) < 50 {
		t.Errorf("%d faults were seen", len(faults))
	}
}

// Seventeen cards, as many as a seat sees at once, are light.
func TestWeightOfCards(t *testing.T) {
	t.Parallel()
	text := drawn(t, "de", allCards(t, "de")[:17]...)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	t.Logf("%d bytes, %d packed", len(text), packed.Len())
	if packed.Len() > 3<<10 {
		t.Errorf("17 cards weigh %d bytes packed", packed.Len())
	}
}
