package web_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// Words that no sentence of the other two languages has.
var giveaways = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?i)(?:^|[^\pL-])(the|and|of|with|you|your|this|which|what|who|round|cards?|seats?|everybody|game|(?-i:hand))(?:$|[^\pL-])`),
	"de": regexp.MustCompile(`(?i)(?:^|[^\pL-])(der|und|nicht|mit|ein|eine|für|auf|dem|den|ist|wird|karten?|runde|spiel)(?:$|[^\pL-])`),
	"es": regexp.MustCompile(`(?i)(?:^|[^\pL-])(el|los|las|una|con|del|para|por|está|cartas?|ronda|partida)(?:$|[^\pL-])`),
}

var (
	silent    = regexp.MustCompile(`(?s)<(script|style|code|kbd|pre|samp)\b.*?</(script|style|code|kbd|pre|samp)>|<!--.*?-->`)
	tagged    = regexp.MustCompile(`<[^<>]*>`)
	inline    = regexp.MustCompile(`</?(b|i|em|strong|small|a)\b[^<>]*>`)
	heard     = regexp.MustCompile(`\s(aria-label|aria-roledescription|aria-description|title|alt|placeholder|content|label|data-[\w-]+)="([^"]*)"`)
	otherLang = regexp.MustCompile(`(?s)<[^<>]*\slang="(\w\w)"[^<>]*>[^<>]*`)
	key       = regexp.MustCompile(`^[a-z0-9-]*$`)
	document  = regexp.MustCompile(`<html lang="(\w\w)"`)
)

// A label is what somebody reads or hears on a page.
type label struct{ where, text string }

// labels are all texts of a page: what stands there, seen or unseen, and what its attributes
// say. What says itself that it is of another language is left out.
func labels(page string) (all []label) {
	page = silent.ReplaceAllString(page, "")
	lang := document.FindStringSubmatch(page)
	page = otherLang.ReplaceAllStringFunc(page, func(s string) string {
		if m := otherLang.FindStringSubmatch(s); len(lang) == 0 || m[1] != lang[1] {
			return ""
		}
		return s
	})
	for _, m := range heard.FindAllStringSubmatch(page, -1) {
		all = append(all, label{m[1], html.UnescapeString(m[2])})
	}
	for _, text := range tagged.Split(inline.ReplaceAllString(page, ""), -1) {
		all = append(all, label{"text", html.UnescapeString(strings.TrimSpace(text))})
	}
	return all
}

// misspoken are the labels of a page that have a word of another language, without names that
// are the same in all of them.
func misspoken(page, lang string) (all []string) {
	for _, l := range labels(page) {
		text := l.text
		for _, name := range sameEverywhere {
			text = strings.ReplaceAll(text, name, "")
		}
		if slices.Contains(unspoken, l.where) || strings.HasPrefix(l.where, "data-") && key.MatchString(text) {
			continue
		}
		if word := leftEnglish(text, lang); word != "" {
			all = append(all, fmt.Sprintf("%s has %q, which is %q in %s", l.where, l.text, word, lang))
		}
		for other, words := range giveaways {
			if word := words.FindString(text); other != lang && word != "" {
				all = append(all, fmt.Sprintf("%s has %q, which is %s: %q", l.where, word, other, l.text))
			}
		}
	}
	return all
}

// leftEnglish is the translation of a text that stands there in English; "" if it does not.
func leftEnglish(text, lang string) string {
	text = strings.TrimSpace(text)
	if c, err := catalogue(); err == nil && lang != "en" && text != "" {
		if said := c.Say(lang, engine.Text{Format: strings.ReplaceAll(text, "%", "%%")}); said != text {
			return said
		}
	}
	return englishTerms()[lang][strings.ToLower(text)]
}

// englishTerms are the English names of things whose names differ in a language, with these.
var englishTerms = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{"de": {}, "es": {}}
	c, err := catalogue()
	if err != nil {
		return nil
	}
	for lang := range all {
		for _, term := range c.Terms() {
			if said, english := c.Term(lang, term), c.Term("en", term); !strings.EqualFold(said, english) {
				all[lang][strings.ToLower(english)] = said
			}
		}
	}
	return all
})

// Titles, what people gave a name, and what the examination says in these tests.
var sameEverywhere = []string{"ok the clock is right", "Council of Shadows", "The High Council", "Casting Shadows", "Wilhelmine-Theodora von und zu Waldburg"}

// Attributes for the script alone.
var unspoken = []string{"data-thing", "data-things", "data-of", "data-line", "data-like", "data-key", "data-set", "data-page", "data-live", "data-started", "content"}

