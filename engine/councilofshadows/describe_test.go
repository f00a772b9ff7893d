package councilofshadows_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// TestAboutThings: what people are told of each kind of thing in the box.
func TestAboutThings(t *testing.T) {
	s := fullTable(t,
		"printed gems 2 owner", "gives gems 2/1/0 owner", "price ai-02 1 1/2/0 owner", "printed ai-02 5 owner", "printed ai-09 7 owner", "price desert 1 1/1/0 owner",
		"price expansion 1 0/0/1 owner", "price range-1 2 0/2/0 owner", "price range-2 1 0/1/0 owner", "price project-2 1 1/1/0 owner", "printed project-2 5 owner",
		"price station-score 1 0/2/0 owner", "system tile-05 1 terrestrial volcanic - - 2/0/0 3 owner", "system tile-06 1 desert - - - - 2 owner",
		"system tile-07 1 desert - - - 0/1/1 0 owner", "pays light-01 gems gold 3 1 owner", "pays light-02 planets desert 3 1 owner", "pays light-03 consumption - 0 10 owner",
		"pays light-04 upgrades - 1 1 owner", "pays light-05 parsec 2 4 1 owner", "pays light-06 ai-cards - 1 2 owner", "pays light-07 light-cards - 1 2 owner",
		"pays light-08 flat - 5 0 owner", "pays dark-1 galaxy grey 3 6 owner", "pays dark-2 stations - 2 4 owner",
	)
	for _, c := range []struct{ term, want string }{
		{"gems", "consumption 2; take 2 anthracite, 1 gold."},
		{"ai-02", "costs 1 anthracite, 2 gold; consumption 5; discover at any range, then settle 1 cube there on any planet or take its yield."},
		{"ai-09", "consumption 7; discover in range, then settle a tower of two there or take its yield twice."}, // not on display
		{"ai-10", "consumption -2; no action."},
		{"desert", "costs 1 anthracite, 1 gold; you may settle on planets of this type."},
		{"expansion", "costs 1 crystal; cubes may stand on cubes, three at most."},
		{"range-1", "costs 2 gold; reaches parsec 3 and brings 1 energy."}, // it reaches parsec 2 already
		{"range-2", "costs 1 gold; reaches parsec 2 and brings 1 energy."},
		{"project-2", "costs 1 anthracite, 1 gold; brings 5 energy."},
		{"station-score", "costs 2 gold; Scoring its galaxy removes no cube."},
		{"ava", "consumption 28; A further action field that reaches parsec 1."},
		{"breish", "consumption 25; In a tied galaxy you get the higher reward. Starts with 8 energy."},
		{"energy-saver", "Consumption falls by 7, once."},
		{"gem-refinement", "Gems from yields come one step higher. And a transparent gem now."},
		{"extra-settlement", "Put a tower of two anywhere."},
		{"tile-05", "parsec 1: terrestrial, volcanic; it yields 2 anthracite, 3 energy."},
		{"tile-06", "parsec 1: desert; it yields 2 energy."},
		{"tile-07", "parsec 1: desert; it yields 1 gold, 1 crystal."},
		{"light-01", "3 energy, and 1 more for each gem left: gold."},
		{"light-02", "3 energy, and 1 more for each cube on a planet of this type: desert."},
		{"light-03", "energy: your consumption divided by 10."},
		{"light-04", "1 energy, and 1 more for each cube on your player board."},
		{"light-05", "4 energy, and 1 more for each cube in parsec 2."},
		{"light-06", "1 energy, and 2 more for each AI card."},
		{"light-07", "1 energy, and 2 more for each light bonus card, this one too."},
		{"light-08", "5 energy."},
		{"dark-1", "9 energy with the majority in parvus-corta, 3 with a colony there."},
		{"dark-2", "2 energy, and 4 more for each space station."},
		{"purple", ""},
		{"grey", ""},
		{"", ""},
	} {
		if got := councilofshadows.Game.Describe(s, engine.Term(c.term)).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.term, got, c.want)
		}
	}
	sum := fullTable(t, "ruling galaxy-bonus sum", "pays dark-1 galaxy grey 3 6 owner")
	if got, want := councilofshadows.Game.Describe(sum, engine.Term("dark-1")).String(), "9 energy with the majority in parvus-corta, 6 with a colony there, else 3."; got != want {
		t.Errorf("by the other ruling dark-1: %q, want %q", got, want)
	}
	for _, term := range councilofshadows.Game.Terms {
		i := strings.IndexByte(string(term)+"-", '-')
		if text := councilofshadows.Game.Describe(s, term); text.IsZero() && slices.Contains([]string{"ai", "tile", "light", "dark", "project", "range"}, string(term)[:i]) && term != "ai-card" && term != "dark-tech-1" && term != "dark-tech-2" {
			t.Errorf("nothing is told of %s", term)
		}
	}
}

