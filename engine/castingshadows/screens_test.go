package castingshadows_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// What is chosen beside the things that are touched.
var small = []string{"Line", "Step", "Paid", "Gets", "N", "Gives", "Drops", "Roll", "Number", "What", "Deal", "Draw"}

// shown are the settings with what screens need to know.
func shown(tb testing.TB) []enginetest.Setting {
	all := settings(tb)
	for i := range all {
		all[i].Small = small
	}
	return all
}

// TestScreens looks at what screens are told of random games.
func TestScreens(t *testing.T) {
	enginetest.Screens(t, shown(t), tier.Of(t, tier.Screens, "games on screens", 4, 16, 200), tier.Seed(t), 29)
}

func TestBlindScreens(t *testing.T) { enginetest.BlindScreens(t, shown(t)[0]) }

// TestScoreboards looks at the ends of random games.
func TestScoreboards(t *testing.T) {
	enginetest.Scoreboards(t, settings(t), tier.Of(t, tier.Screens, "ends", 4, 16, 200), tier.Seed(t))
}

// What people are told when a step is taken back brings the cardboard to where it was.
func TestUndos(t *testing.T) {
	enginetest.Undos(t, settings(t), tier.Of(t, tier.Screens, "games", 4, 16, 200), tier.Seed(t), 60, "marker", "heap", "carry", "carry unnamed")
}

// TestBooks checks the accounts of random games against what is shown.
func TestBooks(t *testing.T) {
	enginetest.Audit(t, settings(t), tier.Of(t, tier.Screens, "games", 4, 16, 200), tier.Seed(t), 97, func(engine.View, engine.Seat, string) (int, bool) { return 0, false })
}

// A book that forgets what heals does not add up.
func TestForgetfulBooks(t *testing.T) {
	set := settings(t)[0].Forgetful(func(e engine.Event) bool { _, ok := e.(castingshadows.Harmed); return ok })
	if _, err := enginetest.Books(set, 1, 50, func(engine.View, engine.Seat, string) (int, bool) { return 0, false }); err == nil {
		t.Error("nobody notices")
	}
}