// TestPagesKeepToTheirLanguage: no page has a label of another language, whether it is seen or
// only heard.
func TestPagesKeepToTheirLanguage(t *testing.T) {
	tier.Test(t, tier.Pages, "pages in three languages")
	seen, moments := 0, tier.Of(t, tier.Pages, "moments", 0, 2, 8)
	for game, x := range map[string]struct {
		house   func(*testing.T) *house
		seats   []string
		options []string
	}{
		"council-of-shadows": {func(t *testing.T) *house { h, _ := teaching(t, unlocked); return h }, []string{"purple", "red"}, []string{"full-book", "leaders", "stations"}},
		"high-council":       {func(t *testing.T) *house { return bothGames(t, unlocked) }, []string{"white", "red"}, nil},
		"casting-shadows":    {func(t *testing.T) *house { return castings(t, unlocked) }, []string{"kit", "frill"}, []string{"no-clock"}},
	} {
		t.Run(game, func(t *testing.T) {
			h := x.house(t)
			owner, stranger := h.owner(), h.browser()
			look := func(paths ...string) {
				t.Helper()
				for _, lang := range []string{"en", "de", "es"} {
					for _, b := range []*browser{owner, stranger} {
						b.do(b.request(http.MethodPost, "/lang", url.Values{"lang": {lang}, "back": {"/"}}))
						for _, path := range paths {
							status, page := b.get(path)
							if status == http.StatusSeeOther || !strings.Contains(page, `<html lang="`+lang) {
								continue
							}
							seen++
							for _, fault := range misspoken(page, lang) {
								t.Errorf("%s in %s: %s", path, lang, fault)
							}
						}
					}
				}
			}
			if game == "council-of-shadows" {
				look("/cards?game=council-of-shadows&card=discover", "/settings/doctor")
			}
			look("/", "/new", "/more", "/table", "/games", "/ca", "/offline", "/learn", "/own", "/rig", "/settings", "/settings/mqtt", "/cards", "/setup", "/join", "/nowhere")
			form := []string{"game", game, "box", "stand-in", "order", "listed"}
			for _, seat := range x.seats {
				form = append(form, "seat", seat)
			}
			for _, option := range x.options {
				form = append(form, "option", option)
			}
			owner.ok("/start", form...)
			owner.sit(x.seats...)
			r := rand.New(rand.NewPCG(11, 1))
			var seats []engine.Seat
			for _, seat := range x.seats {
				seats = append(seats, engine.Seat(seat))
			}
			for range moments {
				look("/table", "/seat/"+x.seats[0], "/seat/"+x.seats[1], "/seat/"+x.seats[0]+"/share", "/setup", "/join", "/")
				h.random(r, seats, 40)
			}
			check(t, h.table.Finish(t.Context()))
			k := h.store.Games()[0]
			id := "/games/" + k.ID
			look("/", "/games", id, id+"/replay", id+"/whatif?at=9", "/games/statistics", "/games/players", "/b/"+k.ID)
		})
	}
	if seen < 250 {
		t.Errorf("only %d pages were seen", seen)
	}
}

func unlocked(o *web.Opts) { o.Network.Trust, o.Network.Open = trusted(), true }

// Controls: a word of another language is found wherever it may be, and one that says so is none.
func TestMisspoken(t *testing.T) {
	for page, want := range map[string]int{
		`<html lang="es"><p>La ronda</p>`:                                          0,
		`<html lang="es"><p>The <b>round</b></p>`:                                  1,
		`<html lang="es"><i aria-label="Close the list"></i>`:                      1,
		`<html lang="es"><i data-do="Do this"></i>`:                                1,
		`<html lang="de"><i aria-label="hand"></i>`:                                1,
		`<html lang="de"><i aria-label="Hand"></i>`:                                0,
		`<html lang="es"><i aria-label="Hint"></i>`:                                1,
		`<html lang="de"><p>Die Runde</p>`:                                         0,
		`<html lang="de"><img alt="The board">`:                                    1,
		`<html lang="en"><span class="unseen">Ronda de las cartas</span>`:          1,
		`<html lang="es"><button lang="en">Play this in the language</button><p>x`: 0,
		`<html lang="es"><script>with(this){}</script><p>Council of Shadows</p>`:   0,
	} {
		if got := misspoken(page, between(page, `lang="`, `"`)); len(got) != want {
			t.Errorf("%s: %q, want %d", page, got, want)
		}
	}
}
