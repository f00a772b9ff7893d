package highcouncil_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
)

func onTracks(engine.View, engine.Seat, string) (int, bool) { return 0, false }

// Each number on the tracks is the sum of what the books tell of it, in random
// games as each seat and a spectator know them.
func TestBooks(t *testing.T) {
	games := tier.Of(t, tier.Screens, "games", 1, 4, 40)
	enginetest.Audit(t, settings(t)[:2], games, tier.Seed(t), 23, onTracks)
}

// The control: books that forget one kind of event are found out.
func TestWrongBooksAreSeen(t *testing.T) {
	forgotten := map[string]func(engine.Event) bool{
		"an argument": func(e engine.Event) bool { _, ok := e.(highcouncil.Argued); return ok },
		"a piece":     func(e engine.Event) bool { _, ok := e.(highcouncil.Seated); return ok },
		"a move":      func(e engine.Event) bool { _, ok := e.(highcouncil.Moved); return ok },
	}
	for name, forgets := range forgotten {
		var err error
		for seed := uint64(3); err == nil && seed < 11; seed++ {
			_, err = enginetest.Books(settings(t)[0].Forgetful(forgets), seed, 40, onTracks)
		}
		if err == nil {
			t.Errorf("%s is not in the books, and nobody noticed", name)
		}
	}
}

// Nothing that holds hidden cards has a JSON form in which it could be sent by
// mistake.
func TestSecretsAreSilent(t *testing.T) {
	if hidden, err := enginetest.Silent(settings(t)[0], tier.Seed(t)); err != nil || hidden == 0 {
		t.Errorf("%d hidden entries: %v", hidden, err)
	}
}
