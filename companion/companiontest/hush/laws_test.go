package hush_test

import (
	"testing"

	"arbiter/companion/companiontest/hush"
	"arbiter/engine/enginetest"
)

func setting() enginetest.Setting {
	return enginetest.Setting{Game: hush.Game(false), Seats: enginetest.Seats("ana bea")}
}

func TestLaws(t *testing.T) { enginetest.Games(t, []enginetest.Setting{setting()}, 16, 1) }

func TestLegal(t *testing.T) { enginetest.Legal(t, []enginetest.Setting{setting()}, 16, 1) }
