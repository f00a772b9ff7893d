package highcouncil_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// TestSeats: who plays which color, and who cannot sit together.
func TestSeats(t *testing.T) {
	wrong := " sits on the wrong side: white and yellow play Pro, red and blue Contra, and the sides alternate"
	for _, test := range []struct{ seats, colors, starts, refused string }{
		{"white red yellow blue", "white red yellow blue", "white", ""},
		{"ana bea", "white red", "ana", ""},
		{"ana bea cleo dora", "white red yellow blue", "ana", ""},
		{"ana blue cleo dora", "white blue yellow red", "ana", ""},
		{"ana bea white dora", "yellow red white blue", "ana", ""},
		{"yellow bea", "yellow red", "yellow", ""},
		{"red yellow", "red yellow", "yellow", ""},
		{"blue white red yellow", "blue white red yellow", "white", ""},
		{"green black", "white red", "green", ""},
		{"white yellow", "", "", "yellow" + wrong},
		{"white yellow red blue", "", "", "yellow" + wrong},
		{"white red yellow", "", "", "two or four can play, not 3"},
		{"white", "", "", "two or four can play, not 1"},
	} {
		var seats []engine.Seat
		for _, seat := range strings.Fields(test.seats) {
			seats = append(seats, engine.Seat(seat))
		}
		s, err := highcouncil.Game.New(seats, nil)
		if refusal := (engine.Refusal{}); err != nil || test.refused != "" {
			if !errors.As(err, &refusal) || refusal.Error() != test.refused {
				t.Errorf("%s: %v, want %q", test.seats, err, test.refused)
			}
			continue
		}
		var colors []string
		shapes := map[engine.Shape]bool{}
		for _, p := range s.View().Seats {
			colors, shapes[p.Shape] = append(colors, p.Color), true
			if p.Turn != (string(p.Seat) == test.starts) {
				t.Errorf("%s: %s's turn is %t", test.seats, p.Seat, p.Turn)
			}
		}
		if got := strings.Join(colors, " "); got != test.colors || len(shapes) != len(seats) {
			t.Errorf("%s: colors %s, %d shapes", test.seats, got, len(shapes))
		}
	}
}

// TestFacts: a table that cannot be is not set up.
func TestFacts(t *testing.T) {
	eleven := ""
	for n := 1; n <= 11; n++ {
		eleven += fmt.Sprintf("seated %d white follower,", n)
	}
	for lines, ok := range map[string]bool{
		"seated 7 white speaker,seated 8 yellow speaker,white argued +6 green": true,
		"seated 7 white speaker,seated 8 white speaker":                        false,
		"seated 7 white speaker,seated 7 red speaker":                          false,
		"seated 31 white speaker":                                              false,
		"seated 7 green follower":                                              false,
		eleven:                                                                 false,
		"white argued +7 green":                                                false,
		"white argued +1 black":                                                false,
		"white argued -1 green":                                                false,
		"bea argued +1 green":                                                  false,
		"white dealt night-01":                                                 false,
		"bea dealt":                                                            false,
		"bea turn":                                                             false,
	} {
		if _, err := highcouncil.Game.New([]engine.Seat{"white", "red"}, facts(t, lines)); (err == nil) != ok {
			t.Errorf("%s: %v, want it to be possible: %t", lines, err, ok)
		}
	}
}
