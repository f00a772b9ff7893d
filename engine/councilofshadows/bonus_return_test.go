package councilofshadows_test

import (
	"testing"

	"arbiter/engine/councilofshadows"
)

// Of five bonus cards, of which some were not told, one goes back: the button for one that was
// not told says so, for it stands beside the cards that were.
func TestAHiddenCardGoesBackByName(t *testing.T) {
	t.Parallel()
	s := fullTable(t)
	verb := func(card councilofshadows.Item) string {
		return councilofshadows.Game.Effect(s, councilofshadows.Return{Seat: "purple", Card: card}).Verb.String()
	}
	var told councilofshadows.Item
	if err := told.UnmarshalText([]byte("light-01")); err != nil {
		t.Fatal(err)
	}
	if hidden := verb(councilofshadows.None); hidden == verb(told) || hidden == "" {
		t.Errorf("both buttons say %q", hidden)
	}
}
