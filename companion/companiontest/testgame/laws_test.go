package testgame_test

import (
	"testing"

	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
	"arbiter/engine/enginetest"
)

func setting() enginetest.Setting {
	return enginetest.Setting{Game: testgame.Game(false), Seats: enginetest.Seats("ana bea")}
}

// guarded is a game of three in which others answer gains.
func guarded() enginetest.Setting {
	return enginetest.Setting{Game: testgame.Game(false), Seats: enginetest.Seats("ana bea cleo"), Facts: []engine.Event{testgame.Guards{Seconds: 12}}}
}

// rolling is a game in which dice are rolled, and gains answered.
func rolling() enginetest.Setting {
	set := guarded()
	set.Facts = append(set.Facts, testgame.Dice{})
	return set
}

func TestLaws(t *testing.T) {
	enginetest.Games(t, []enginetest.Setting{setting(), guarded(), rolling()}, 48, 1)
}

func TestLegal(t *testing.T) {
	enginetest.Legal(t, []enginetest.Setting{setting(), guarded(), rolling()}, 16, 1)
}
