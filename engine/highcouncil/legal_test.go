package highcouncil_test

import (
	"testing"

	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestLegal: what random games ever list is accepted where it is listed, and
// nowhere else.
func TestLegal(t *testing.T) {
	enginetest.Legal(t, settings(t), tier.Of(t, tier.Laws, "games", 4, 4, 200), tier.Seed(t))
}

func TestWrongListsAreSeen(t *testing.T) { enginetest.WrongLists(t, settings(t)[0]) }
