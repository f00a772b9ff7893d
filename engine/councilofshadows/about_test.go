package councilofshadows_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// TestAboutThings lists what people are told of everything in the box.
func TestAboutThings(t *testing.T) {
	var b strings.Builder
	said := map[engine.Term]bool{}
	for _, term := range councilofshadows.Game.Terms {
		if text := councilofshadows.Game.About(fullTable(t), term); !text.IsZero() && !said[term] {
			said[term] = true
			fmt.Fprintf(&b, "%s: %s\n", term, text)
		}
	}
	golden(t, filepath.Join("testdata", "about", "things.golden"), b.String())
}

// fullTable is a table in phase 1 of the full book, with cubes, a station and
// displayed cards.
func fullTable(t *testing.T, extra ...string) engine.State {
	t.Helper()
	return startWith(t, "purple red green", append([]string{
		"book full", "module stations", "phase buy", "displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08",
		"purple placed tile-03 1", "purple stands 1 1 2", "red stands 1 1 1", "purple holds 2/1/0", "purple ranged 1 2",
	}, extra...)...)
}

func startWith(t *testing.T, seats string, extra ...string) engine.State {
	t.Helper()
	var list []engine.Seat
	for _, seat := range strings.Fields(seats) {
		list = append(list, engine.Seat(seat))
	}
	s, err := councilofshadows.Game.New(list, facts(t, "stand-in", extra...))
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
		{"purple found 1 1 1", "terrestrial, purple 2, red 1; galaxy grey", nil},
		{"purple found 2 1 1", "", nil}, // no tile lies there
		{"purple found 99 1 1", "", nil},
		{"purple place tile-04 5", "galaxy green", nil},
		{"purple gather 1", "1 anthracite; galaxy grey", nil},
		{"purple gather 1", "1 gold; galaxy grey", []string{"purple chose gem-refinement"}},
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
		if got := councilofshadows.Game.About(fullTable(t, c.facts...), x).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
}

// TestAboutTellsNothingInTheTracksBook: there the cardboard tells.
func TestAboutTellsNothingInTheTracksBook(t *testing.T) {
	s := startWith(t, "purple red")
	for _, term := range councilofshadows.Game.Terms {
		if text := councilofshadows.Game.About(s, term); !text.IsZero() {
			t.Errorf("%s: %q", term, text)
		}
	}
}

// TestAboutInPlay asks about every command and every card of random games, as
// each seat knows them: the answers are words, and leave the state as it is.
func TestAboutInPlay(t *testing.T) {
	told := 0
	for n, set := range fullSettings(t) {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		s, err := set.Game.New(set.Seats, set.Facts)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
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
	if told < 10000 {
		t.Errorf("only %d answers: the search is broken", told)
	}
}

func askAbout(t *testing.T, g engine.Game, s engine.State, legal []engine.Command) (told int) {
	t.Helper()
	about := func(x any) {
		text := g.About(s, x)
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
