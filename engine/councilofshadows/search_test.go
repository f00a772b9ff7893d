package councilofshadows_test

import (
	"math/rand/v2"
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
	enginetest.Sampled(t, dealt(t), tier.Of(t, tier.Laws, "positions", 120, 480, 20000), tier.Seed(t))
}

func TestMoves(t *testing.T) {
	enginetest.Moving(t, dealt(t), tier.Of(t, tier.Laws, "positions", 60, 240, 20000), tier.Seed(t))
}

// A playout begins with what Sample draws from equal dice, and plays what is legal alone.
func TestPlayoutSamples(t *testing.T) {
	for _, set := range dealt(t) {
		s := set.Begin(t).(*councilofshadows.State)
		seat := set.Seats[0]
		p := s.Playout()
		p.Begin(s, seat, rand.New(rand.NewPCG(1, 2)))
		if sample, ok := s.Sample(seat, rand.New(rand.NewPCG(1, 2))); !ok || *p.State() != *sample.(*councilofshadows.State) {
			t.Fatal("a playout samples otherwise")
		}
		was := *p.State()
		p.Try(councilofshadows.Return{Seat: seat})
		if *p.State() != was {
			t.Error("what is not legal was played")
		}
		if p.Try(s.Legal()[0]); *p.State() == was {
			t.Error("control: what is legal was not played")
		}
	}
}
