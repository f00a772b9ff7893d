package councilofshadows_test

import (
	"testing"

	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestLegal: what random games of both books ever list is accepted where it is
// listed, and nowhere else.
func TestLegal(t *testing.T) {
	all := append(fullSettings(t), settings(t)...)
	enginetest.Legal(t, all, tier.Of(t, tier.Laws, "games", 4, 4, 200), tier.Seed(t))
}

func TestWrongListsAreSeen(t *testing.T) {
	enginetest.WrongLists(t, settings(t)[1])
	enginetest.WrongLists(t, fullSettings(t)[5])
}
