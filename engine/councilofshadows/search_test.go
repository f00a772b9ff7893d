package councilofshadows_test

import (
	"testing"

	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// dealt are the settings in which the stacks lie in the device.
func dealt(t *testing.T) (all []enginetest.Setting) {
	for _, set := range fullSettings(t) {
		if set.Begin(t).(*councilofshadows.State).Dealt() {
			all = append(all, set)
		}
	}
	return all
}

func TestSamples(t *testing.T) {
	enginetest.Sampled(t, dealt(t), tier.Of(t, tier.Laws, "positions", 240, 480, 20000), tier.Seed(t))
}

func TestMoves(t *testing.T) {
	enginetest.Moving(t, dealt(t), tier.Of(t, tier.Laws, "positions", 120, 240, 20000), tier.Seed(t))
}
