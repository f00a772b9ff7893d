package words

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"arbiter/engine"
	"arbiter/setups"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
)

// computed lists the places whose sentences are not constants, and why they are translated
// nevertheless.
func computed() map[string]string {
	return map[string]string{
		"cmd/arbiter/help.go":                   "what commands and flags are for, which is collected from their tags",
		"cmd/arbiter/usage.go":                  "sentences of kong, which stand beside it",
		"engine/rulebook.go":                    "the rules of RULES.md, which are collected",
		"companion/offer.go":                    "titles of options, which the tables hold",
		"companion/learning/answers.go":         "titles of questions, which the decks hold",
		"companion/learning/answer_words.go":    "titles of blanks, which the decks hold",
		"companion/learning/view.go":            "titles of piles and questions, which the decks hold",
		"companion/learning/told.go":            "titles of piles and questions, which the decks hold",
		"companion/taglist/taglist.go":          "titles of piles, which the decks hold",
		"cmd/arbiter/internal/prints/prints.go": "titles of piles, which the decks hold",
	}
}

// wanted collects the sentences of the program: sources, templates, tables, decks.
func wanted(t *testing.T) harvest {
	t.Helper()
	h := reap(t, "../..")
	h.faults = slices.DeleteFunc(h.faults, func(fault string) bool {
		file, _, _ := strings.Cut(fault, ":")
		return computed()[file] != "" && strings.HasSuffix(fault, "nobody can translate it")
	})
	for _, game := range setups.Tables() {
		table, err := setups.TableOf(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range table.Options {
			h.add("tables/"+game+".toml", o.Title)
		}
		for _, e := range table.Each {
			h.add("tables/"+game+".toml", e.Title)
		}
		h.deck(t, game)
	}
	return h
}

// deck collects the titles of the piles and questions of a game.
func (h *harvest) deck(t *testing.T, game string) {
	t.Helper()
	deck, err := setups.CardListOf(game)
	if err != nil {
		t.Fatal(err)
	}
	file := "decks/" + game + ".toml"
	for _, p := range deck.Piles {
		h.add(file, p.Title)
	}
	for _, a := range deck.Questions {
		h.add(file, a.Title)
		for _, b := range a.Blanks {
			h.add(file, b.Title)
		}
	}
}

// The words that people choose from when they teach are in their language.
func TestWordsOfDecks(t *testing.T) {
	c, asked := shipped(t), 0
	for _, game := range setups.Tables() {
		deck, err := setups.CardListOf(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, card := range deck.Cards() {
			asked++
			for _, lang := range Languages() {
				if !c.Knows(lang, engine.Term(card.Name())) {
					t.Errorf("%s: the card %s has no word in %s", game, card.Name(), lang)
				}
			}
		}
		for _, a := range deck.Questions {
			for _, b := range a.Blanks {
				for _, word := range b.Words {
					for _, lang := range Languages() {
						if strings.ContainsFunc(word, unicode.IsLetter) && !c.Knows(lang, engine.Term(word)) {
							t.Errorf("%s: %q has no word in %s", game, word, lang)
						}
					}
				}
			}
		}
	}
	if asked < 200 {
		t.Errorf("only %d cards", asked)
	}
}

// speechless reports whether a format has no words to translate.
func speechless(format string) bool {
	bare := format
	for _, verb := range []string{"%s", "%d", "%+d", "%v"} {
		bare = strings.ReplaceAll(bare, verb, "")
	}
	return !strings.ContainsFunc(bare, unicode.IsLetter)
}

// audit returns which sentences a catalogue lacks, and which ones nobody says.
func audit(c *Catalogue, keys map[string][]string) []string {
	var faults []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		for _, lang := range Languages() {
			if lang != English && c.sentences[key].in(lang) == "" && !speechless(key) {
				faults = append(faults, fmt.Sprintf("%s: %q is not translated into %s", keys[key][0], key, lang))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.sentences)) {
		if len(keys[key]) == 0 {
			faults = append(faults, fmt.Sprintf("nobody says %q: remove it from the catalogue", key))
		}
	}
	return faults
}

func shipped(t *testing.T) *Catalogue {
	t.Helper()
	c, err := Load(setups.Words())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEverySentenceIsTranslated(t *testing.T) {
	h := wanted(t)
	for _, fault := range append(h.faults, audit(shipped(t), h.keys)...) {
		t.Error(fault)
	}
	if len(h.keys) < 100 {
		t.Errorf("only %d sentences were found: the search is broken", len(h.keys))
	}
}

// The search and the audit must see each kind of mistake.
func TestAuditSeesMistakes(t *testing.T) {
	h := reap(t, "testdata/program")
	var said []string
	for _, key := range slices.Sorted(maps.Keys(h.keys)) {
		slices.Sort(h.keys[key])
		said = append(said, key+" @ "+strings.Join(h.keys[key], " "))
	}
	want := []string{
		"%s joins in two parts @ speak.go:14",
		"%s may not @ speak.go:20",
		"%s: wrapped %d @ speak.go:27",
		"%s: wrapped twice @ speak.go:29",
		"a constant @ speak.go:16",
		"a literal @ speak.go:17",
		"by name @ speak.go:18",
		"hello %s @ page.html speak.go:13",
		"in a branch @ page.html",
		"in another template @ page.html",
		"the first paragraph @ speak.go:45",
		"the second at 100 %% @ speak.go:45",
		"too few %d @ speak.go:30",
	}
	if !slices.Equal(said, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
	wantFaults := []string{
		"page.html: the sentence is not a constant, so nobody can translate it",
		"speak.go:19: the sentence is not a constant, so nobody can translate it",
		`speak.go:27: "%s: wrapped %d": argument 2 is no number`,
		`speak.go:30: "too few %d" has 1 placeholders and 0 arguments`,
	}
	slices.Sort(h.faults)
	if !slices.Equal(h.faults, wantFaults) {
		t.Errorf("faults\n%s\nwant\n%s", strings.Join(h.faults, "\n"), strings.Join(wantFaults, "\n"))
	}
	c := catalogue(t, map[string]string{"a.toml": "[\"a literal\"]\nde = \"ein Literal\"\n[\"said by nobody\"]\nde = \"x\"\nes = \"y\"\n"})
	faults := audit(c, map[string][]string{"a literal": {"speak.go:17"}, "%s: %s": {"speak.go:1"}})
	if want := []string{`speak.go:17: "a literal" is not translated into es`, `nobody says "said by nobody": remove it from the catalogue`}; !slices.Equal(faults, want) {
		t.Errorf("audit: %q, want %q", faults, want)
	}
}

// These seats begin with the same letter in a language and have no other name in it. Their shapes
// have to tell them apart.
var sameLetter = map[string]bool{"Azul Amarillo": true, "Amarillo Azul": true, "Lupin Lizzy": true}

// A panel tells seats apart by their shape and by the first letter of their color.
func TestSeatsStartWithDifferentLetters(t *testing.T) {
	c := shipped(t)
	for _, game := range setups.Tables() {
		table, err := setups.TableOf(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range Languages() {
			seen := map[rune]string{}
			for _, seat := range table.Seats {
				word := c.Term(lang, engine.Term(seat))
				first, _ := utf8.DecodeRuneInString(word)
				if seen[first] != "" && !sameLetter[seen[first]+" "+word] || !unicode.IsUpper(first) {
					t.Errorf("%s, %s: %q and %q start alike, or not with a capital", game, lang, word, seen[first])
				}
				seen[first] = word
			}
		}
	}
}

// The panel draws with the Go fonts: each rune needs a glyph there.
func TestEveryRuneCanBeDrawn(t *testing.T) {
	c := shipped(t)
	for _, ttf := range [][]byte{gomedium.TTF, gobold.TTF} {
		font, err := sfnt.Parse(ttf)
		if err != nil {
			t.Fatal(err)
		}
		var buf sfnt.Buffer
		drawn := func(r rune) bool {
			glyph, err := font.GlyphIndex(&buf, r)
			return err == nil && glyph != 0
		}
		if drawn('龍') {
			t.Fatal("control: a rune that the font lacks counts as drawn")
		}
		for key, translation := range all(c) {
			for _, r := range translation.De + translation.Es + translation.En {
				if !drawn(r) {
					t.Errorf("%q: the panel cannot draw %q", key, r)
				}
			}
		}
	}
}

// all yields everything that the catalogue can say.
func all(c *Catalogue) iter.Seq2[string, translations] {
	return func(yield func(string, translations) bool) {
		for key, t := range c.sentences {
			if !yield(key, t) {
				return
			}
		}
		for key, t := range c.terms {
			if !yield(string(key), t) {
				return
			}
		}
	}
}

// Every sentence is tried with every name of a thing: within quotation marks it begins with a
// capital letter, and no full stop follows what ends as a sentence does.
func TestNamesInSentences(t *testing.T) {
	c, err := Load(setups.Words())
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile(`[“„«](%(?:\[\d\])?s|\p{Ll})`)
	for lang, n := range map[string]int{"en": 0, "de": 0, "es": 0} {
		for key := range c.sentences {
			needs, err := placeholders(key)
			if err != nil || !strings.ContainsAny(c.format(lang, key), "“„«.") || !strings.Contains(strings.Join(needs, " "), "s") {
				continue
			}
			small := strings.Count(strings.Join(quoted.FindAllString(c.format(lang, key), -1), ""), "%")
			all := len(quoted.FindAllString(c.format(lang, key), -1))
			for _, name := range c.Terms() {
				word := c.Term(lang, name)
				last := word[len(word)-1]
				if small == 0 && last != '!' && last != '?' {
					continue
				}
				args := make([]any, len(needs))
				for i, need := range needs {
					if args[i] = any(3); strings.HasSuffix(need, "s") {
						args[i] = name
					}
				}
				n++
				said := c.Say(lang, engine.Say(key, args...))
				if strings.Contains(said, word+".") && (last == '!' || last == '?') {
					t.Errorf("%s: a full stop follows a name: %q", lang, said)
				}
				if got := len(quoted.FindAllString(said, -1)); got > all-small {
					t.Errorf("%s: a name in quotation marks begins with a small letter: %q", lang, said)
				}
			}
		}
		if n < 500 {
			t.Errorf("%s: only %d sentences were tried", lang, n)
		}
	}
}
