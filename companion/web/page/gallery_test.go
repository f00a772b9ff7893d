package page_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// widths are those in which cards are shown: on a field of a phone, in the hand, to
// be read, in full.
var widths = []int{56, 84, 150, 320}

// A gallery is a page with one card of each kind, as large as said, in a language.
type gallery struct {
	parts     *template.Template
	catalogue *words.Catalogue
	lang      string
}

func newGallery(t testing.TB, lang string) gallery {
	t.Helper()
	catalogue, err := words.Load(setups.Words())
	if err != nil {
		t.Fatal(err)
	}
	g := gallery{template.New(""), catalogue, lang}
	g.parts.Funcs(page.Funcs()).Funcs(template.FuncMap{"say": func(format string, args ...any) string {
		return g.say(engine.Say(format, args...))
	}})
	for _, text := range page.Templates() {
		template.Must(g.parts.Parse(text))
	}
	return g
}

func (g gallery) say(t engine.Text) string { return g.catalogue.Say(g.lang, t) }

// council and highCouncil are games with everything told.
func (g gallery) council(t testing.TB) page.Context {
	t.Helper()
	rulebook, err := setups.BoxLines("council-of-shadows", "rulebook")
	if err != nil {
		t.Fatal(err)
	}
	invented, err := setups.BoxLines("council-of-shadows", "stand-in")
	if err != nil {
		t.Fatal(err)
	}
	lines := append(append(rulebook, invented...), "book full", "module stations", "phase buy", "displays ai-01 ai-02 ai-05 ai-07 ai-08 ai-12 ai-15 ai-21")
	return g.context(t, councilofshadows.Game, "purple red green blue", lines)
}

func (g gallery) highCouncil(t testing.TB) page.Context {
	t.Helper()
	return g.context(t, highcouncil.Game, "ana ben", nil)
}

func (g gallery) context(t testing.TB, game engine.Game, seats string, facts []string) page.Context {
	t.Helper()
	s, err := game.New(enginetest.Seats(seats), enginetest.Facts(t, game, facts...))
	if err != nil {
		t.Fatal(err)
	}
	return page.Context{Lang: g.lang, Game: game, Say: g.say, Snap: companion.Snapshot{State: s, View: s.View()}}
}

// things are the names of all that has a face; of number cards those of the first six
// fields, which have all colors.
func things(t testing.TB, c page.Context) (all []engine.Term) {
	t.Helper()
	for _, term := range c.Game.Terms {
		f, ok := c.Game.Face(c.Snap.State, term)
		if ok && !slices.Contains(all, term) && (f.Ring.Of != "field" || f.Ring.N <= 6 || f.Ring.N == highcouncil.Fields) {
			all = append(all, term)
		}
	}
	return all
}

// cards draws all that has a face, a card that lies face down, and each state.
func (g gallery) cards(t testing.TB) (all []page.Card) {
	t.Helper()
	for _, c := range []page.Context{g.council(t), g.highCouncil(t)} {
		seats := c.Snap.View.Seats
		for i, term := range things(t, c) {
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

// page is the gallery in one width.
func (g gallery) page(t testing.TB, width int) []byte {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, `<!doctype html><html lang=%q><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cards</title><link rel="stylesheet" href="/static/look.css">
<style>main { display: flex; flex-wrap: wrap; gap: 14px; padding: 14px; --w: %dpx }</style><body>`, g.lang, width)
	g.draw(t, &b, "symbols", nil)
	b.WriteString("<main><h1 class=unseen>Cards</h1>")
	for _, c := range g.cards(t) {
		g.draw(t, &b, "card", c)
	}
	b.WriteString("</main>")
	return b.Bytes()
}

func (g gallery) draw(t testing.TB, b *bytes.Buffer, name string, data any) {
	t.Helper()
	if err := g.parts.ExecuteTemplate(b, name, data); err != nil {
		t.Fatal(err)
	}
}

// serveGallery answers /WIDTH-LANG with the gallery.
func serveGallery(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /static/{name}", func(w http.ResponseWriter, r *http.Request) {
		data, err := page.Asset(r.PathValue("name"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".css") {
			w.Header().Set("Content-Type", "text/css")
		}
		w.Write(data)
	})
	mux.HandleFunc("GET /{width}/{lang}", func(w http.ResponseWriter, r *http.Request) {
		width, _ := strconv.Atoi(r.PathValue("width"))
		w.Write(newGallery(t, r.PathValue("lang")).page(t, width))
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<!doctype html><title>Cards</title>")) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// On no card of any game is a text cut or written over another: in four widths and
// three languages, or in two of each.
func TestTextsFitOnCards(t *testing.T) {
	t.Parallel()
	tier.Test(t, tier.Pages, "a browser")
	p := chromium.Start(t, true).Page(t, serveGallery(t), "en", 1000, 800)
	texts := 0
	whole := tier.Of(t, tier.Pages, "widths", 2, 2, len(widths)) > 2
	for _, lang := range words.Languages() {
		for n, width := range widths {
			if !whole && (lang == words.English || n%2 == 0 && lang != "de") {
				continue
			}
			p.Open(fmt.Sprintf("/%d/%s", width, lang))
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
	p := chromium.Start(t, true).Page(t, serveGallery(t), "en", 1000, 800)
	p.Open("/56/de")
	chromium.Ask[bool](p, `document.head.insertAdjacentHTML("beforeend", "<style>.card .nm { font-size: 19px }</style>"); true`)
	if faults, _ := p.Misprints(chromium.Layout{}); len(faults) < 50 {
		t.Errorf("%d faults were seen", len(faults))
	}
}

// Seventeen cards, as many as a seat sees at once, are light.
func TestWeightOfCards(t *testing.T) {
	t.Parallel()
	g := newGallery(t, "de")
	var b bytes.Buffer
	for _, c := range g.cards(t)[:17] {
		g.draw(t, &b, "card", c)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(b.Bytes())
	w.Close()
	t.Logf("%d bytes, %d packed", b.Len(), packed.Len())
	if packed.Len() > 6<<10 {
		t.Errorf("17 cards weigh %d bytes packed", packed.Len())
	}
}
