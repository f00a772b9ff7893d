package companion_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
)

// deaf is a game that asks seats at the same time but does not tell the program so: each answer is
// played at once.
type deaf struct{ engine.State }

func (s deaf) Apply(e engine.Event) engine.State { return deaf{s.State.Apply(e)} }

func deafGame() engine.Game {
	g := testgame.Game(false)
	honest := g.New
	g.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := honest(seats, facts)
		return deaf{s}, err
	}
	return g
}

// overheard returns all that a viewer is shown from when a window opens: while it is open, and once
// it has ended. truth is what the seats do meanwhile.
func overheard(t *testing.T, game engine.Game, guard string, viewer engine.Seat, truth func(*stage)) (during, after []string) {
	t.Helper()
	h := &hand{}
	s := open(t, memory(), fresh(h), func(o *companion.Opts) { o.Offers = []companion.GameOffer{offer(game)} })
	s.begun("guards", map[engine.Seat]string{"green": guard, "red": "wall"})
	s.play("purple", "purple gain 3")
	shots, err := s.Follow(t.Context(), viewer)
	if err != nil {
		t.Fatal(err)
	}
	id := s.see("").GameID
	gather := func() (all []string) {
		s.see("") // the table has shown what there was to show
		for len(shots) > 0 {
			text, err := json.Marshal(<-shots)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, strings.ReplaceAll(string(text), id, "ID"))
		}
		return all
	}
	truth(s)
	during = gather()
	if len(h.rings) > 0 {
		h.over(s)
	}
	return during, gather()
}

func says(lines ...string) func(*stage) {
	return func(s *stage) {
		for _, line := range lines {
			seat, _, _ := strings.Cut(line, " ")
			s.play(engine.Seat(seat), line)
		}
	}
}

// TestWindowTwins: while a window is open nobody is shown anything that depends on another seat's
// secret answer, silence, order or guard: neither what, nor how much, nor how often. What follows
// depends on what was answered, not on who was first.
func TestWindowTwins(t *testing.T) {
	truths := map[string]func(*stage){
		"an answer":        says("green answer 1"),
		"two minds":        func(s *stage) { says("green answer 1")(s); _, _ = s.Pass(s.Context(), "green", 1) },
		"let pass":         func(s *stage) { _, _ = s.Pass(s.Context(), "green", 1) },
		"a standing order": func(s *stage) { _ = s.Order(s.Context(), "green", "out") },
	}
	for _, viewer := range []engine.Seat{"purple", "red", ""} {
		silence, end := overheard(t, testgame.Game(false), "wall", viewer, says())
		if len(silence) != 1 || len(end) == 0 {
			t.Fatalf("%q is shown %d moments, then %d", viewer, len(silence), len(end))
		}
		for name, truth := range truths {
			for _, guard := range []string{"wall", "spear"} {
				if during, _ := overheard(t, testgame.Game(false), guard, viewer, truth); !slices.Equal(during, silence) {
					t.Errorf("%q learns of %s of green with a %s:\n%s\n%s", viewer, name, guard, during, silence)
				}
			}
		}
		for _, pass := range []string{"two minds", "let pass", "a standing order"} {
			if _, after := overheard(t, testgame.Game(false), "spear", viewer, truths[pass]); !slices.Equal(after, end) {
				t.Errorf("%q learns after the window of %s", viewer, pass)
			}
		}
		_, one := overheard(t, testgame.Game(false), "wall", viewer, says("green answer 1", "red answer 1"))
		_, two := overheard(t, testgame.Game(false), "wall", viewer, says("red answer 1", "green answer 1"))
		if viewer != "red" && !slices.Equal(one, two) {
			t.Errorf("%q learns who was first:\n%s\n%s", viewer, one, two)
		}
		if slices.Equal(one, end) {
			t.Error("control: two guards turn up, and nobody sees them")
		}
		passed, _ := overheard(t, deafGame(), "wall", viewer, says())
		if early, _ := overheard(t, deafGame(), "wall", viewer, says("green answer 1")); slices.Equal(early, passed) {
			t.Errorf("control: an answer is passed on early, and nobody shows it to %q", viewer)
		}
	}
}
