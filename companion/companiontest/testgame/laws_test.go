package testgame_test

import (
	"testing"

	"arbiter/companion/companiontest/testgame"
	"arbiter/engine/enginetest"
)

func setting() enginetest.Setting {
	return enginetest.Setting{Game: testgame.Game(false), Seats: enginetest.Seats("ana bea")}
}

func TestLaws(t *testing.T) { enginetest.Games(t, []enginetest.Setting{setting()}, 16, 1) }

func TestLegal(t *testing.T) { enginetest.Legal(t, []enginetest.Setting{setting()}, 16, 1) }
