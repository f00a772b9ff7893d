package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/assembly"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// spoken lists the words that screens show of the games, and whose they are.
func spoken(t *testing.T) map[engine.Term]string {
	t.Helper()
	list := map[engine.Term]string{engine.Term(engine.Table): "the table", engine.Hand: "what a seat holds"}
	for _, p := range games.All() {
		for _, b := range p.Bots {
			list[engine.Term(b.Name)] = "a bot"
		}
	}
	for _, g := range games.List() {
		list[engine.Term(g.Title)] = "the title of " + g.Name
		table, err := setups.TableOf(g.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range append(table.All(), table.Solo) {
			list[engine.Term(seat)] = "a seat of " + g.Name
		}
		for _, term := range g.Terms {
			list[term] = g.Name
		}
		deck, err := setups.CardListOf(g.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range deck.All() {
			if c.Pile.Untagged && strings.Contains(c.Words[0], " ") {
				list[engine.Term(c.Words[0])] = "a thing of " + g.Name
			}
		}
		for _, a := range deck.Questions {
			for _, b := range a.Blanks {
				for _, word := range b.Words {
					if strings.ContainsFunc(word, unicode.IsLetter) {
						list[engine.Term(word)] = "the deck of " + g.Name
					}
				}
			}
		}
	}
	for _, name := range setups.Rigs() {
		rig, err := setups.LoadRig(name)
		if err != nil {
			t.Fatal(err)
		}
		list[engine.Term(rig.Title)] = "the rig " + name
	}
	list[assembly.TitleHere] = "a rig that /rig makes"
	for _, origin := range []notation.Origin{notation.Rulebook, notation.Owner, notation.StandIn} {
		list[engine.Term(origin)] = "an origin"
	}
	delete(list, "")
	return list
}

// TestEveryTermHasAWord: each word of each game has one in each language, and no
// word is left that nobody says.
func TestEveryTermHasAWord(t *testing.T) {
	t.Parallel()
	c, err := i18n.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	list := spoken(t)
	for _, term := range slices.Sorted(maps.Keys(list)) {
		for _, lang := range words.Languages() {
			if !c.Knows(lang, term) {
				t.Errorf("%s: %q has no word in %s", list[term], term, lang)
			}
		}
	}
	for _, term := range c.Terms() {
		if list[term] == "" {
			t.Errorf("no game has %q: remove it from the catalogue", term)
		}
	}
	if len(list) < 80 {
		t.Errorf("only %d words: the list is broken", len(list))
	}
	if c.Knows(words.English, "a word that no game has") {
		t.Error("the catalogue knows everything, so this test proves nothing")
	}
}