// fullTable is a table in phase 1 of the full book, with cubes, a station and
// displayed cards.
func fullTable(t *testing.T, extra ...string) engine.State {
	t.Helper()
	return startWith(t, "purple red green", append([]string{
		"book full", "module stations", "phase buy", "displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08",
		"system tile-03 1 terrestrial terrestrial desert - 1/0/0 0 owner", "reward front grey 4 2 never owner", "reward front green 7 4 always owner",
		"purple placed tile-03 1", "purple stands 1 1 2", "red stands 1 1 1", "purple holds 2/1/0", "purple ranged 1 2",
	}, extra...)...)
}

func startWith(t *testing.T, seats string, extra ...string) engine.State {
	t.Helper()
	var list []engine.Seat
	for _, seat := range strings.Fields(seats) {
		list = append(list, engine.Seat(seat))
	}
	s, err := councilofshadows.Game.New(list, facts(t, "example", extra...))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAboutCommands(t *testing.T) {
	for _, c := range []struct {
		line, want string
		facts      []string
	}{
		{"purple found 1 1 1", "terrestrial (1 of 2), purple 2, red 1; parvus-corta", nil},
		{"purple found 2 1 1", "", nil}, // no tile lies there
		{"purple found 99 1 1", "", nil},
		{"purple place tile-04 5", "green", nil},
		{"purple place tile-04 99", "", nil},
		{"purple gather 2", "", nil},    // no tile lies there
		{"ana score grey 1 1", "", nil}, // who does not play
		{"purple gather 1", "1 anthracite; parvus-corta", nil},
		{"purple gather 1", "1 gold; parvus-corta", []string{"purple chose gem-refinement"}},
		{"purple score grey 1 1", "energy 4; terrestrial", nil},
		{"red score grey 1 1", "energy 2; terrestrial", nil},
		{"purple score green 3 1", "energy 4 and a light bonus card", nil},
		{"purple explore 1", "tiles in the stack: 9", nil},
		{"purple explore 9", "tiles in the stack: 0", nil},
		{"purple pass", "", nil},
	} {
		x, err := councilofshadows.Game.Words.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := councilofshadows.Game.Describe(fullTable(t, c.facts...), x).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
}

// While it is nobody's turn, a range step is told as the first one; after the last
// one there is nothing to pay.
func TestAboutRangeSteps(t *testing.T) {
	for extra, want := range map[string]string{"phase plan": "costs 1 gold; reaches parsec 2 and brings 1 energy.", "purple ranged 1 3": "reaches parsec 3."} {
		s := fullTable(t, "price range-1 1 0/1/0 owner", extra)
		if got := councilofshadows.Game.Describe(s, engine.Term("range-1")).String(); got != want {
			t.Errorf("%s: %q, want %q", extra, got, want)
		}
	}
}

// TestAboutTellsNothingInTheTracksBook: there the cardboard tells.
func TestAboutTellsNothingInTheTracksBook(t *testing.T) {
	s := startWith(t, "purple red")
	for _, term := range councilofshadows.Game.Terms {
		if text := councilofshadows.Game.Describe(s, term); !text.IsZero() {
			t.Errorf("%s: %q", term, text)
		}
	}
}

// TestAboutInPlay asks about every command and every card of random games, as
// each seat knows them: the answers are words, and leave the state as it is.
func TestAboutInPlay(t *testing.T) {
	told, commands := 0, tier.Of(t, tier.Screens, "commands", 60, 300, 1000)
	for n, set := range fullSettings(t) {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		s, err := set.Game.New(set.Seats, set.Facts)
		if err != nil {
			t.Fatal(err)
		}
		for range commands {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			told += askAbout(t, set.Game, s, legal)
			events, err := s.Decide(set.Weigh(r, s, legal))
			if err != nil {
				t.Fatal(err)
			}
			s = engine.Fold(s, events...)
		}
	}
	if told < 30*commands {
		t.Errorf("only %d answers: the search is broken", told)
	}
}

func askAbout(t *testing.T, g engine.Game, s engine.State, legal []engine.Command) (told int) {
	t.Helper()
	about := func(x any) {
		text := g.Describe(s, x)
		if strings.Contains(text.String(), "%!") {
			t.Errorf("about %v: %q", x, text)
		}
		if !text.IsZero() {
			told++
		}
	}
	for _, c := range legal {
		about(c)
		for word := range strings.FieldsSeq(notation.Format(c)) {
			about(engine.Term(word))
		}
	}
	for _, z := range s.View().Zones {
		for _, card := range z.Cards {
			about(card.Name)
		}
	}
	return told
}
