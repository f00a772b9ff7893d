package councilofshadows_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
)

// dear are facts that put everything out of reach: each price is nine transparent
// gems. Facts that follow may change some.
func dear() (all []string) {
	price := func(step int, format string, count int) {
		for i := range count {
			all = append(all, fmt.Sprintf("price "+format+" %d 0/0/9 stand-in", i+1, step))
		}
	}
	price(1, "ai-%02d", 25)
	price(1, "range-%d", 5)
	price(2, "range-%d", 5)
	price(1, "project-%d", 4)
	for _, what := range []string{"desert", "volcanic", "expansion", "station-harvest", "station-score", "station-colonize"} {
		all = append(all, "price "+what+" 1 0/0/9 stand-in")
	}
	return all
}

// The facts of the starts; those of the stand-in box that count are told anew, so
// that the numbers hold whatever is invented there.
const (
	shelf = "displays ai-01 ai-10 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07"

	// Parvus Corta with a tile of two terrestrial planets and a desert one, and
	// one of a terrestrial planet.
	corta = "system tile-01 1 terrestrial terrestrial desert - 1/0/0 0 stand-in; system tile-02 1 terrestrial - - - 0/1/0 0 stand-in;" +
		"table placed tile-01 1; table placed tile-02 2"

	cheap = "price ai-01 1 1/1/0 stand-in; price ai-10 1 1/0/0 stand-in; price range-1 1 1/0/0 stand-in"

	found = "system tile-03 1 terrestrial terrestrial desert - 1/0/0 0 stand-in; system tile-04 1 terrestrial - - - 0/1/0 0 stand-in"

	rewards = "reward back grey 4 2 never stand-in; reward back green 7 4 always stand-in"

	settled = "table placed tile-03 3; purple stands 1 1 2; purple stands 1 2 1; purple stands 3 1 1"

	automa = "purple order 2; automa order 1; automa opened automa-02; acts automa-02 3 left energy 3 - 0 - stand-in; scores automa-02 all stand-in"

	chooses = "acts automa-02 1 left colonize 1 terrestrial 1 grey stand-in; acts automa-02 2 left colonize 2 terrestrial 1 grey stand-in;" +
		"reward back grey 4 2 never stand-in; purple stands 2 1 1"

	discovers = "acts automa-02 1 left discover 2 desert 1 green stand-in; acts automa-02 2 left energy 1 - 0 - stand-in; reward back green 7 4 never stand-in"
)

// half are the tiles 3 to 10: the first four desert, the others terrestrial.
func half() (all []string) {
	for i := range 8 {
		all = append(all, fmt.Sprintf("system tile-%02d 1 %s - - - 1/0/0 0 stand-in", i+3, []string{"desert", "terrestrial"}[i/4]))
	}
	return all
}

