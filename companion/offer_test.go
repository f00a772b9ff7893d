package companion_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// councilFacts starts a game of Council of Shadows after people have told what is
// printed on two things, and returns the facts it starts with.
func councilFacts(t *testing.T, n companion.NewGame) ([]string, error) {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	store := memory()
	for _, line := range []string{"printed discover 4 owner", "printed project-1 6 owner"} {
		if err := store.Learn(councilofshadows.Game.Name, line); err != nil {
			t.Fatal(err)
		}
	}
	table, err := companion.New(companion.Opts{Offers: offers, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = table.Run(t.Context()) }()
	n.Game = councilofshadows.Game.Name
	if _, err := table.Start(t.Context(), n); err != nil {
		return nil, err
	}
	var lines []string
	for _, fact := range store.Games()[0].Setup.Facts {
		lines = append(lines, notation.Format(fact))
	}
	return lines, nil
}

// TestOwnBoxAndStandIns: what the owner has told belongs to the owner's own box, and is never mixed
// with invented values.
func TestOwnBoxAndStandIns(t *testing.T) {
	for box, want := range map[string]string{"rulebook": "printed discover 4 owner", "stand-in": "printed discover 3 stand-in"} {
		lines, err := councilFacts(t, companion.NewGame{Seats: sit("purple", "red"), Box: box})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range lines {
			if strings.HasPrefix(l, "printed discover ") {
				got = append(got, l)
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("box %s tells %q of discover, want %q", box, got, want)
		}
	}
}

func TestEachSeatChooses(t *testing.T) {
	play := func(seat engine.Seat, value string) companion.Seating {
		return companion.Seating{Seat: seat, Choices: []companion.Chosen{{Name: "civilization", Value: value}}}
	}
	lines, err := councilFacts(t, companion.NewGame{Seats: []companion.Seating{play("purple", "avry"), play("red", "treton")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"purple civilization avry", "red civilization treton"} {
		if !slices.Contains(lines, want) {
			t.Errorf("the game starts without %q", want)
		}
	}
	for _, sittings := range [][]companion.Seating{
		{play("purple", "avry"), play("red", "avry")},
		{play("purple", "elves"), play("red", "avry")},
		{play("purple", "automatos")},
	} {
		if _, err := councilFacts(t, companion.NewGame{Seats: sittings}); err == nil {
			t.Errorf("%v may sit together", sittings)
		}
	}
}
