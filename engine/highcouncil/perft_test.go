package highcouncil_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
)

// TestPerft counts by hand what can be counted by hand.
//
// At the start of a cardboard table a seat may play any of 32 cards, ponder, or
// confer with four players: 34 and 33. Behind each of the 25 colored cards there
// are 4 more of its color and 5 black ones to add, 1 to take back, 1 to discuss
// and 2 seats (follower, speaker; 4 with two players, who have two colors): 13
// or 15. Behind the 5 black ones 29, 1, 5 and 2 or 4: 37 or 39. Behind the 2
// trilithon cards 1 and 5: 6. Behind pondering the next seat's 34 or 33, behind
// conferring 1. So 25*13 + 5*37 + 2*6 + 34 + 1 = 557, and with two
// 25*15 + 5*39 + 2*6 + 33 = 615. Two cards laid in either order make two
// positions, since the upper one can be lifted.
//
// A dealt hand of day-01, day-07 and day-06 gives 3 cards, and pondering: 4.
// Behind day-01 or day-07 there are 2 to add, 1, 1, 4: 8 each; behind day-06 2,
// 1, 5, 4: 12; behind pondering the table deals white one of the 29 cards that
// are left: 8 + 8 + 12 + 29 = 57.
//
// Taking a card back leads to the start again, three times: 55 positions.
//
// The argument over fields 6 to 8: white has the speaker on 7 and 2 white
// arguments, red a follower on 6 and two on 8 and 9. White may convince 6 or 8
// besides the 34, and then still has the 34; after pondering it may convince 6 or
// 8 or finish. Fields 6 to 9 are taken and the speaker sits: 2 seats less behind
// four cards, 1 less behind 26. So 557 - 34 + 3 + 2*34 - 8 - 26 = 560. Convincing
// and pondering may change places, for 6 and for 8: 558 positions.
//
// The numbers for three commands were counted by the engine alone.
func TestPerft(t *testing.T) {
	hand := "hands dealt,white dealt day-01,white dealt day-07,white dealt day-06,red dealt night-01,red dealt night-02,red dealt night-03"
	ring := "seated 7 white speaker,seated 6 red follower,seated 8 red follower,seated 9 red follower,white argued +2 white"
	for _, test := range []struct {
		name, facts      string
		seats            []engine.Seat
		lines, positions [3]int
	}{
		{"four", "", []engine.Seat{"white", "red", "yellow", "blue"}, [3]int{34, 557, 10019}, [3]int{34, 557, 9003}},
		{"two", "", []engine.Seat{"white", "red"}, [3]int{33, 615, 11881}, [3]int{33, 615, 10896}},
		{"a dealt hand", hand, []engine.Seat{"white", "red"}, [3]int{4, 57, 1399}, [3]int{4, 55, 970}},
		{"an argument", ring, []engine.Seat{"white", "red", "yellow", "blue"}, [3]int{36, 560, 7131}, [3]int{36, 558, 5829}},
	} {
		s := enginetest.Setting{Game: highcouncil.Game, Seats: test.seats, Facts: facts(t, test.facts)}.Begin(t)
		enginetest.Perft[highcouncil.State](t, test.name, s, test.lines, test.positions)
	}
}