// TestPerftOfTheFullBook counts by hand; lines are ways to play, positions what
// they lead to. Of the stand-in box it takes only the fields of the board: grey
// are 1 and 2, green 3 to 6, and these are all of parsec 1 on the back.
//
// The setup begins with two of the 10 tiles of parsec 1 on the grey galaxy, one
// after the other, and the first of 25 AI cards: 10, 10*9 = 90, 90*25 = 2250.
//
// Purchases with one anthracite and one gold gem: ai-01 costs both and can be paid
// in one way; ai-10 and the step of field 1 cost an anthracite one and can be paid
// with either; or the seat passes: 1 + 2 + 2 + 1 = 6. A card that was bought
// leaves a gap for one of 25 - 8 = 17: 17 lines go on behind ai-01, 2*17 behind
// ai-10; behind the step, two ways, there is ai-10 with the other gem, or passing:
// 2*2; behind passing red has the same 6: 17 + 34 + 4 + 6 = 61. Then: behind ai-01
// and its gap only passing, 17; behind ai-10 and its gap the step or passing, 34*2
// = 68; behind the step 17 for the gap behind ai-10 and red's 6 behind passing,
// 2*23 = 46; behind passing 17 + 34 + 4 as above and, when red passes, too, each
// of 6 cards on each of 3 fields for both: 36, together 91. 17 + 68 + 46 + 91 =
// 222. Card and step paid with either gem are the same, 61 - 1 = 60; so are card,
// gap and step in either order, 4*17 lines for 17 positions, and what red does:
// 222 - 51 - 1 = 170.
//
// Discovering: a tile with two terrestrial planets and a desert one was drawn, and
// one with a terrestrial planet; 4 fields of parsec 1 are free: 2*4 = 8. On the
// first tile a cube goes on either of two planets, desert is not adapted, or the
// yield is taken; on the second one planet or the yield: 4*3 + 4*2 = 20. Then who
// has a colony scores it or passes, who has none passes: 4*(2+2+1) + 4*(2+1) = 32.
// When the cube leaves, nobody sees on which planet it stood: 32 - 4 = 28.
//
// Scoring: three cubes on two planets of the grey galaxy, one in the green one,
// which brings a light card. Grey with the cube from either planet, green, or
// passing: 2 + 1 + 1 = 4. Behind grey there are green and passing, 2*2; behind
// green the card is dealt, 18 by name or one without, 19; behind passing red, who
// has no colony, passes, 1: 24. Then 2*19 for the card behind grey and green, 2
// for red behind grey and passing, 19*3 behind green and the card, 1 for purple in
// the next round: 98. Grey and green in either order are the same: 98 - 38 = 60.
//
// The Automa puts a cube on one of two free planets of the grey galaxy, purple
// stands on the third; its tower of two takes the other one by itself; scoring, it
// loses a cube of either: 2, 4; then purple scores or passes: 8. Cubes 1 and 2
// become 0 and 2 or 1 and 1, cubes 2 and 1 become 1 and 1 or 2 and 0: 3 positions,
// and 6.
//
// The Automa discovers for a desert planet: 8 tiles may be drawn, 7 after that;
// four have one. Of a pair of one kind each may be laid on 4 green fields, of a
// mixed pair only the tile with the desert: 24*8 + 32*4 = 320. Who was drawn
// first is forgotten then: 160.
//
// Zoe, with no gems: a colony on one of three terrestrial planets, or passing: 4.
// Then purple, or red, can only pass: 4. Then red passes, 3 times, or both plan:
// 3 + 36 = 39.
func TestPerftOfTheFullBook(t *testing.T) {
	dear := strings.Join(dear(), ";")
	half := strings.Join(half(), ";")
	for _, test := range []struct {
		name, seats, facts, played string
		lines, positions           [3]int
	}{
		{"the setup", "purple red", "", "", [3]int{10, 90, 2250}, [3]int{10, 90, 2250}},
		{"purchases", "purple red", "phase buy;" + shelf + ";" + dear + ";" + cheap, "", [3]int{6, 61, 222}, [3]int{6, 60, 170}},
		{
			"a discovery", "purple red", "phase act;" + shelf + ";" + corta + ";" + found + "; purple planned 1 discover",
			"purple explore 1; table draw tile-03; table draw tile-04", [3]int{8, 20, 32}, [3]int{8, 20, 28},
		},
		{
			"scoring", "purple red", "phase act;" + shelf + ";" + dear + ";" + corta + ";" + found + ";" + rewards + ";" + settled, "",
			[3]int{4, 24, 98}, [3]int{4, 24, 60},
		},
		{"the Automa's choice", "purple automa", "phase act;" + shelf + ";" + corta + ";" + automa + ";" + chooses, "", [3]int{2, 4, 8}, [3]int{2, 3, 6}},
		{
			"the Automa's discovery", "purple automa", "phase act;" + shelf + ";" + corta + ";" + half + ";" + automa + ";" + discovers, "",
			[3]int{8, 56, 320}, [3]int{8, 56, 160},
		},
		{
			"Zoe", "purple red", "module leaders; purple led zoe; phase buy; purple holds -; red holds -;" + shelf + ";" + dear + ";" + corta, "",
			[3]int{4, 4, 39}, [3]int{4, 4, 39},
		},
	} {
		s := starting(t, test.seats, test.facts, test.played)
		enginetest.Perft[councilofshadows.State](t, test.name, s, test.lines, test.positions)
	}
}

// starting plays commands from a start in the full book; both are lines with
// semicolons between.
func starting(t *testing.T, seats, told, played string) *councilofshadows.State {
	t.Helper()
	set := enginetest.Setting{Game: councilofshadows.Game, Facts: facts(t, "example", sentencesOf("book full;"+told)...)}
	for _, seat := range strings.Fields(seats) {
		set.Seats = append(set.Seats, engine.Seat(seat))
	}
	s := engine.State(begun(t, set))
	for _, line := range sentencesOf(played) {
		c, err := councilofshadows.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		events, err := s.Decide(c.(engine.Command))
		if err != nil {
			t.Fatal(err)
		}
		s = engine.Fold(s, events...)
	}
	return s.(*councilofshadows.State)
}

func sentencesOf(text string) (all []string) {
	for line := range strings.SplitSeq(text, ";") {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}
