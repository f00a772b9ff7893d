package web_test

import (
	"html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion/words"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
)

// hands are words of a table with cardboard and readers, and of notation.
var hands = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?i)\b(readers?|report(s|ed)?|says? done|carry out)\b|\(1\)|\b1 times\b`),
	"de": regexp.MustCompile(`(?i)\b(kartenlesern?s?|meldet?|sag fertig|führe? .* aus)\b|\(1\)|\b1 [Mm]al\b`),
	"es": regexp.MustCompile(`(?i)\b(lector(es)?|informa|di listo)\b|\(1\)|\b1 veces\b`),
}

// What a page says: its text, and what its controls and things are called.
var (
	markup = regexp.MustCompile(`<[^>]*>`)
	named  = regexp.MustCompile(`(?:aria-label|title|alt|data-(?:ask|then|why|verb|of))="([^"]*)"`)
)

// sentences are all that a page says.
func sentences(page string) []string {
	_, body, _ := strings.Cut(page, "<main")
	all := markup.Split(body, -1)
	for _, m := range named.FindAllStringSubmatch(body, -1) {
		all = append(all, m[1])
	}
	for i, s := range all {
		all[i] = html.UnescapeString(strings.ReplaceAll(s, "\u00ad", ""))
	}
	return all
}

// Where all lies on the screen nobody is told what hands do: no sentence of a whole game, at
// the table or on the page of a seat, is about readers or about what people have to tell.
func TestVirtualTablesKnowNoHands(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	b := bothGames(t).browser()
	e := &ensemble{house: b.house, bot: shadowsbot.Greedy{}, dice: rand.New(rand.NewPCG(7, 8)), seats: fourSeats[:2]}
	b.ok("/start", "game", "council-of-shadows", "way", "friends")
	for i, seat := range e.seats {
		b.ok("/claim", "seat", string(seat), "name", names[i])
	}
	b.ok("/lobby", "begin", "1")
	langs, paths, heard := words.Languages(), []string{"/seat/purple", "/table", "/seat/red"}, 0
	for n := 0; !e.over() && e.step() && n < tier.Of(t, tier.Pages, "steps", 30, 200, 3000); n++ {
		lang := langs[n%len(langs)]
		b.post("/lang", "lang", lang)
		_, page := b.get(paths[n/len(langs)%len(paths)])
		for _, s := range sentences(page) {
			heard++
			if word := hands[lang].FindString(s); word != "" {
				t.Errorf("step %d in %s says %q: %s", n, lang, word, strings.TrimSpace(s))
			}
		}
	}
	if heard < 5_000 {
		t.Errorf("only %d sentences were read", heard)
	}
	control := newHouse(t)
	control.begin()
	ana := control.browser().sit("purple")
	control.play("purple pass", "red pass")
	ana.lay("purple", "1", "discover")
	ana.lay("purple", "1", "tower")
	_, page := ana.get("/seat/purple")
	if !hands["en"].MatchString(strings.Join(sentences(page), "\n")) {
		t.Error("control: where cards lie on readers none is spoken of")
	}
}
