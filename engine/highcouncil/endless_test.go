package highcouncil_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// TestMostTurns: a game in which the ring keeps changing is over after 2000
// turns all the same (ruling endless), and not one turn earlier.
func TestMostTurns(t *testing.T) {
	s := settings(t)[3].Begin(t) // turn 1
	for n := 2; n <= 2000; n++ {
		seat := engine.Seat([]string{"bea", "ana"}[n%2])
		if n == 2000 {
			s = do(t, s, "ana ponder")
			if s.View().Over {
				t.Fatal("the game is over in turn 1999")
			}
			break
		}
		s = engine.Fold(s, highcouncil.Turn{Seat: seat}, highcouncil.Replaced{Field: 1})
	}
	if s = do(t, s, "bea ponder"); !s.View().Over || len(s.Legal()) > 0 {
		t.Error("the game goes on after turn 2000")
	}
}
