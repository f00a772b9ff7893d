package councilofshadows_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// What a view says that bonus cards are worth is what they bring in final scoring, if
// that comes next.
func TestWorthOfBonusCards(t *testing.T) {
	cards := 0
	for seed := range uint64(16) {
		set := fullSettings(t)[4*(seed%4)] // the device deals the cards
		s, r := set.Begin(t), rand.New(rand.NewPCG(seed, 4))
		for legal := s.Legal(); len(legal) > 0; legal = s.Legal() {
			next, events, err := engine.Step(s, set.Weigh(r, s, legal))
			if err != nil {
				t.Fatal(err)
			}
			final := slices.Index(events, engine.Event(council.Phase{Name: council.PhaseFinal}))
			before := engine.Fold(s, events[:max(final, 0)]...)
			s = next
			for _, event := range events {
				e, scores := event.(council.Energy)
				if final < 0 || !scores {
					continue
				}
				z, _ := before.View().Zone(e.Seat, "bonus")
				for _, card := range z.Cards {
					if string(card.Name) != e.Cause.String() {
						continue
					}
					if cards++; card.Worth != int(e.By) {
						t.Fatalf("seed %d: %s of %s is said to be worth %d, and brings %d", seed, card.Name, e.Seat, card.Worth, e.By)
					}
				}
			}
		}
	}
	if cards == 0 {
		t.Error("no bonus card was scored")
	}
}
