package learning_test

import (
	"testing"
	"testing/fstest"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/learning"
	"arbiter/engine/councilofshadows"
	"arbiter/setups"
)

const namingDeck = `[[pile]]
name = "ai"
title = "AI cards"
cards = ["ai-01..ai-03"]
asks = ["consumption", "called"]
[[ask]]
name = "consumption"
title = "Consumption"
line = "printed CARD N owner"
[[ask.blank]]
name = "N"
title = "Number"
most = 9
[[ask]]
name = "called"
title = "Name"
line = "named CARD NAME owner"
unless = "printed CARD"
[[ask.blank]]
name = "NAME"
title = "Name"
letters = 30
`

// What the game's words cannot say is told as a text with spaces; a question may be asked only as
// long as another one has no answer.
func TestTextOfOnesOwn(t *testing.T) {
	deck, err := setups.CardListIn(fstest.MapFS{"decks/x.toml": {Data: []byte(namingDeck)}}, "x")
	if err != nil {
		t.Fatal(err)
	}
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	l := &lesson{t: t, store: &companiontest.TagStore{}, memory: &tagMemory{}}
	if l.Lesson, err = learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: l.store}); err != nil {
		t.Fatal(err)
	}
	l.ok(l.Name("ai-01"))
	l.asks("ai-01: Consumption")
	l.ok(l.Skip())
	l.asks("ai-01: Name")
	l.ok(l.Tell([]string{"The", "long", "night"}))
	l.ok(l.Name("ai-02"))
	l.ok(l.Tell([]string{"4"}))
	l.asks("nothing")
	l.tells("ai-01 is done: lay the next card", "ai-02 is done: lay the next card")
	facts, err := l.store.Learned("council-of-shadows")
	if want := []string{"named ai-01 The_long_night owner", "printed ai-02 4 owner"}; err != nil || len(facts) != 2 || facts[0] != want[0] || facts[1] != want[1] {
		t.Errorf("learned %q, %v, want %q", facts, err, want)
	}
	l.ok(l.Name("ai-01"))
	if got := l.View().About; got[len(got)-1].String() != "ai-01 is called The long night (owner)" {
		t.Errorf("known: %v", got)
	}
}
